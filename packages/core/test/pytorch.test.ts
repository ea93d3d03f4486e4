import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type Method, methodNamed, type Network, type Table } from '../src/index.js';
import { PAPER_ADAM } from '../src/train/adam.js';
import type { EngineFactory } from '../src/train/engine.js';
import { kernelEngine } from '../src/train/kernel-engine.js';
import { referenceEngine } from '../src/train/reference-engine.js';
import type { TrainingTask } from '../src/train/train.js';

/**
 * Whole training against PyTorch (fixtures/make.py): the methods themselves run, from the table to
 * the score; only where training starts and in which order it sees the rows comes from the fixture.
 */
interface Fixture {
  readonly classes: number;
  readonly batch: number;
  readonly label: number[];
  readonly model: number[];
  readonly expert: number[];
  readonly epochs: number[][];
  readonly layers: { weight: number[]; bias: number[] }[];
  readonly scores: Record<string, number[]>;
}

const fixture: Fixture = JSON.parse(
  readFileSync(new URL('./fixtures/training.json', import.meta.url), 'utf8'),
);
const { classes, batch } = fixture;
const names = Object.keys(fixture.scores);
let engine: EngineFactory = kernelEngine;

vi.mock('../src/train/train.js', async (original) => ({
  ...(await original<typeof import('../src/train/train.js')>()),
  train: ({ input, features, objective }: TrainingTask) => {
    const initial = initialNetwork();
    const run = engine({ input, features, objective, initial, batch, adam: PAPER_ADAM });
    for (const order of fixture.epochs) run.advance(Uint32Array.from(order), 0, order.length);
    return run.network();
  },
}));

/** PyTorch's layout, outputs × inputs, into ours; its six dead inputs (top-10 of 4 classes) left out. */
function initialNetwork(): Network {
  const dense = 1 + classes;
  const alive = [
    ...Array.from({ length: dense }, (_, i) => i),
    ...Array.from({ length: classes }, (_, c) => 11 + c),
  ];
  const sizes = [classes + 11, 64, 16, 1];
  return {
    dense,
    classes,
    hidden: [64, 16],
    outputs: 1,
    layers: fixture.layers.map(({ weight, bias }, l) => {
      const used = l === 0 ? alive : Array.from({ length: sizes[l] }, (_, i) => i);
      const outputs = sizes[l + 1];
      return {
        inputs: used.length,
        outputs,
        weights: Float32Array.from(
          { length: used.length * outputs },
          (_, at) => weight[(at % outputs) * sizes[l] + used[Math.floor(at / outputs)]],
        ),
        biases: Float32Array.from(bias),
      };
    }),
  };
}

const table: Table = {
  rows: fixture.label.length,
  classes: Array.from({ length: classes }, (_, c) => String(c)),
  label: Int32Array.from(fixture.label),
  model: Float32Array.from(fixture.model),
  experts: [
    { name: 'expert', kind: 'probabilities', probabilities: Float32Array.from(fixture.expert) },
  ],
  columns: [],
};

const scoresOf = (method: Method) => method.fit(table).score(table);
const furthest = (scores: ArrayLike<number>, expected: number[]) =>
  Math.max(...expected.map((value, i) => Math.abs(value - scores[i])));

describe('60 steps from the same weights in the same order give the scores of PyTorch', () => {
  it('the fixture is what it says: 60 batches, the last of an epoch short', () => {
    const steps = fixture.epochs.map((order) => Math.ceil(order.length / batch));
    expect(steps.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(table.rows % batch).toBeGreaterThan(0);
    expect(names).toEqual([
      'drcpe-gce',
      'drcpe-gce-logistic',
      'drcpe-gce-lsif',
      'drcpe-gce-kliep',
      'diff01',
      'two-stage',
    ]);
  });

  it.each(names)('%s, in the kernel', (name) => {
    engine = kernelEngine;
    expect(furthest(scoresOf(methodNamed(name)), fixture.scores[name])).toBeLessThan(1e-4);
  });

  it.each(names)('%s, in the reference', (name) => {
    engine = referenceEngine;
    expect(furthest(scoresOf(methodNamed(name)), fixture.scores[name])).toBeLessThan(1e-4);
  });

  it('no method passes for another: any two differ by more than ten times the tolerance', () => {
    engine = kernelEngine;
    for (const name of names) {
      const scores = scoresOf(methodNamed(name));
      for (const other of names)
        if (other !== name) expect(furthest(scores, fixture.scores[other])).toBeGreaterThan(1e-3);
    }
  });
});
