import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { leastCostAnswer } from './least-cost.js';

describe('answers of least expected cost', () => {
  it('takes the threshold of two classes: false alarm / (false alarm + miss)', () => {
    // Truth healthy, ill; a miss costs 400, a false alarm 20: "ill" from 20 / 420 on.
    const matrix = [0, 20, 400, 0];
    for (const [ill, answer] of [
      [0.047, 0],
      [0.048, 1],
      [0.5, 1],
    ])
      expect(leastCostAnswer([1 - ill, ill], 0, 2, matrix)).toBe(answer);
  });

  it('is the cheapest of all answers, by enumeration', () => {
    const random = stream(3, 'least cost');
    for (let turn = 0; turn < 200; turn++) {
      const raw = Array.from({ length: 4 }, () => random.uniform());
      const total = raw.reduce((sum, value) => sum + value, 0);
      const p = raw.map((value) => value / total);
      const matrix = Array.from({ length: 16 }, () => 10 * random.uniform());
      const costs = p.map((_, k) => p.reduce((sum, pj, j) => sum + pj * matrix[j * 4 + k], 0));
      expect(leastCostAnswer(p, 0, 4, matrix)).toBe(costs.indexOf(Math.min(...costs)));
    }
  });

  it('is the most probable class where all errors cost the same, ties included', () => {
    const matrix = [0, 1, 1, 1, 0, 1, 1, 1, 0];
    expect(leastCostAnswer([0.2, 0.5, 0.3], 0, 3, matrix)).toBe(1);
    expect(leastCostAnswer([0.4, 0.4, 0.2], 0, 3, matrix)).toBe(0);
    expect(leastCostAnswer([0.2, 0.4, 0.4], 0, 3, matrix)).toBe(1);
  });
});
