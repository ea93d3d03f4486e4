import { describe, expect, it } from 'vitest';
import {
  expertAt,
  methodNamed,
  RATIO_LOSSES,
  type RatioName,
  stream,
  type Table,
} from '../src/index.js';

/**
 * A world of eight points whose posterior is known. Model and expert answer with probabilities, so
 * with zero-one loss and γ = 0.5 the weights at x are q + (1 − q)e^−2, q the chance to be right.
 */
const ROWS = 200_000;
const CLASSES = 3;
const turned = (values: number[], by: number) => values.map((_, c) => values[(c + by) % CLASSES]);
const POINTS = Array.from({ length: 8 }, (_, x) => ({
  // A distinct row of probabilities each, so that the features tell the points apart.
  model: turned([0.92 - 0.06 * x, 0.05 + 0.04 * x, 0.03 + 0.02 * x], x),
  posterior: turned([0.9 - 0.1 * x, 0.06 + 0.07 * x, 0.04 + 0.03 * x], x),
  expertAnswer: (2 * x + 1) % CLASSES,
}));

function sample(): { table: Table; point: Uint8Array } {
  const random = stream(7, 'known world');
  const point = new Uint8Array(ROWS);
  const label = new Int32Array(ROWS);
  const labels = new Int32Array(ROWS);
  const model = new Float32Array(ROWS * CLASSES);
  for (let i = 0; i < ROWS; i++) {
    point[i] = random.below(8);
    const { posterior, model: p, expertAnswer } = POINTS[point[i]];
    const u = random.uniform();
    label[i] = u < posterior[0] ? 0 : u < posterior[0] + posterior[1] ? 1 : 2;
    labels[i] = expertAnswer;
    model.set(p, i * CLASSES);
  }
  return {
    point,
    table: {
      rows: ROWS,
      classes: ['a', 'b', 'c'],
      label,
      model,
      experts: [{ name: 'expert', kind: 'labels', labels }],
      columns: [],
    },
  };
}

describe('a trained scorer on 200,000 samples of a known world', () => {
  const { table, point } = sample();
  const weight = (right: number) => right + (1 - right) * Math.exp(-2);
  const truth = POINTS.map(({ posterior, model, expertAnswer }) => {
    const w = weight(posterior[model.indexOf(Math.max(...model))]);
    const e = weight(posterior[expertAnswer]);
    return w / (w + e);
  });

  it('the world is worth learning: η differs between points', () => {
    expect(Math.max(...truth) - Math.min(...truth)).toBeGreaterThan(0.3);
    expect(expertAt(table, 0).kind).toBe('labels');
  });

  it.each(Object.keys(RATIO_LOSSES) as RatioName[])(
    '%s: η within 0.03 of the closed form',
    (name) => {
      const method = methodNamed(`drcpe-zeroone-${name}`);
      const scores = method
        .fit(table, { epochs: 3, batch: 256, weightDecay: 0, learningRate: 4e-3 })
        .score(table);
      let error = 0;
      for (let i = 0; i < ROWS; i++)
        error += Math.abs(RATIO_LOSSES[name].inverseLink(scores[i]) - truth[point[i]]);
      expect(error / ROWS).toBeLessThan(0.03);
    },
  );
});
