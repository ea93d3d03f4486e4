import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatures } from '../features/fit-spec.js';
import { stream } from '../random/stream.js';
import { type FeatureBlocks, featureBlocks } from './feature-blocks.js';
import { leaveOneOutLosses } from './leave-one-out.js';
import { gramMatrices, rightSides } from './normal-equations.js';
import { solveCholesky } from './ridge.js';
import { straightBasis } from './straight-basis.js';

const { features, input } = fitFeatures(
  randomTable({ rows: 60, classes: 3, columns: 2 }),
  'linear',
);
const rows = featureBlocks(input, features);
const random = stream(1, 'left out');
const weights = Array.from({ length: 60 }, (_, i) => (i === 5 ? 0 : 0.5 + random.uniform()));
const rights = weights.map((weight) => weight * random.normal());
const penalties = [0.1, 3, 100];

/** Row by row, fitted anew every time. */
function slowly(penalty: number, scales: Float64Array): number {
  const [block] = rows.blocks();
  const size = rows.dense + rows.classes + 1;
  const inputs = Array.from({ length: 60 }, (_, i) => [
    ...block.values.subarray(i * rows.dense, (i + 1) * rows.dense),
    ...[0, 1, 2].map((c) => +(c === block.answers[i])),
    1,
  ]);
  let loss = 0;
  for (let out = 0; out < 60; out++) {
    const matrix = new Float64Array(size * size);
    const right = new Float64Array(size);
    inputs.forEach((x, i) => {
      if (i === out) return;
      x.forEach((value, a) => {
        right[a] += rights[i] * value;
        x.forEach((other, b) => {
          matrix[a * size + b] += weights[i] * value * other;
        });
      });
    });
    for (let a = 0; a < size - 1; a++) matrix[a * size + a] += penalty / scales[a] ** 2;
    const solution = solveCholesky(matrix, right, size);
    const score = inputs[out].reduce((sum, value, a) => sum + value * solution[a], 0);
    loss += weights[out] * score ** 2 - 2 * rights[out] * score;
  }
  return loss;
}

describe('losses of rows left out one by one', () => {
  it('are those of rules fitted without each row', () => {
    const weight = (i: number) => weights[i];
    const right = (i: number) => rights[i];
    const basis = straightBasis(gramMatrices(rows, weight)[0], rows.dense, rows.classes);
    const [sums] = rightSides(rows, right);
    const found = leaveOneOutLosses({ features: rows, basis, weight, right, sums, penalties });
    penalties.forEach((penalty, p) => {
      expect(found[p]).toBeCloseTo(slowly(penalty, basis.scales), 6);
    });
  });

  it('read blocks that are computed anew like one that is kept', () => {
    const [{ values, answers }] = rows.blocks();
    const inParts: FeatureBlocks = {
      ...rows,
      *blocks() {
        for (const from of [0, 25, 50])
          yield {
            from,
            count: Math.min(25, 60 - from),
            values: values.slice(from * rows.dense),
            answers: answers.slice(from),
          };
      },
    };
    const weight = (i: number) => weights[i];
    const right = (i: number) => rights[i];
    const lossesOf = (features: FeatureBlocks) => {
      const basis = straightBasis(gramMatrices(features, weight)[0], rows.dense, rows.classes);
      const [sums] = rightSides(features, right);
      return leaveOneOutLosses({ features, basis, weight, right, sums, penalties });
    };
    const whole = lossesOf(rows);
    lossesOf(inParts).forEach((loss, p) => {
      expect(loss).toBeCloseTo(whole[p], 9);
    });
  });
});
