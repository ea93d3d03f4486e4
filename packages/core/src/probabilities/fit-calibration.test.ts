import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { calibratedFeatures, calibrateRow, type ProbabilityCalibration } from './calibration.js';
import { fitCalibration } from './fit-calibration.js';

/** Rows whose truth is drawn from a known calibration of the model's probabilities. */
function world(rows: number, classes: number, truth: ProbabilityCalibration, seed = 1) {
  const random = stream(seed, 'calibration world');
  const model = new Float32Array(rows * classes);
  const label = new Int32Array(rows);
  const q = new Float64Array(classes);
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += model[i * classes + c] = Math.exp(2 * random.normal());
    for (let c = 0; c < classes; c++) model[i * classes + c] /= sum;
    calibrateRow(truth, model, i * classes, q);
    let u = random.uniform();
    while (label[i] < classes - 1 && u >= q[label[i]]) u -= q[label[i]++];
  }
  return { model, label, classes };
}

/** The objective, written down once more with the engine's own functions. */
function objective(
  rows: ReturnType<typeof world>,
  { slope, biases }: ProbabilityCalibration,
): number {
  let sum = 2.5 * ((slope - 1) ** 2 + biases.reduce((total, b) => total + b * b, 0));
  rows.label.forEach((y, i) => {
    const z = biases.map(
      (b, c) => slope * Math.log(Math.max(rows.model[i * rows.classes + c], 1e-6)) + b,
    );
    sum += Math.log(z.reduce((total, v) => total + Math.exp(v - z[y]), 0));
  });
  return sum;
}

describe('fitting a calibration', () => {
  it('finds what the labels were drawn from', () => {
    const truth = { slope: 0.6, biases: [1, -0.5, 0.25, -0.75] };
    const found = fitCalibration(world(20_000, 4, truth));
    expect(found.slope).toBeCloseTo(0.6, 1);
    const centred = found.biases.map((b) => b - found.biases[0] + 1);
    for (const [c, b] of centred.entries()) expect(Math.abs(b - truth.biases[c])).toBeLessThan(0.1);
  });

  it('no neighbour is better: the minimum of the objective as it is written', () => {
    const rows = world(300, 5, { slope: 2, biases: [0, 1, 0, -1, 0] });
    const found = fitCalibration(rows);
    const least = objective(rows, found);
    const random = stream(2, 'neighbours');
    for (let k = 0; k < 200; k++) {
      const size = 10 ** -(1 + (k % 4));
      const near = {
        slope: found.slope + size * random.normal(),
        biases: found.biases.map((b) => b + size * random.normal()),
      };
      expect(objective(rows, near)).toBeGreaterThan(least - 1e-7);
    }
    expect(Math.abs(found.biases.reduce((sum, b) => sum + b, 0))).toBeLessThan(1e-6);
  });

  it('from another start it ends at the same place', () => {
    const rows = world(400, 3, { slope: 0.7, biases: [1, 0, -1] });
    const one = fitCalibration(rows);
    const other = fitCalibration(rows, { slope: 3, biases: [-2, 2, 5] });
    expect(other.slope).toBeCloseTo(one.slope, 5);
    for (const [c, b] of other.biases.entries()) expect(b).toBeCloseTo(one.biases[c], 5);
  });

  it('a perfect model keeps a finite slope, a reversed one the least', () => {
    const model = new Float32Array(400);
    const label = Int32Array.from({ length: 200 }, (_, i) => i % 2);
    label.forEach((y, i) => {
      model[2 * i + y] = 0.9;
      model[2 * i + 1 - y] = 0.1;
    });
    const perfect = fitCalibration({ label, model, classes: 2 });
    expect(perfect.slope).toBeGreaterThan(1);
    expect(perfect.slope).toBeLessThan(20);
    const reversed = fitCalibration({ label: label.map((y) => 1 - y), model, classes: 2 });
    expect(reversed.slope).toBe(0.02);
    expect(reversed.biases.every(Number.isFinite)).toBe(true);
  });

  it('counts only the rows it is given', () => {
    const rows = world(300, 3, { slope: 0.5, biases: [1, 0, -1] });
    const kept = Array.from({ length: 100 }, (_, k) => 3 * k);
    const part = {
      classes: 3,
      label: Int32Array.from(kept, (i) => rows.label[i]),
      model: Float32Array.from(kept.flatMap((i) => [...rows.model.subarray(3 * i, 3 * i + 3)])),
    };
    expect(fitCalibration({ ...rows, rows: kept })).toEqual(fitCalibration(part));
  });
});

describe('the features of a calibrated row', () => {
  it('are those of the calibrated probabilities', () => {
    const random = stream(3, 'features');
    const calibration = { slope: 0.8, biases: [0.3, -0.2, 0.5, -0.6, 0] };
    const q = new Float64Array(5);
    const out = new Float64Array(3);
    for (let k = 0; k < 100; k++) {
      const p = Float32Array.from({ length: 5 }, () => random.uniform() ** 6);
      const sum = p.reduce((total, v) => total + v, 0);
      p.forEach((v, c) => {
        p[c] = v / sum;
      });
      const answer = p.indexOf(Math.max(...p));
      calibrateRow(calibration, p, 0, q);
      calibratedFeatures(calibration, p, 0, answer, out, 0);
      expect(q.reduce((total, v) => total + v, 0)).toBeCloseTo(1, 12);
      expect(out[0]).toBeCloseTo(q[answer], 12);
      expect(out[1]).toBeCloseTo(Math.log(1 - q[answer]), 9);
      expect(out[2]).toBeCloseTo(-q.reduce((total, v) => total + v * Math.log(v), 0), 12);
    }
  });

  it('a model that is sure still leaves a doubt that can be told apart, down to a floor', () => {
    const out = new Float64Array(3);
    const same = { slope: 1, biases: [0, 0] };
    calibratedFeatures(same, [1 - 1e-5, 1e-5], 0, 0, out, 0);
    expect(out[1]).toBeCloseTo(Math.log(1e-5), 6);
    calibratedFeatures({ slope: 5, biases: [0, 0] }, [1, 0], 0, 0, out, 0);
    expect(out[1]).toBeCloseTo(Math.log(1e-7), 9);
  });
});
