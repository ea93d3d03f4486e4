import { describe, expect, it } from 'vitest';
import { rowFeatures } from '../features/row.js';
import {
  calibratedAt,
  denseCount,
  FEATURE_KINDS,
  type FeatureSpec,
  nominalInputs,
} from '../features/spec.js';
import { stream } from '../random/stream.js';
import { recordWriter } from './feature-records.js';
import { createKernel } from './instance.js';
import { planNetwork } from './plan.js';

/** Rows that try the edges: soft, one-hot, uniform (all ties), pairs of ties, zeros, denormals. */
function rowsOf(classes: number): Float32Array {
  const random = stream(classes, 'feature rows');
  const rows: number[][] = [];
  const normalised = (row: number[]) => {
    const total = row.reduce((sum, value) => sum + value, 0);
    return row.map((value) => value / total);
  };
  const drawn = (value: (c: number) => number) =>
    Array.from({ length: classes }, (_, c) => value(c));
  for (let i = 0; i < 40; i++) rows.push(normalised(drawn(() => random.uniform() ** 4)));
  for (const hot of [0, classes - 1]) rows.push(drawn((c) => +(c === hot)));
  rows.push(drawn(() => 1 / classes));
  rows.push(normalised(drawn((c) => 1 + Math.floor(c / 2))));
  rows.push(normalised(drawn((c) => classes - c)));
  rows.push(normalised(drawn((c) => (c % 2 === 0 ? 1 : 0))));
  rows.push(drawn((c) => (c === classes - 1 ? 1 : 1e-42)));
  rows.push(drawn((c) => (c === 0 ? 1 - 1e-7 : 1e-7 / (classes - 1))));
  return Float32Array.from(rows.flat());
}

const layout = (spec: FeatureSpec) => {
  const kernel = createKernel();
  const plan = planNetwork(
    kernel,
    { dense: denseCount(spec), classes: spec.classes, hidden: [8], outputs: 1 },
    false,
  );
  return { kernel, plan, writer: recordWriter(kernel, plan, spec, 1) };
};

describe.each([2, 3, 4, 5, 10, 11, 100, 1000])('features of %i classes', (classes) => {
  const model = rowsOf(classes);
  const rows = model.length / classes;

  it.each(FEATURE_KINDS.filter((kind) => kind !== 'columns'))(
    '%s: the kernel writes what its plain twin writes',
    (kind) => {
      const spec: FeatureSpec = {
        kind,
        classes,
        columns: [
          { name: 'size', mean: 2, deviation: 3 },
          { name: 'ward', mean: 0, deviation: 1, levels: ['a', 'b', 'c'], other: true },
          { name: 'crp', mean: 2, deviation: 3, missing: 'indicator' },
        ],
        ...(kind.endsWith('calibrated') && {
          calibrated: {
            slope: 0.7,
            biases: Array.from({ length: classes }, (_, c) => (c % 7) / 3 - 1),
            features: ['answer', 'doubt', 'entropy'].map((name, k) => ({
              name,
              mean: [0.7, -2, 0.5][k],
              deviation: [0.2, 1.5, 0.4][k],
            })),
          },
        }),
        ...(kind.includes('full') && {
          logProbabilities: Array.from({ length: classes }, (_, c) => ({
            name: `log p(${c})`,
            mean: -c,
            deviation: 2,
          })),
        }),
      };
      const column = Float32Array.from({ length: rows }, (_, i) => i / 7);
      const ward = column.map((_, i) => (i % 6 === 5 ? Number.NaN : i % 6));
      const crp = column.map((value, i) => (i % 3 === 0 ? Number.NaN : value));
      const columns = [column, ward, crp].map((values) => ({ values }));
      const { kernel, plan, writer } = layout(spec);
      const records = kernel.reserve(rows * plan.stride * 4);
      // What stands there from before must not be taken for a zero.
      kernel.floats(records, rows * plan.stride).fill(7);
      writer.write({ rows, model, columns }, 0, rows, records);
      const floats = kernel.floats(records, rows * plan.stride);
      const ints = kernel.ints(records, rows * plan.stride);
      const dense = denseCount(spec);
      const twin = new Float32Array(dense);
      for (let i = 0; i < rows; i++) {
        const classIndex = rowFeatures(
          spec,
          model,
          i * classes,
          (j) => columns[j].values[i],
          twin,
          0,
        );
        const record = floats.subarray(i * plan.stride, i * plan.stride + dense);
        expect(ints[i * plan.stride + plan.dense]).toBe(classIndex);
        // Entropy and calibrated numbers may differ, in float32 rounding: the rest is copied or float64.
        const entropyAt = kind.startsWith('linear') ? 3 : 0;
        const from = calibratedAt(spec);
        for (let j = 0; j < dense; j++) {
          if (spec.calibrated && j >= from && j < from + 3)
            expect(Math.abs(record[j] - twin[j])).toBeLessThan(2e-5);
          else if (j === entropyAt)
            expect(Math.abs(record[j] - twin[j])).toBeLessThan(4e-6 * (1 + twin[j]));
          else expect(record[j]).toBe(twin[j]);
        }
        expect(floats[i * plan.stride + dense]).toBe(1); // the constant that carries the bias
      }
    },
  );
});

describe.each([2, 10, 11, 100])('rows of %i classes, any number at a time', (classes) => {
  const spec: FeatureSpec = { kind: 'paper', classes, columns: [] };
  const model = rowsOf(classes);
  const rows = model.length / classes;

  it.each([1, 2, 3, 5, 7])(
    '%i together: the bytes of all at once, and nothing beside them',
    (step) => {
      const { kernel, plan, writer } = layout(spec);
      const size = plan.stride;
      const [whole, parts] = [
        kernel.reserve(rows * size * 4),
        kernel.reserve((rows + 1) * size * 4),
      ];
      for (const at of [whole, parts]) kernel.floats(at, rows * size).fill(7);
      const behind = kernel.floats(parts + rows * size * 4, size).fill(7);
      writer.write({ rows, model, columns: [] }, 0, rows, whole);
      for (let from = 0; from < rows; from += step)
        writer.write(
          { rows, model, columns: [] },
          from,
          Math.min(step, rows - from),
          parts + from * size * 4,
        );
      expect(kernel.floats(parts, rows * size)).toEqual(kernel.floats(whole, rows * size));
      expect([...behind]).toEqual(Array(size).fill(7));
    },
  );
});

describe('the plain twin, by hand', () => {
  it('entropy, the largest in falling order, the predicted class', () => {
    const spec: FeatureSpec = { kind: 'paper', classes: 4, columns: [] };
    const out = new Float32Array(5);
    expect(rowFeatures(spec, [0.2, 0.5, 0, 0.3], 0, () => 0, out, 0)).toBe(1);
    const entropy = -(0.2 * Math.log(0.2) + 0.5 * Math.log(0.5) + 0.3 * Math.log(0.3));
    [entropy, 0.5, 0.3, 0.2, 0].forEach((value, j) => {
      expect(out[j]).toBeCloseTo(value, 6);
    });
  });

  it('only the ten largest of eleven', () => {
    const spec: FeatureSpec = { kind: 'paper', classes: 11, columns: [] };
    const p = Array.from({ length: 11 }, (_, c) => (c + 1) / 66);
    const out = new Float32Array(11);
    rowFeatures(spec, p, 0, () => 0, out, 0);
    expect([...out.subarray(1)]).toEqual(p.slice(1).reverse().map(Math.fround));
  });

  it('linear: p₁, p₁ − p₂, p₁², entropy', () => {
    const spec: FeatureSpec = { kind: 'linear', classes: 3, columns: [] };
    const out = new Float32Array(4);
    rowFeatures(spec, [0.1, 0.7, 0.2], 0, () => 0, out, 0);
    const entropy = -(0.1 * Math.log(0.1) + 0.7 * Math.log(0.7) + 0.2 * Math.log(0.2));
    [0.7, 0.5, 0.49, entropy].forEach((value, j) => {
      expect(out[j]).toBeCloseTo(value, 6);
    });
  });

  it('columns alone are standardised, and have no class', () => {
    const spec: FeatureSpec = {
      kind: 'columns',
      classes: 0,
      columns: [{ name: 'a', mean: 1, deviation: 2 }],
    };
    const out = new Float32Array(1);
    expect(rowFeatures(spec, [], 0, () => 7, out, 0)).toBe(-1);
    expect(out[0]).toBe(3);
  });

  it('the paper counts L + 11 inputs, whatever L', () => {
    for (const classes of [2, 10, 100])
      expect(nominalInputs({ kind: 'paper', classes, columns: [] })).toBe(classes + 11);
  });
});
