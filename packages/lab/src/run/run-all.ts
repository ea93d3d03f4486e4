import { join } from 'node:path';
import { type Adjustments, adjustPreset } from '../preset/adjust.js';
import { readPreset } from '../preset/read.js';
import { drawAll } from './draw-all.js';
import type { LabRun } from './draw-folder.js';
import { type RunPresetAsk, runPreset } from './run-preset.js';

/** A list of presets, each in a folder of its own beneath `out`. */
export type RunAllAsk = Omit<RunPresetAsk, 'source' | 'networks'> & {
  readonly names: readonly string[];
  readonly adjustments?: Adjustments;
  /** Told which preset begins, as one of so many. */
  readonly onPreset?: (name: string, place: number, of: number) => void;
};

/**
 * One preset after the other; the networks of an earlier one are taken where they are the same. On a
 * queue all of them at once, so that no machine waits for the last cell of a preset: what two share
 * is one job there. A misspelt name is refused before the first network is trained.
 */
export async function runAll(ask: RunAllAsk, run: LabRun): Promise<string[]> {
  const { names, out, adjustments = {}, onPreset, ...rest } = ask;
  const presets = await Promise.all(
    names.map(async (source) => ({
      source,
      preset: adjustPreset(await readPreset(source), adjustments),
    })),
  );
  const folders = presets.map(({ preset }) => join(out, preset.name));
  const one = (place: number, told: LabRun) => {
    const { source, preset } = presets[place];
    onPreset?.(preset.name, place + 1, presets.length);
    const lender = presets
      .slice(0, place)
      .findLast((earlier) => preset.name.startsWith(`${earlier.preset.name}-`));
    const networks = lender && join(out, lender.preset.name);
    return runPreset(preset, { ...rest, source, out: folders[place], networks }, told);
  };
  if (run.queue) await together(presets.length, run, one);
  else for (const place of presets.keys()) await one(place, run);
  await drawAll(out, folders, run);
  return folders;
}

/** All at once; one that fails does not stop the others, and is told when they are done. */
async function together(
  count: number,
  run: LabRun,
  one: (place: number, told: LabRun) => Promise<unknown>,
): Promise<void> {
  /** How far each is, its networks counted before its scorers: one bar for all of them. */
  const done = new Array<number>(count).fill(0);
  const ended = await Promise.allSettled(
    done.map((_, place) =>
      one(place, {
        ...run,
        onProgress: ({ step, done: share }) => {
          done[place] = step === 'networks' ? share / 2 : 0.5 + share / 2;
          const finished = done.filter((part) => part === 1).length;
          run.onProgress?.({
            step: 'presets',
            done: done.reduce((sum, part) => sum + part, 0) / count,
            note: `${finished} of ${count} presets`,
          });
        },
      }),
    ),
  );
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
