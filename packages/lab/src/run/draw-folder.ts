import { openLedger } from '@cede/run/node';
import type { StudyRunner } from '@cede/study';
import { drawFigures, drawTable } from '../draw/draw.js';
import type { FigureLooks } from '../draw/looks.js';
import { readFolder } from '../folder/folder.js';
import { scorePreset } from '../score/score-preset.js';
import type { MakeTablesOptions } from './make-tables.js';

/** How a run is worked on and whom it tells; nothing here changes what comes out. */
export interface LabRun {
  /** The version that a report says it was made by. */
  readonly version: string;
  /** Threads; all cores unless told. The bytes don't depend on it. */
  readonly jobs?: number;
  /** How its figures look. */
  readonly looks?: FigureLooks;
  /** Other machines that do the work. */
  readonly queue?: LabQueue;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LabProgress) => void;
  /** Told what the corruption changes, before the networks learn from it. */
  readonly tell?: (lines: readonly string[]) => void;
  /** Told how many seconds each side's networks took, once they are trained. */
  readonly onTrained?: (seconds: Readonly<Record<string, number>>) => void;
}

/** Where networks are trained and scorers are fitted, if not here. */
export interface LabQueue {
  readonly networks: NonNullable<MakeTablesOptions['runner']>;
  readonly scorers: StudyRunner;
}

export interface LabProgress {
  /** `presets`: several on a queue at once. */
  readonly step: 'networks' | 'scorers' | 'presets';
  /** 0 … 1 of this step. */
  readonly done: number;
  readonly note?: string;
  /** null: not known yet. */
  readonly secondsLeft?: number | null;
}

/**
 * The table (and the figures) of a folder, from what its ledger has. Returns Markdown for a person: the
 * table, and above it, where there are figures, the finding that their report opens with.
 */
export async function drawFolder(dir: string, run: LabRun, figures: boolean): Promise<string> {
  const { preset, scored, facts } = await scoreFolder(dir, run);
  const table = await drawTable(dir, preset, scored);
  if (!figures) return table;
  return `${await drawFigures(dir, preset, scored, facts, run)}\n\n${table}`;
}

/** A folder's preset, its scorers on its tables, and what is known of its networks. */
export async function scoreFolder(dir: string, { jobs, queue, signal, onProgress }: LabRun) {
  const { preset, pairs, facts } = await readFolder(dir);
  const scored = await scorePreset({
    preset,
    pairs,
    ledger: await openLedger(dir),
    jobs,
    runner: queue?.scorers,
    signal,
    onProgress: ({ done, finished, cells, secondsLeft = null }) =>
      // Nothing to fit is nothing to tell: every score was kept.
      cells !== 0 &&
      onProgress?.({ step: 'scorers', done, note: `${finished} of ${cells} fits`, secondsLeft }),
  });
  return { preset, scored, facts };
}
