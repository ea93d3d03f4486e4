import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Table } from '@cede/core';
import { epochsDone, kernelBuild, supportsFma } from '@cede/nn';
import {
  type Cell,
  inlineRunner,
  type Ledger,
  type Runner,
  type RunProgress,
  runCells,
} from '@cede/run';
import { poolRunner } from '@cede/run/node';
import { shareArrays } from '@cede/study/node';
import type { Dataset, Split } from '../dataset/dataset.js';
import { corruptionOf, type Preset, pairSeeds, trainingOf } from '../preset/preset.js';
import type { NetworkLeft } from './estimate.js';
import {
  checkpointOf,
  type NetworkCellSpec,
  type NetworkContext,
  type NetworkResult,
  networkCell,
  networkFunctions,
} from './network-cell.js';
import { imagesSeen, predictionWork, trainingWork } from './network-work.js';
import { pairTables } from './pair-tables.js';
import { scorersCell } from './scorers-cell.js';
import { type PredictionResult, predictionCell, predictionFunctions } from './table-cell.js';
import { type Teams, teamsFor } from './threads.js';

export interface MakeTablesOptions {
  readonly dir: string;
  readonly ledger: Ledger;
  /** Cores to use; all of them unless told. */
  readonly cores?: number;
  /** Where networks are trained, if not here: a queue. */
  readonly runner?: (context: Pick<NetworkContext, 'dataset'>) => Runner;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Told what is to be trained and how the cores are shared out; only where something is. */
  readonly onPlan?: (left: readonly NetworkLeft[], teams: Teams) => Promise<void>;
  /** Told how long each network took that was trained now. */
  readonly onTrained?: (side: string, seconds: number) => void;
}

/** The prediction tables of one pair of networks, and the networks themselves. */
export interface LabTables {
  readonly seed: number;
  /** Scorers are fitted on the validation images and tested on the test images. */
  readonly fit: Table;
  readonly test: Table;
  readonly model: NetworkResult;
  readonly expert: NetworkResult;
}

/** Images → corruption → networks → tables: trains what the ledger lacks, one pair per network seed. */
export async function makeTables(
  preset: Preset,
  dataset: Dataset,
  options: MakeTablesOptions,
): Promise<LabTables[]> {
  const { dir, ledger, signal, onProgress, onTrained, cores = availableParallelism() } = options;
  const checkpoints = join(dir, 'checkpoints');
  await mkdir(checkpoints, { recursive: true });
  const data = {
    train: hashSplit(dataset.splits.train),
    held: `${hashSplit(dataset.splits.validation)}-${hashSplit(dataset.splits.test)}`,
  };
  const pairs = pairSeeds(preset).map((seed) => ({
    seed,
    model: cellOf(preset, 'model', data.train, seed),
    expert: cellOf(preset, 'expert', data.train, seed),
  }));
  const networks = pairs.flatMap(({ model, expert }) => [model, expert]);
  const predicted = networks.map((cell) => predictionCell(cell, data.held));
  const cells = [...networks, ...predicted];
  const kept = await Promise.all(networks.map((cell) => ledger.read(cell)));
  const left = networks.filter((_, k) => kept[k] === undefined);
  const teams = teamsFor(cores, Math.max(1, left.length));
  if (left.length > 0 && !options.runner)
    await options.onPlan?.(
      left.map(({ spec }) => leftOf(spec as NetworkCellSpec, dataset, checkpoints)),
      teams,
    );
  const runner =
    options.runner?.({ dataset }) ??
    runnerOf({ dataset, checkpoints, threads: teams.threads }, teams.networks);
  let results: unknown[];
  try {
    results = await runCells(cells, {
      runner,
      ledger,
      signal,
      onProgress,
      weight: (cell) => workOf(cell, dataset),
      ahead: pairs.map((_, k) =>
        scorersCell(preset, data.held, predicted[2 * k], predicted[2 * k + 1]),
      ),
      onFinished: (cell, seconds) => {
        const { side } = cell.spec as { side?: string };
        // On a queue the time is mostly that of waiting.
        if (side && !options.runner) onTrained?.(side, seconds);
      },
    });
  } finally {
    await runner.close();
  }
  return pairs.map(({ seed }, k) => {
    const at = (i: number) => results[i] as NetworkResult;
    const predictions = (i: number) => results[networks.length + i] as PredictionResult;
    const [model, expert] = [2 * k, 2 * k + 1];
    return {
      seed,
      ...pairTables(dataset, predictions(model), predictions(expert), preset),
      model: at(model),
      expert: at(expert),
    };
  });
}

/** One network after the other in this thread, or several side by side in threads of their own. */
function runnerOf(context: NetworkContext, networks: number): Runner {
  if (networks === 1) return inlineRunner({ ...networkFunctions, ...predictionFunctions }, context);
  return poolRunner(new URL('./worker.js', import.meta.url), {
    jobs: networks,
    context: { ...context, dataset: shareArrays(context.dataset) },
  });
}

/** What training a network still takes: less where an earlier run was stopped. */
export function leftOf(spec: NetworkCellSpec, dataset: Dataset, checkpoints: string): NetworkLeft {
  const { epochs } = spec.training;
  const left = epochs - epochsDone(checkpointOf(spec, checkpoints));
  return {
    depth: spec.depth,
    images: imagesSeen(spec, dataset) * left,
    work: (trainingWork(spec, dataset) * left) / epochs,
  };
}

/** For the time left. */
function workOf({ spec, needs }: Cell, dataset: Dataset): number {
  if (!needs) return trainingWork(spec as NetworkCellSpec, dataset);
  return predictionWork((needs.network.spec as NetworkCellSpec).depth, dataset);
}

function cellOf(preset: Preset, side: 'model' | 'expert', data: string, seed: number): Cell {
  return networkCell({
    dataset: preset.dataset,
    data,
    corruption: corruptionOf(preset, side),
    depth: preset[side].depth,
    training: trainingOf(preset, side),
    seed,
    fma: supportsFma(),
    kernels: kernelBuild(supportsFma()),
    side,
  });
}

function hashSplit({ images, labels }: Split): string {
  return createHash('sha256').update(images).update(labels).digest('hex').slice(0, 32);
}
