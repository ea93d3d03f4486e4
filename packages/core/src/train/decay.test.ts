import { expect, it } from 'vitest';
import { exp } from '../math/exp.js';
import { log } from '../math/log.js';
import { softplus } from '../math/softplus.js';
import { methodNamed } from '../method/registry.js';
import { stream } from '../random/stream.js';
import type { Table } from '../table/table.js';
import { PAPER_ADAM } from './adam.js';

/** Who is right depends a little on one feature: a signal, but a faint one. */
function faintWorld(rows: number): Table {
  const random = stream(4, 'faint world');
  const x = Float32Array.from({ length: rows }, () => 2 * random.uniform() - 1);
  const right = (slope: number) => x.map((v) => +(random.uniform() < 0.85 + slope * v));
  return {
    rows,
    classes: [],
    modelCorrect: right(0.025),
    experts: [{ name: 'e', kind: 'correct', correct: right(-0.025) }],
    columns: [{ name: 'x', values: x }],
  };
}

// docs/method.md says so: a constant score is what decay asks of a faint signal, not a network that died.
it('where the signal is faint, the constant is the penalised minimum, and less decay finds the signal', () => {
  const table = faintWorld(3000);
  const right = [
    table.modelCorrect!,
    (table.experts[0] as { correct: Float32Array }).correct,
  ] as const;
  const [plus, minus] = right.map((column) =>
    Float64Array.from(column, (r) => exp(-(1 - r) / 0.5)),
  );
  const fit = (weightDecay: number) => {
    const fitted = methodNamed('drcpe-zeroone-logistic').fit(table, { weightDecay, batch: 32 });
    const scores = fitted.score(table);
    const loss = scores.reduce(
      (sum, v, i) => sum + plus[i] * softplus(-v) + minus[i] * softplus(v),
      0,
    );
    const size = fitted.scorer!.networks[0].layers.reduce(
      (sum, { weights, biases }) =>
        sum + [...weights, ...biases].reduce((squares, w) => squares + w * w, 0),
      0,
    );
    return { scores, penalised: loss / table.rows + (PAPER_ADAM.weightDecay / 2) * size };
  };
  const spread = (scores: Float32Array) => Math.max(...scores) - Math.min(...scores);
  const paper = fit(PAPER_ADAM.weightDecay);
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  const constant = log(total(plus) / total(minus));
  expect(spread(paper.scores)).toBeLessThan(0.002);
  expect(Math.abs(paper.scores[0] - constant)).toBeLessThan(0.01);

  for (const less of [0, 1e-4]) {
    const other = fit(less);
    // True log-ratio: the weights' means are 1 − (1 − e⁻²)·(chance of being wrong), so it rises with x.
    expect(spread(other.scores)).toBeGreaterThan(0.03);
    expect(other.penalised).toBeGreaterThan(paper.penalised);
    const { values } = table.columns[0];
    const slope = other.scores.reduce((sum, score, i) => sum + (score - constant) * values[i], 0);
    expect(slope).toBeGreaterThan(0);
  }
});
