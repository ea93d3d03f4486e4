import { expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { bootstrapCurves, rowSampler } from './bootstrap.js';
import { countRowKinds, kindSampler } from './row-kinds.js';

const ROWS = 20_000;

function rowsOf(seed: number) {
  const random = stream(seed, 'alike rows');
  const modelValue = Float32Array.from({ length: ROWS }, () => Number(random.uniform() < 0.8));
  const expertValue = modelValue.map((right) => (random.uniform() < 0.02 ? 1 - right : right));
  const weight = Float64Array.from({ length: ROWS }, () => [0, 1, 2.5][random.below(3)]);
  return { modelValue, expertValue, weight };
}

it('counts rows that are alike, and leaves few rows and many kinds alone', () => {
  const { modelValue, expertValue, weight } = rowsOf(1);
  const found = countRowKinds(modelValue, expertValue, weight)!;
  expect(found.rows).toHaveLength(12);
  expect(found.rows.reduce((a, b) => a + b)).toBe(ROWS);
  const [model, expert, own] = [found.modelValue[3], found.expertValue[3], found.weight[3]];
  const alike = modelValue.filter(
    (right, i) => right === model && expertValue[i] === expert && weight[i] === own,
  );
  expect(found.rows[3]).toBe(alike.length);
  expect(countRowKinds(modelValue.subarray(1), expertValue, weight)).toBeUndefined();
  expect(
    countRowKinds(
      modelValue,
      expertValue,
      weight.map((w, i) => w + i),
    ),
  ).toBeUndefined();
});

it('draws them as often as one by one, so that means spread alike', () => {
  const { modelValue, expertValue, weight } = rowsOf(2);
  const alike = countRowKinds(modelValue, expertValue, weight)!;
  const byKind = kindSampler(alike, stream(3, 'kinds'));
  const byRow = rowSampler(weight, undefined, stream(3, 'rows'));
  const gains = (draw: () => Float64Array, of: Pick<typeof alike, 'modelValue' | 'expertValue'>) =>
    Array.from({ length: 1500 }, () => {
      const drawn = draw();
      const total = drawn.reduce((a, b) => a + b);
      return (
        drawn.reduce((sum, w, i) => sum + w * (of.expertValue[i] - of.modelValue[i]), 0) / total
      );
    });
  const spread = (values: number[]) => {
    const mean = values.reduce((a, b) => a + b) / values.length;
    return [mean, Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length)];
  };
  const [mean, deviation] = spread(gains(byKind, alike));
  const rows = { modelValue, expertValue } as never;
  const [plainMean, plainDeviation] = spread(gains(byRow, rows));
  // Standard errors of a deviation over 1,500 draws: 1.8 %.
  expect(deviation / plainDeviation).toBeCloseTo(1, 1);
  expect(Math.abs(mean - plainMean)).toBeLessThan((4 * plainDeviation) / Math.sqrt(750));
});

it('bootstraps many rows without a curve by kinds, to the same estimate', () => {
  const { modelValue, expertValue, weight } = rowsOf(4);
  const shared = { methods: [], rates: [0, 1], weight };
  const all = bootstrapCurves({ modelValue, expertValue, ...shared }, { resamples: 600 });
  const clusters = Int32Array.from(modelValue.keys());
  const apart = bootstrapCurves(
    { modelValue, expertValue, clusters, ...shared },
    { resamples: 600 },
  );
  for (const name of ['model', 'expert', 'random']) {
    expect(all.estimate.get(name)![1]).toBeCloseTo(apart.estimate.get(name)![1], 12);
    expect(all.draws.get(name)).not.toEqual(apart.draws.get(name));
  }
});
