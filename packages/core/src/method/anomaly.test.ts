import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { tableFromArrays } from '../table/from-arrays.js';
import { anomalyScorer } from './anomaly.js';

/** Typical rows lie around 0, the reference is spread over [−4, 4]. */
function table(rows: number, seed: number, draw: (random: ReturnType<typeof stream>) => number) {
  const random = stream(seed, 'anomaly');
  const x = Array.from({ length: rows }, () => draw(random));
  return tableFromArrays({ modelCorrect: new Array(rows).fill(1), columns: { f_x: x } });
}

describe('typical data against a reference sample', () => {
  const typical = table(1500, 1, (random) => 0.5 * random.normal());
  const reference = table(700, 2, (random) => 8 * random.uniform() - 4);
  const scorer = anomalyScorer(typical, reference, { epochs: 60, seed: 0 });
  const at = (x: number) =>
    scorer.score(tableFromArrays({ modelCorrect: [1], columns: { f_x: [x] } }))[0];

  it('puts the centre high and the far ends low, on both sides', () => {
    expect(at(0)).toBeGreaterThan(0.5);
    for (const x of [-3, -2.2, 2.2, 3]) expect(at(x)).toBeLessThan(-0.3);
  });

  it('estimates the density ratio: the score crosses 0 where both are as dense', () => {
    // N(0, ½) has density 1/8 where x² = ½·ln(8·0.7979): |x| ≈ 0.963.
    expect(at(0.7)).toBeGreaterThan(0);
    expect(at(1.3)).toBeLessThan(0);
    expect(scorer.density).toEqual({ ratio: 'squared', pi: 0.5 });
  });

  it('counts each side as a whole, however many rows it has', () => {
    const more = anomalyScorer(
      typical,
      table(4000, 3, (random) => 8 * random.uniform() - 4),
      {
        epochs: 25,
      },
    );
    const zero = more.score(tableFromArrays({ modelCorrect: [1], columns: { f_x: [0] } }))[0];
    expect(Math.abs(zero - at(0))).toBeLessThan(0.2);
  });

  it('refuses samples that do not fit together', () => {
    const other = tableFromArrays({ modelCorrect: [1], columns: { f_y: [0] } });
    expect(() => anomalyScorer(typical, other)).toThrow('the reference has no column f_x');
    const classes = tableFromArrays({ model: [[0.5, 0.5]], label: [0] });
    expect(() => anomalyScorer(typical, classes)).toThrow('0 probabilities, the reference 2');
  });
});
