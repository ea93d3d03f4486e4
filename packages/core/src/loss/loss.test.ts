import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Loss, predictedClass } from './loss.js';
import { LOSS_NAMES, lossNamed } from './registry.js';
import { topk } from './topk.js';

const COSTS = [0, 1, 5, 2, 0, 1, 9, 3, 0];
const LOSSES: Loss[] = [
  lossNamed('zeroone'),
  lossNamed('top2'),
  lossNamed('prob01'),
  lossNamed('gce'),
  lossNamed('xent'),
  lossNamed('cost', { costMatrix: COSTS, classes: 3 }),
];

const probabilities = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
  .filter((p) => p[0] + p[1] + p[2] > 1e-3)
  .map((p) => p.map((value) => value / (p[0] + p[1] + p[2])));
const truth = fc.nat(2);
const oneHot = (answer: number) => [0, 1, 2].map((c) => +(c === answer));

describe.each(LOSSES.map((loss) => [loss.name, loss] as const))('loss %s', (name, loss) => {
  it('stays between 0 and its largest value', () => {
    fc.assert(
      fc.property(probabilities, truth, (p, y) => {
        const value = loss.ofProbabilities(p, 0, 3, y);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(loss.largest(3) * (1 + 1e-12));
      }),
    );
  });

  it('a bare answer loses what its one-hot vector would', () => {
    for (const answer of [0, 1, 2]) {
      for (const y of [0, 1, 2]) {
        const soft = loss.ofProbabilities(oneHot(answer), 0, 3, y);
        // A single label has no second choice: its top-k is zero-one, the vector's is not.
        if (name !== 'top2') expect(loss.ofAnswer(answer, y, 3)).toBeCloseTo(soft, 12);
        else expect(loss.ofAnswer(answer, y, 3)).toBe(+(answer !== y));
      }
    }
  });

  it('reads the row at its offset', () => {
    fc.assert(
      fc.property(probabilities, probabilities, truth, (first, second, y) => {
        expect(loss.ofProbabilities([...first, ...second], 3, 3, y)).toBe(
          loss.ofProbabilities(second, 0, 3, y),
        );
      }),
    );
  });

  it('is found under its own name', () => {
    expect(lossNamed(loss.name, { costMatrix: COSTS, classes: 3 }).name).toBe(name);
  });
});

describe('values by hand', () => {
  const p = [0.5, 0.3, 0.2];
  const value = (name: string, y: number, q = p) =>
    lossNamed(name).ofProbabilities(q, 0, q.length, y);

  it('zero-one, the lowest index on a tie', () => {
    expect([0, 1, 2].map((y) => value('zeroone', y))).toEqual([0, 1, 1]);
    expect([0, 1, 2].map((y) => value('zeroone', y, [0.4, 0.4, 0.2]))).toEqual([0, 1, 1]);
    expect(predictedClass([0, 9, 0.2, 0.4, 0.4], 2, 3)).toBe(1);
  });

  it('top-k, ties by lower index', () => {
    expect([0, 1, 2].map((y) => value('top2', y))).toEqual([0, 0, 1]);
    expect([0, 1, 2].map((y) => value('top1', y, [0.4, 0.4, 0.2]))).toEqual([0, 1, 1]);
    expect([0, 1, 2, 3].map((y) => value('top2', y, [0.1, 0.3, 0.3, 0.3]))).toEqual([1, 0, 0, 1]);
  });

  it('prob01 is the L1 distance to the one-hot truth', () => {
    expect(value('prob01', 1)).toBeCloseTo(0.5 + 0.7 + 0.2, 12);
    expect(value('prob01', 0, [1, 0])).toBe(0);
    expect(value('prob01', 1, [1, 0])).toBe(2);
  });

  it('gce: (1 − p^q)/q, and its ends', () => {
    expect(value('gce', 1)).toBeCloseTo((1 - 0.3 ** 0.7) / 0.7, 12);
    expect(value('gce', 1, [1, 0])).toBeCloseTo(1 / 0.7, 12);
    expect(value('gce', 0, [1, 0])).toBe(0);
    expect(lossNamed('gce', { q: 1 }).ofProbabilities(p, 0, 3, 1)).toBeCloseTo(0.7, 12);
  });

  it('cross-entropy is floored at 1e-6', () => {
    expect(value('xent', 2)).toBeCloseTo(-Math.log(0.2), 12);
    expect(value('xent', 1, [1, 0])).toBeCloseTo(13.815510557964274, 12);
    expect(value('xent', 0, [1, 0])).toBeCloseTo(0, 15);
  });

  it('no rounding of a probability above 1 makes a loss negative', () => {
    for (const name of ['prob01', 'gce', 'xent'])
      expect(value(name, 0, [1.0000001, 0])).toBeGreaterThanOrEqual(0);
  });

  it('cost is read as truth, then answer', () => {
    const cost = lossNamed('cost', { costMatrix: COSTS });
    expect(cost.ofProbabilities(p, 0, 3, 2)).toBe(9);
    expect(cost.ofAnswer(2, 0, 3)).toBe(5);
    expect(cost.largest(3)).toBe(9);
  });
});

it('top-k counts whole numbers', () => {
  expect(() => topk(1.5)).toThrow('loss top1.5: k must be a whole number from 1, got 1.5 instead.');
});

describe('what is refused, and how', () => {
  it.each([
    [
      () => lossNamed('brier'),
      'loss "brier" is unknown. Use one of zeroone, top5, prob01, gce, xent, cost, given.',
    ],
    [() => lossNamed('top0'), 'loss "top0" is unknown.'],
    [() => lossNamed('toString'), 'loss "toString" is unknown.'],
    [() => lossNamed('gce', { q: 0 }), 'loss gce: q must lie in (0, 1], got 0 instead.'],
    [() => lossNamed('gce', { q: Number.NaN }), 'loss gce: q must lie in (0, 1], got NaN instead.'],
    [() => lossNamed('cost'), 'loss cost: the table has no cost matrix.'],
    [
      () => lossNamed('cost', { costMatrix: [0, 1], classes: 3 }),
      'cost matrix: has 2 entries (expected 3 × 3 = 9).',
    ],
    [
      () => lossNamed('cost', { costMatrix: [0, -1, 1, 0], classes: 2 }),
      'cost matrix, truth 0, answer 1: found -1 (expected a finite cost ≥ 0).',
    ],
    [
      () => lossNamed('top3').ofProbabilities([0.5, 0.3, 0.2], 0, 3, 0),
      'loss top3: needs more than 3 classes, the table has 3; every answer would be right.',
    ],
  ])('%s', (call, message) => {
    expect(call).toThrow(message);
  });

  it('every token but `given` has a loss', () => {
    for (const name of LOSS_NAMES.filter((token) => token !== 'given'))
      expect(lossNamed(name, { costMatrix: COSTS }).name).toBe(name);
  });
});
