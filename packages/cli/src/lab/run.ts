import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '@cede/core';
import {
  corruptLabels,
  type Dataset,
  insistOnSuiting,
  type LabTables,
  loadDataset,
  makeTables,
  networkName,
  type Preset,
} from '@cede/lab';
import { decodeNetwork, toOnnx } from '@cede/nn';
import { count, percent } from '@cede/report/words';
import { openLedger } from '@cede/run/node';
import { write } from '../files.js';
import { interruptSignal } from '../interrupt.js';
import type { OutputFlags } from '../options/output.js';
import { duration, startProgress } from '../terminal/progress.js';
import { drawFigures, drawTable } from './draw.js';
import { keepTables, readFolder } from './folder.js';
import { scorePreset } from './score.js';

export interface LabFlags extends OutputFlags {
  out: string;
  data?: string;
  unverified?: boolean;
  jobs?: number;
}

/**
 * Networks → tables → scorers → table and figures. Only what the folder lacks is computed. Whatever
 * can be refused is refused before the folder is made; `source` is how the user called the preset.
 */
export async function runLab(preset: Preset, flags: LabFlags, source: string): Promise<string> {
  const dataset = await loadDataset(preset.dataset, {
    dir: flags.data,
    seed: preset.seed,
    unverified: flags.unverified,
  });
  insistOnSuiting(preset, dataset, source);
  for (const part of ['tables', 'networks'])
    await mkdir(join(flags.out, part), { recursive: true }).catch((error) => {
      throw new InputError(`--out ${flags.out}: can't be made (${error.code}).`);
    });
  if (!flags.quiet && !flags.json)
    for (const line of corruptionLines(preset, dataset)) process.stderr.write(`${line}\n`);
  const named: Preset = dataset.verified
    ? preset
    : { ...preset, title: preset.title.replace(/^\S+/, dataset.title) };
  const progress = startProgress('networks', flags);
  const interrupt = interruptSignal('on disk');
  const seconds: Record<string, number> = {};
  let pairs: LabTables[];
  try {
    pairs = await makeTables(preset, dataset, {
      dir: flags.out,
      ledger: await openLedger(flags.out),
      threads: flags.jobs,
      signal: interrupt.signal,
      onProgress: ({ done, running, secondsLeft }) =>
        progress.update(done, running[0]?.progress.note, secondsLeft),
      onTrained: (side, took) => {
        seconds[side] = (seconds[side] ?? 0) + took;
      },
    });
  } finally {
    interrupt.release();
    progress.stop();
  }
  await keepNetworks(flags.out, pairs, dataset.classes);
  await keepTables(flags.out, { preset: named, pairs, facts: networkFacts(preset, pairs) });
  for (const [side, took] of Object.entries(seconds))
    if (!flags.quiet && !flags.json) process.stderr.write(`${side} trained in ${duration(took)}\n`);
  return redraw(flags.out, flags, true);
}

/** What is changed in whose training images, told before the networks learn from them. */
function corruptionLines(preset: Preset, dataset: Dataset): string[] {
  const { corruption, seed, networkSeeds } = preset;
  if (!corruption) return ['training images: nothing changed'];
  const whose = corruption.applies === 'both' ? 'model and expert' : corruption.applies;
  return Array.from({ length: networkSeeds }, (_, k) => {
    const { labels } = dataset.splits.train;
    const { summary } = corruptLabels(labels, dataset, corruption, seed + k);
    return `training images of the ${whose}${networkSeeds > 1 ? `, seed ${seed + k}` : ''}: ${summary.sentence}`;
  });
}

/** The networks as ONNX files: for `cede predict`, or any other engine. */
async function keepNetworks(
  dir: string,
  pairs: readonly LabTables[],
  classes: readonly string[],
): Promise<void> {
  for (const { seed, model, expert } of pairs) {
    for (const [side, { network }] of Object.entries({ model, expert })) {
      await write(
        join(dir, 'networks', `${seed}-${side}.onnx`),
        toOnnx(decodeNetwork(network), { classes }),
      );
    }
  }
}

/** The table (and the figures) of a folder, from what its ledger has. */
export async function redraw(
  dir: string,
  flags: Pick<LabFlags, 'jobs' | 'json' | 'quiet'>,
  figures: boolean,
): Promise<string> {
  const { preset, pairs, facts } = await readFolder(dir);
  const progress = startProgress('scorers', flags);
  const interrupt = interruptSignal('on disk');
  try {
    const scored = await scorePreset({
      preset,
      pairs,
      ledger: await openLedger(dir),
      jobs: flags.jobs,
      signal: interrupt.signal,
      onProgress: ({ done, finished, cells, secondsLeft }) =>
        progress.update(done, `${finished} of ${cells} fits`, secondsLeft),
    });
    const text = await drawTable(dir, preset, scored);
    if (figures) await drawFigures(dir, preset, scored, facts);
    return text;
  } finally {
    interrupt.release();
    progress.stop();
  }
}

function networkFacts(
  preset: Preset,
  pairs: readonly LabTables[],
): { name: string; value: string }[] {
  return pairs.flatMap(({ seed, model, expert }) =>
    (['model', 'expert'] as const).map((side) => {
      const { images, trainingAccuracy, corrupted } = side === 'model' ? model : expert;
      return {
        name: `${side}, seed ${seed}`,
        value: `${networkName(preset, side)} trained on ${count(images)} images (${percent(trainingAccuracy)} right in training)${corrupted ? `; ${corrupted}` : ''}`,
      };
    }),
  );
}
