import { describe, expect, it } from 'vitest';
import { initialNetwork } from '../network/network.js';
import { fitPolicy } from '../policy/fit.js';
import { inputMeans } from '../policy/input-means.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { stream } from '../random/stream.js';
import { tableFromArrays } from '../table/from-arrays.js';
import { createExplainer, inputNames } from './explain.js';
import { gradientOf } from './gradient.js';
import { createRowScorer } from './row-scorer.js';

const random = stream(3, 'explained');
const rows = 300;
const model = Array.from({ length: rows }, () => {
  const p = 0.4 + 0.59 * random.uniform();
  return [p, (1 - p) * 0.7, (1 - p) * 0.3];
});
const age = Array.from({ length: rows }, () => 20 + 60 * random.uniform());
const table = tableFromArrays({
  ...{ model, columns: { age }, classes: ['a', 'b', 'c'] },
  label: model.map(() => Math.floor(3 * random.uniform())),
  expert: age.map((years) => (years > 50 ? 0 : 1)),
});

describe.each(['drcpe-zeroone', 'linear', 'two-stage'])('reasons of %s', (method) => {
  const policy = fitPolicy(table, { method, epochs: 20 });
  const score = createRowScorer(policy.scorer, policy.classes);
  const explain = createExplainer(policy.scorer, policy.classes, policy.inputMeans);

  it('tell the slope of the score in a feature column, as finite differences find it', () => {
    const { mean, deviation } = policy.scorer.features.columns[0];
    const p = [0.55, 0.3, 0.15];
    for (const years of [25, 44, 70]) {
      const h = 0.05;
      const slope = (score(p, [years + h]) - score(p, [years - h])) / (2 * h);
      const told = explain(p, [years], 99).find(({ name }) => name === 'age');
      expect(told?.effect ?? 0).toBeCloseTo(slope * (years - mean), 2);
      expect(deviation).toBeGreaterThan(0);
    }
  });

  it('are the same of the features that the score was made of', () => {
    for (const years of [25, 44, 70]) {
      const p = [0.55, 0.3, 0.15];
      score(p, [years]);
      const told = explain([], [], 99, score.row);
      const plain = explain(p, [years], 99);
      expect(told.map(({ name }) => name)).toEqual(plain.map(({ name }) => name));
      told.forEach(({ effect }, k) => {
        expect(effect).toBeCloseTo(plain[k].effect, 6);
      });
    }
  });

  it('come largest first, and name what they speak of', () => {
    const told = explain([0.5, 0.3, 0.2], [60], 3);
    const sizes = told.map(({ effect }) => Math.abs(effect));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const names = inputNames(policy.scorer.features, policy.classes);
    for (const { name } of told) expect([...names, "the model's confidence"]).toContain(name);
  });
});

it.each([
  { dense: 11, classes: 10, hidden: [64, 16], outputs: 1 },
  { dense: 3, classes: 0, hidden: [5], outputs: 4 },
  { dense: 9, classes: 2, hidden: [], outputs: 2 },
])('the kernel finds the slopes of its plain twin: %o', (shape) => {
  const network = initialNetwork(shape, 5);
  const slopes = (raw: Float64Array) => Float64Array.from(raw, (value, o) => value + o);
  const [fast, plain] = [false, true].map((isPlain) => gradientOf(network, isPlain));
  for (let row = 0; row < 50; row++) {
    const dense = Float32Array.from({ length: shape.dense }, () => 2 * random.uniform() - 1);
    const found = [fast, plain].map((add) => {
      const into = new Float64Array(shape.dense).fill(1);
      add(slopes, dense, shape.classes > 0 ? row % shape.classes : -1, into);
      return into;
    });
    found[0].forEach((value, i) => {
      expect(value).toBeCloseTo(found[1][i], 12);
    });
    expect(found[0].some((value) => value !== 1)).toBe(true);
  }
});

it('the means are those of the fitting rows, and survive the file', () => {
  const policy = fitPolicy(table, { method: 'drcpe-zeroone', epochs: 2, calibrationShare: 0 });
  expect(policy.inputMeans).toEqual(inputMeans(table, policy.scorer.features).inputMeans);
  const largest = model.reduce((sum, row) => sum + Math.max(...row), 0) / rows;
  expect(policy.inputMeans![1]).toBeCloseTo(largest, 5);
  expect(parsePolicy(printPolicy(policy)).inputMeans).toEqual(policy.inputMeans);
  const { inputMeans: _means, ...without } = policy;
  expect(parsePolicy(printPolicy(without)).id).toBe(policy.id);
});
