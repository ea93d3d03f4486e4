// Generated tables of the design half. In the long-tailed ones the model has learned other class
// frequencies than it meets, so its probabilities are sure in the wrong classes: what calibration is
// for. In `crossed` who is right depends on products of columns, in `straight` on sums only.
import { exp, permutation, sigmoid, stream } from '@cede/core';

/** Points around class centres; the model believes in a long tail that is not there. */
function longTail({ classes, rows, seed, shift }) {
  const random = stream(seed, 'long tail');
  const width = 12;
  const normals = (count, scale) =>
    Float64Array.from({ length: count }, () => scale * random.normal());
  const centres = normals(classes * width, 0.9);
  const moved = centres.map((value) => value + 0.25 * random.normal());
  const tailOf = (strength) =>
    Array.from(permutation(classes, random), (place) => (-strength * place) / classes);
  const believed = tailOf(shift);
  const expertBelieves = tailOf(2);
  const label = Int32Array.from({ length: rows }, () => random.below(classes));
  const model = new Float32Array(rows * classes);
  const answers = new Int32Array(rows);
  const x = new Float64Array(width);
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < width; d++) x[d] = centres[label[i] * width + d] + random.normal();
    const distance = (from, c) => {
      let sum = 0;
      for (let d = 0; d < width; d++) sum += (x[d] - from[c * width + d]) ** 2;
      return sum;
    };
    const logits = believed.map((prior, c) => 1.3 * (prior - distance(centres, c) / 2));
    const top = Math.max(...logits);
    const powers = logits.map((value) => exp(value - top));
    const sum = powers.reduce((a, b) => a + b, 0);
    powers.forEach((value, c) => {
      model[i * classes + c] = value / sum;
    });
    const theirs = expertBelieves.map((prior, c) => prior - distance(moved, c) / 2);
    answers[i] = theirs.indexOf(Math.max(...theirs));
  }
  return {
    rows,
    classes: Array.from({ length: classes }, (_, c) => `${c}`),
    label,
    model,
    experts: [{ name: 'expert', kind: 'labels', labels: answers }],
    columns: [],
  };
}

/** No classes: columns say who is right, by the two logits. */
function columnsWorld({ rows, width, seed, logits }) {
  const random = stream(seed, 'columns world');
  const columns = Array.from({ length: width }, (_, j) => ({
    name: `f_${j}`,
    values: new Float32Array(rows),
  }));
  const modelCorrect = new Float32Array(rows);
  const correct = new Float32Array(rows);
  const weights = Array.from({ length: 2 * width }, () => 0.25 * random.normal());
  for (let i = 0; i < rows; i++) {
    const x = columns.map(({ values }) => {
      values[i] = random.normal();
      return values[i];
    });
    const [forModel, forExpert] = logits(x, weights);
    modelCorrect[i] = +(random.uniform() < sigmoid(forModel));
    correct[i] = +(random.uniform() < sigmoid(forExpert));
  }
  return {
    rows,
    classes: [],
    modelCorrect,
    experts: [{ name: 'expert', kind: 'correct', correct }],
    columns,
  };
}

const crossed = (x) => [
  1.2 + 1.5 * x[0] * x[1] + 0.5 * x[2],
  0.8 + 1.5 * Math.max(x[3], 0) - Math.abs(x[4]),
];
const straight = (x, w) => [
  x.reduce((sum, value, j) => sum + w[j] * value, 0.8),
  x.reduce((sum, value, j) => sum + w[x.length + j] * value, 0.8),
];

/** Many columns that each say little, and one product: as in tables of text features. */
const faint = (x, w) => [
  x.reduce((sum, value, j) => sum + 0.4 * w[j] * value, 0.6 + 0.4 * x[0] * x[1]),
  x.reduce((sum, value, j) => sum + 0.4 * w[x.length + j] * value, 1),
];

export const WORLDS = {
  'world long tail, 10 classes': () => longTail({ classes: 10, rows: 8000, seed: 1, shift: 4 }),
  'world long tail, 20 classes': () => longTail({ classes: 20, rows: 6000, seed: 2, shift: 4 }),
  'world long tail, 50 classes': () => longTail({ classes: 50, rows: 5000, seed: 3, shift: 4 }),
  'world without a tail': () => longTail({ classes: 10, rows: 3000, seed: 4, shift: 0 }),
  'world crossed, 2,000 rows': () =>
    columnsWorld({ rows: 2000, width: 8, seed: 5, logits: crossed }),
  'world crossed, 8,000 rows': () =>
    columnsWorld({ rows: 8000, width: 8, seed: 6, logits: crossed }),
  'world faint': () => columnsWorld({ rows: 5000, width: 30, seed: 8, logits: faint }),
  'world straight': () => columnsWorld({ rows: 1600, width: 20, seed: 7, logits: straight }),
};
