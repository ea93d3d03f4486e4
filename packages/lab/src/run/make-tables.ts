import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '@cede/core';
import { supportsFma } from '@cede/nn';
import { type Cell, inlineRunner, type Ledger, type RunProgress, runCells } from '@cede/run';
import type { Dataset, Split } from '../dataset/dataset.js';
import { networkName, type Preset, trainingOf } from '../preset/preset.js';
import {
  type NetworkContext,
  type NetworkResult,
  networkCell,
  networkFunctions,
} from './network-cell.js';
import { type PredictionResult, predictionCell, predictionFunctions } from './table-cell.js';

export interface MakeTablesOptions {
  readonly dir: string;
  readonly ledger: Ledger;
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
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
  const { dir, ledger, signal, onProgress, onTrained, threads } = options;
  const checkpoints = join(dir, 'checkpoints');
  await mkdir(checkpoints, { recursive: true });
  const context: NetworkContext = { dataset, checkpoints, threads };
  const runner = inlineRunner({ ...networkFunctions, ...predictionFunctions }, context);
  const data = {
    train: hashSplit(dataset.splits.train),
    held: `${hashSplit(dataset.splits.validation)}-${hashSplit(dataset.splits.test)}`,
  };
  const seeds = Array.from({ length: preset.networkSeeds }, (_, k) => preset.seed + k);
  const pairs = seeds.map((seed) => ({
    seed,
    model: cellOf(preset, 'model', data.train, seed),
    expert: cellOf(preset, 'expert', data.train, seed),
  }));
  const networks = pairs.flatMap(({ model, expert }) => [model, expert]);
  const cells = [...networks, ...networks.map((cell) => predictionCell(cell, data.held))];
  const epochs = (cell: Cell) =>
    (cell.spec as { training?: { epochs: number } }).training?.epochs ?? 1;
  const results = await runCells(cells, {
    runner,
    ledger,
    signal,
    onProgress,
    weight: epochs,
    onFinished: (cell, seconds) => {
      const { side } = cell.spec as { side?: string };
      if (side) onTrained?.(side, seconds);
    },
  });
  return pairs.map(({ seed }, k) => {
    const at = (i: number) => results[i] as NetworkResult;
    const predictions = (i: number) => results[networks.length + i] as PredictionResult;
    const [model, expert] = [2 * k, 2 * k + 1];
    const table = (part: 'validation' | 'test') =>
      tableOf(dataset, part, predictions(model)[part], predictions(expert)[part], preset);
    return {
      seed,
      fit: table('validation'),
      test: table('test'),
      model: at(model),
      expert: at(expert),
    };
  });
}

function cellOf(preset: Preset, side: 'model' | 'expert', data: string, seed: number): Cell {
  const { corruption } = preset;
  const touched = corruption && (corruption.applies === 'both' || corruption.applies === side);
  const { applies: _applies, ...spec } = corruption ?? { applies: 'both' };
  return networkCell({
    dataset: preset.dataset,
    data,
    corruption: touched ? (spec as NonNullable<Preset['corruption']>) : null,
    depth: preset[side].depth,
    training: trainingOf(preset, side),
    seed,
    fma: supportsFma(),
    side,
  });
}

function tableOf(
  dataset: Dataset,
  part: 'validation' | 'test',
  model: Float32Array,
  expert: Float32Array,
  preset: Preset,
): Table {
  const { labels } = dataset.splits[part];
  return {
    rows: labels.length,
    classes: dataset.classes,
    label: Int32Array.from(labels),
    model,
    experts: [
      { name: networkName(preset, 'expert'), kind: 'probabilities', probabilities: expert },
    ],
    columns: [],
    id: Array.from(labels, (_, i) => `${part}-${i}`),
  };
}

function hashSplit({ images, labels }: Split): string {
  return createHash('sha256').update(images).update(labels).digest('hex').slice(0, 32);
}
