import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { optionText } from '@cede/core';
import { decodeNetwork, toOnnx } from '@cede/nn';
import type { Fact } from '@cede/report';
import { count, percent } from '@cede/report/words';
import type { Ledger } from '@cede/run';
import { lockFolder, openLedger, writeOutput } from '@cede/run/node';
import { corruptLabels } from '../corruption/corrupt.js';
import type { Dataset } from '../dataset/dataset.js';
import { loadDataset } from '../dataset/registry.js';
import { claimFolder, keepTables } from '../folder/folder.js';
import { insistOnFittingDataset } from '../preset/fits-dataset.js';
import { corruptionOf, networkName, type Preset, pairSeeds } from '../preset/preset.js';
import { drawFolder, type LabRun } from './draw-folder.js';
import { type Estimate, estimateTraining, takesMinutes } from './estimate.js';
import { otherKernels } from './kernel-note.js';
import { type LabTables, makeTables } from './make-tables.js';
import type { Teams } from './threads.js';

/** What a run needs to know besides its preset. */
export interface RunPresetAsk {
  /** How the user called the preset, for messages. */
  readonly source: string;
  /** The folder of the run. */
  readonly out: string;
  /** The dataset's official files. */
  readonly data?: string;
  readonly unverified?: boolean;
  /** The folder of another run whose networks may be taken. */
  readonly networks?: string;
}

/**
 * Networks → tables → scorers → table and figures. Only what the folder lacks is computed. Whatever
 * can be refused is refused before the folder is made. Prints nothing: `run` is told how far it is,
 * and the table comes back as text.
 */
export async function runPreset(preset: Preset, ask: RunPresetAsk, run: LabRun): Promise<string> {
  const { out } = ask;
  const dataset = await loadDataset(preset.dataset, {
    dir: ask.data,
    seed: preset.splitSeed ?? preset.seed,
    split: preset.split,
    unverified: ask.unverified,
  });
  insistOnFittingDataset(preset, dataset, ask.source);
  const named: Preset = dataset.verified
    ? preset
    : { ...preset, title: unverifiedTitle(preset, dataset) };
  const lock = await lockFolder(out, optionText('out', out));
  try {
    await claimFolder(out, named);
    for (const part of ['tables', 'networks']) await mkdir(join(out, part), { recursive: true });
    const remarks = [await otherKernels(out), ...corruptionLines(preset, dataset)];
    run.tell?.(remarks.filter((line) => line !== null));
    const ledger = await ledgerOf(out, ask.networks);
    const seconds: Record<string, number> = {};
    const pairs = await makeTables(preset, dataset, {
      dir: out,
      ledger,
      cores: run.jobs,
      runner: run.queue?.networks,
      signal: run.signal,
      onProgress: ({ done, running, secondsLeft = null }) =>
        run.onProgress?.({ step: 'networks', done, note: running[0]?.progress.note, secondsLeft }),
      onPlan: async (left, teams) => {
        if (!takesMinutes(left)) return;
        run.tell?.([estimateLine(await estimateTraining(left, dataset, teams, run.signal), teams)]);
      },
      onTrained: (side, took) => {
        seconds[side] = (seconds[side] ?? 0) + took;
      },
    });
    await keepNetworks(out, pairs, dataset.classes);
    await keepTables(out, { preset: named, pairs, facts: networkFacts(preset, pairs) });
    run.onTrained?.(seconds);
    return await drawFolder(out, run, true);
  } finally {
    await lock.release();
  }
}

/** "(unverified)" stands behind the dataset's name where the title begins with it, else at the end. */
export function unverifiedTitle({ title }: Preset, dataset: Dataset): string {
  const name = dataset.title.replace(/ \(unverified\)$/, '');
  return title === name || title.startsWith(`${name} `)
    ? `${dataset.title}${title.slice(name.length)}`
    : `${title} (unverified)`;
}

/** The folder's own cells; what it lacks may stand in another run's. */
async function ledgerOf(out: string, networks: string | undefined): Promise<Ledger> {
  const own = await openLedger(out);
  if (networks === undefined) return own;
  const other = await openLedger(networks);
  return {
    async read(cell) {
      const found = await own.read(cell);
      if (found) return found;
      const lent = await other.read(cell);
      if (lent) await own.write(cell, lent.result);
      return lent;
    },
    write: own.write,
  };
}

const estimateLine = ({ seconds, pace }: Estimate, { networks, threads }: Teams): string =>
  `the networks will take about ${spelled(seconds)} here: ${networks > 1 ? `${networks} side by side, ` : ''}${threads} thread${threads === 1 ? '' : 's'} each; measured for a second, ${Object.entries(
    pace,
  )
    .map(([depth, images]) => `ResNet-${depth} ${count(Math.round(images))} images/s`)
    .join(', ')}`;

const spelled = (seconds: number): string =>
  seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;

/** What is changed in whose training images, told before the networks learn from them. */
function corruptionLines(preset: Preset, dataset: Dataset): string[] {
  const { networkSeeds } = preset;
  const corruption = corruptionOf(preset);
  if (!corruption) return ['training images: nothing changed'];
  const { applies } = preset.corruption!;
  const whose = applies === 'both' ? 'model and expert' : applies;
  return pairSeeds(preset).map((seed) => {
    const { labels } = dataset.splits.train;
    const { summary } = corruptLabels(labels, dataset, corruption, seed);
    return `training images of the ${whose}${networkSeeds > 1 ? `, seed ${seed}` : ''}: ${summary.sentence}`;
  });
}

/** The networks as ONNX files (for `cede predict`, or any other engine) and what each one saw. */
async function keepNetworks(
  dir: string,
  pairs: readonly LabTables[],
  classes: readonly string[],
): Promise<void> {
  for (const { seed, model, expert } of pairs) {
    for (const [side, { network, ...seen }] of Object.entries({ model, expert })) {
      const file = join(dir, 'networks', `${seed}-${side}`);
      await writeOutput(`${file}.onnx`, toOnnx(decodeNetwork(network), { classes }));
      // What the network was given, class by class, for whoever wants to check a corruption.
      const { images, classCounts, trainingAccuracy, corrupted } = seen;
      const counts = Object.fromEntries(classes.map((name, k) => [name, classCounts[k]]));
      const kept = { images, classCounts: counts, trainingAccuracy, corrupted };
      await writeOutput(`${file}.json`, `${JSON.stringify(kept, null, 2)}\n`);
    }
  }
}

function networkFacts(preset: Preset, pairs: readonly LabTables[]): Fact[] {
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
