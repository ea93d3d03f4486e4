import { InputError, insist } from '../error.js';
import type { InputRows } from '../features/input-rows.js';
import { denseCount, type FeatureSpec, nominalInputs } from '../features/spec.js';
import { hasKernel } from '../kernel/instance.js';
import { initialNetwork, type Network } from '../network/network.js';
import { permutation, shuffle } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { PAPER_ADAM } from './adam.js';
import type { EngineFactory } from './engine.js';
import { kernelEngine } from './kernel-engine.js';
import type { Objective } from './objective.js';
import { insistOnTrainOptions, type TrainOptions, type TrainProgress } from './options.js';
import { referenceEngine } from './reference-engine.js';

export interface TrainingTask {
  readonly input: InputRows;
  readonly features: FeatureSpec;
  readonly objective: Objective;
  readonly outputs?: number;
}

/** How a network is trained where nothing is said. */
export const TRAIN_DEFAULTS = { seed: 0, epochs: 100, batch: 128, hidden: [64, 16] } as const;

/** Thrown when a signal stops the training. */
export class AbortedError extends Error {
  override name = 'AbortError';
}

/** Rows trained between two looks at the signal: a few milliseconds. */
const ROWS_PER_STEP = 16_384;

/** Trains to the end. In a page, run it in a worker or use {@link trainAsync}. */
export function train(
  task: TrainingTask,
  options: TrainOptions = {},
  engine?: EngineFactory,
): Network {
  const steps = trainSteps(task, options, engine);
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    options.onProgress?.(value);
    if (options.signal?.aborted) throw new AbortedError('training was stopped');
  }
}

/** The same bytes as {@link train}; lets other work run in between. */
export async function trainAsync(
  task: TrainingTask,
  options: TrainOptions = {},
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<Network> {
  const steps = trainSteps(task, options);
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    options.onProgress?.(value);
    await pause();
    if (options.signal?.aborted) throw new AbortedError('training was stopped');
  }
}

/** Training in small steps, each yielding how far it is. */
export function* trainSteps(
  task: TrainingTask,
  options: TrainOptions = {},
  engine: EngineFactory = hasKernel() ? kernelEngine : referenceEngine,
): Generator<TrainProgress, Network> {
  const { input, features, objective, outputs = 1 } = task;
  const settings = { ...TRAIN_DEFAULTS, ...definedOnly(options) };
  const { seed, epochs, batch, hidden } = settings;
  insistOnTrainOptions(settings);
  validateTask(task);
  const initial = initialNetwork(
    { dense: denseCount(features), classes: features.classes, hidden, outputs },
    seed,
    nominalInputs(features),
  );
  const adam = {
    ...PAPER_ADAM,
    ...definedOnly({ learningRate: options.learningRate, weightDecay: options.weightDecay }),
  };
  const run = engine({ input, features, objective, initial, batch, adam });

  const order = permutation(input.rows, stream(seed, 'held out'));
  const training = order.slice(0, input.rows - rowsAside(input.rows, options.earlyStopping));
  const heldOut = order.slice(training.length);
  training.sort(); // so that without early stopping the first epoch's order depends on 'batches' alone

  const random = stream(seed, 'batches');
  const perStep = Math.max(1, Math.floor(ROWS_PER_STEP / batch)) * batch;
  const patience = options.earlyStopping?.patience ?? 10;
  let best: { loss: number; network: Network; epoch: number } | undefined;
  let lastLoss: number | undefined;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(training, random);
    let loss = 0;
    for (let from = 0; from < training.length; from += perStep) {
      const count = Math.min(perStep, training.length - from);
      loss += run.advance(training, from, count);
      if (from + count < training.length) {
        yield {
          epoch,
          epochs,
          done: (epoch + (from + count) / training.length) / epochs,
          loss: lastLoss,
        };
      }
    }
    lastLoss = loss / training.length;
    if (!Number.isFinite(lastLoss))
      throw new InputError(
        `training: the loss became ${lastLoss} in epoch ${epoch + 1}. Check the table for extreme values, or lower the learning rate.`,
        'training-diverged',
        { epoch: epoch + 1 },
      );
    if (heldOut.length > 0) {
      const heldOutLoss = run.loss(heldOut, 0, heldOut.length) / heldOut.length;
      if (!best || heldOutLoss < best.loss)
        best = { loss: heldOutLoss, network: run.network(), epoch };
      yield { epoch: epoch + 1, epochs, done: (epoch + 1) / epochs, loss: lastLoss, heldOutLoss };
      if (epoch - best.epoch >= patience) break;
    } else {
      yield { epoch: epoch + 1, epochs, done: (epoch + 1) / epochs, loss: lastLoss };
    }
  }
  return best?.network ?? run.network();
}

/** At least one: a share that rounds down to nothing must not turn the asked-for stopping off. */
function rowsAside(rows: number, stopping: TrainOptions['earlyStopping']): number {
  if (!stopping) return 0;
  insist(
    rows >= 2,
    () =>
      `early stopping: needs a row to train on and one to keep aside, found ${rows} in all. Leave it out, or give more rows.`,
  );
  return Math.max(1, Math.floor(rows * (stopping.share ?? 0.1)));
}

function validateTask({ input, objective, outputs = 1 }: TrainingTask): void {
  insist(input.rows >= 1, () => 'training: there are no rows. Give at least one.');
  for (const part of ['plus', 'minus'] as const) {
    insist(
      objective[part].length === input.rows * outputs,
      () =>
        `training: ${objective[part].length} ${part} weights for ${input.rows} rows and ${outputs} outputs.`,
    );
  }
  let signal = 0;
  for (let i = 0; i < objective.plus.length; i++) {
    const size = Math.abs(objective.plus[i]) + Math.abs(objective.minus[i]);
    if (!Number.isFinite(size))
      throw new InputError(
        `training, row ${Math.floor(i / outputs) + 1}: the weights are ${objective.plus[i]} and ${objective.minus[i]} (expected finite numbers).`,
        'row-invalid',
        { row: Math.floor(i / outputs) + 1 },
      );
    if (size > 0) signal++;
  }
  insist(
    signal > 0,
    () =>
      'training: no row carries a signal, both weights are 0 everywhere (model and expert always wrong at γ = 0?). Use a larger γ.',
  );
}

/** Options left undefined mean the default. */
function definedOnly<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
