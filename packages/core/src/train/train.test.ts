import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatureSpec } from '../features/fit-spec.js';
import { inputOf } from '../features/input.js';
import { squared } from '../ratio/squared.js';
import type { EngineFactory } from './engine.js';
import { kernelEngine } from './kernel-engine.js';
import { regressionWeights } from './objective.js';
import type { TrainOptions, TrainProgress } from './options.js';
import { referenceEngine } from './reference-engine.js';
import { AbortedError, type TrainingTask, train, trainAsync } from './train.js';

const table = randomTable({ rows: 300 });
const features = fitFeatureSpec(table);
/** Regress the model's confidence: learnable from the features, so the loss falls. */
const target = Float64Array.from({ length: 300 }, (_, i) =>
  Math.max(...table.model!.subarray(4 * i, 4 * i + 4)),
);
const task: TrainingTask = {
  input: inputOf(table, features),
  features,
  objective: { partial: squared, ...regressionWeights(target) },
};
const QUICK: TrainOptions = { epochs: 10, hidden: [8] };

describe('training', () => {
  it('lowers the loss, and tells how far it is', () => {
    const seen: TrainProgress[] = [];
    train(task, {
      ...QUICK,
      epochs: 30,
      learningRate: 5e-3,
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen).toHaveLength(30);
    expect(seen.map(({ done }) => done)).toEqual(
      [...seen.map(({ done }) => done)].sort((a, b) => a - b),
    );
    expect(seen.at(-1)).toMatchObject({ epoch: 30, epochs: 30, done: 1 });
    // The squared pair is (v − t)² plus a constant 1 − t²; what training can lower is the first.
    const constant = target.reduce((sum, t) => sum + (1 - t * t), 0) / 300;
    expect(seen.at(-1)!.loss! - constant).toBeLessThan((seen[0].loss! - constant) / 4);
  });

  it('reports inside a long epoch too', () => {
    const rows = 40_000;
    const long = randomTable({ rows, classes: 2 });
    const spec = fitFeatureSpec(long);
    const seen: TrainProgress[] = [];
    train(
      {
        input: inputOf(long, spec),
        features: spec,
        objective: { partial: squared, ...regressionWeights(new Float64Array(rows)) },
      },
      { epochs: 1, hidden: [4], onProgress: (progress) => seen.push(progress) },
    );
    expect(seen.map(({ done }) => +done.toFixed(2))).toEqual([0.41, 0.82, 1]);
    expect(seen[0].loss).toBeUndefined();
  });

  it('stops when asked to, between steps', () => {
    const signal = { aborted: false };
    let epochs = 0;
    const options = {
      ...QUICK,
      signal,
      onProgress: () => {
        epochs++;
        signal.aborted = epochs === 3;
      },
    };
    expect(() => train(task, options)).toThrow(AbortedError);
    expect(epochs).toBe(3);
  });

  it('the asynchronous one gives the same bytes, pauses, and stops too', async () => {
    let pauses = 0;
    const pause = async () => {
      pauses++;
    };
    expect(await trainAsync(task, QUICK, pause)).toEqual(train(task, QUICK));
    expect(pauses).toBe(10);
    expect(await trainAsync(task, QUICK)).toEqual(train(task, QUICK));
    const signal = { aborted: false };
    const stopped = trainAsync(task, {
      ...QUICK,
      signal,
      onProgress: () => {
        signal.aborted = true;
      },
    });
    await expect(stopped).rejects.toThrow(AbortedError);
  });

  it('undefined options mean the defaults', () => {
    const given = { ...QUICK, seed: undefined, batch: undefined, learningRate: undefined };
    expect(train(task, given)).toEqual(train(task, QUICK));
    expect(
      train(task, { ...QUICK, learningRate: 7e-4, weightDecay: 1e-3, batch: 128, seed: 0 }),
    ).toEqual(train(task, QUICK));
    expect(train(task, { ...QUICK, weightDecay: 0 })).not.toEqual(train(task, QUICK));
  });

  it('early stopping keeps the network of the best held-out loss', () => {
    const seen: TrainProgress[] = [];
    // Noise as the target and no decay: soon every further step overfits.
    const noisy = randomTable({ rows: 60, seed: 5 });
    const noise = Float64Array.from({ length: 60 }, (_, i) => ((i * 7919) % 13) / 6 - 1);
    const overfitting: TrainingTask = {
      input: inputOf(noisy, features),
      features,
      objective: { partial: squared, ...regressionWeights(noise) },
    };
    const options: TrainOptions = {
      epochs: 500,
      batch: 8,
      learningRate: 0.01,
      weightDecay: 0,
      earlyStopping: { share: 0.3, patience: 5 },
    };
    const network = train(overfitting, { ...options, onProgress: (p) => seen.push(p) });
    const held = seen.map(({ heldOutLoss }) => heldOutLoss!);
    const best = held.indexOf(Math.min(...held));
    expect(seen.length).toBe(best + 1 + 5);
    expect(seen.length).toBeLessThan(500);
    // Stopping right at the best epoch gives the same weights.
    expect(train(overfitting, { ...options, epochs: best + 1 })).toEqual(network);
  });

  it('early stopping keeps at least one row aside, however few there are', () => {
    const part = (rows: number): TrainingTask => {
      const table = randomTable({ rows, seed: 5 });
      const target = Float64Array.from({ length: rows }, (_, i) => (i % 2 ? 1 : -1));
      return {
        input: inputOf(table, features),
        features,
        objective: { partial: squared, ...regressionWeights(target) },
      };
    };
    for (const rows of [2, 9]) {
      const seen: TrainProgress[] = [];
      const options = { epochs: 400, learningRate: 0.05, earlyStopping: { patience: 3 } };
      train(part(rows), { ...options, onProgress: (progress) => seen.push(progress) });
      expect(seen.every(({ heldOutLoss }) => heldOutLoss !== undefined)).toBe(true);
      expect(seen.length).toBeLessThan(400);
    }
    expect(() => train(part(1), { epochs: 2, earlyStopping: {} })).toThrow(
      'early stopping: needs a row to train on and one to keep aside, found 1 in all.',
    );
    expect(() => train(part(1), { epochs: 2 })).not.toThrow();
  });

  it('every epoch is a fresh permutation of the training rows, from the seed', () => {
    const orders = (options: TrainOptions) => {
      const seen: number[][] = [];
      const spy: EngineFactory = (problem) => {
        const engine = kernelEngine(problem);
        return {
          ...engine,
          advance: (order, from, count) => {
            seen.push([...order.subarray(from, from + count)]);
            return engine.advance(order, from, count);
          },
        };
      };
      train(task, { ...QUICK, epochs: 2, ...options }, spy);
      return seen;
    };
    const [first, second] = orders({ seed: 1 });
    const all = [...Array(300).keys()];
    expect([...first].sort((a, b) => a - b)).toEqual(all);
    expect([...second].sort((a, b) => a - b)).toEqual(all);
    expect(second).not.toEqual(first);
    expect(orders({ seed: 1 })).toEqual([first, second]);
    expect(orders({ seed: 2 })[0]).not.toEqual(first);
    // Rows held out for early stopping are never trained on.
    const [early, later] = orders({ seed: 1, earlyStopping: { share: 0.25 } });
    expect(early).toHaveLength(225);
    expect(new Set([...early, ...later]).size).toBe(225);
  });

  it('runs on the reference engine when told to, close to the kernel', () => {
    const kernel = train(task, QUICK);
    const plain = train(task, QUICK, referenceEngine);
    kernel.layers[0].weights.forEach((weight, i) => {
      expect(Math.abs(weight - plain.layers[0].weights[i])).toBeLessThan(1e-4);
    });
  });
});

describe('without WebAssembly', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('training falls back to the plain code', async () => {
    const expected = train(task, QUICK, referenceEngine);
    vi.stubGlobal('WebAssembly', undefined);
    vi.resetModules();
    const fresh = await import('./train.js');
    expect(fresh.train(task, QUICK)).toEqual(expected);
  });
});

describe('training refuses', () => {
  const weights = (value: number, rows = 300) => new Float32Array(rows).fill(value);
  it.each<[string, Partial<TrainingTask>, TrainOptions, string]>([
    ['no rows', { input: { rows: 0, columns: [] } }, {}, 'training: there are no rows.'],
    [
      'a fractional epoch',
      {},
      { epochs: 1.5 },
      'training: epochs must be a whole number from 1, found 1.5',
    ],
    ['an empty batch', {}, { batch: 0 }, 'training: batch must be a whole number from 1, found 0'],
    [
      'a negative seed',
      {},
      { seed: -1 },
      'seed must be a whole number from 0 to 9007199254740991, found -1',
    ],
    [
      'NaN as the seed',
      {},
      { seed: Number.NaN },
      'seed must be a whole number from 0 to 9007199254740991, found NaN',
    ],
    [
      'a learning rate of 0',
      {},
      { learningRate: 0 },
      'learningRate must be a number above 0, found 0',
    ],
    ['a negative decay', {}, { weightDecay: -1 }, 'weightDecay must be a number from 0, found -1'],
    [
      'everything held out',
      {},
      { earlyStopping: { share: 1 } },
      'earlyStopping.share must be a number above 0 and below 1, found 1',
    ],
    [
      'no patience',
      {},
      { earlyStopping: { patience: 0 } },
      'earlyStopping.patience must be a whole number from 1, found 0',
    ],
    [
      'too few weights',
      { objective: { partial: squared, plus: weights(1, 3), minus: weights(1) } },
      {},
      'training: 3 plus weights for 300 rows and 1 outputs.',
    ],
    [
      'NaN as a weight',
      { objective: { partial: squared, plus: weights(Number.NaN), minus: weights(1) } },
      {},
      'training, row 1: the weights are NaN and 1',
    ],
    [
      'no signal',
      { objective: { partial: squared, plus: weights(0), minus: weights(0) } },
      {},
      'training: no row carries a signal',
    ],
    ['a rate that explodes', {}, { learningRate: 1e30, epochs: 20 }, 'training: the loss became'],
  ])('%s', (_name, part, options, message) => {
    expect(() => train({ ...task, ...part }, { ...QUICK, ...options })).toThrow(message);
  });
});
