import { describe, expect, it } from 'vitest';
import { coverage, GAIN_WORLDS } from '../../test/gain-worlds.js';
import { stream } from '../random/stream.js';
import { deferredAtRate, deferredAtThreshold } from './deferred-rows.js';
import { gainInterval, meanInterval } from './gain-interval.js';
import { studentQuantile } from './student.js';

/** The formula read off its definition: leave each unit out, keep the two pretended rows. */
function byLeavingOut(values: number[], weight: number[], cluster: number[] | undefined) {
  const units = [...new Set(cluster ?? values.keys())];
  const inUnit = (unit: number, i: number) => (cluster ? cluster[i] : i) === unit;
  const total = weight.reduce((a, b) => a + b, 0);
  const a = ((cluster ? 2 : 1) * total) / values.length;
  const meanWithout = (left: number | null) => {
    let sum = 0;
    let all = 2 * a;
    values.forEach((value, i) => {
      if (left !== null && inUnit(left, i)) return;
      sum += weight[i] * value;
      all += weight[i];
    });
    return sum / all;
  };
  const e = meanWithout(null);
  const G = units.length;
  let variance = 0;
  for (const unit of units) variance += (meanWithout(unit) - e) ** 2 * ((G - 1) / G);
  const S = total + 2 * a;
  variance += ((a * (1 - e)) / S) ** 2 + ((a * (-1 - e)) / S) ** 2;
  const sizes = units.map((unit) =>
    weight.reduce((sum, w, i) => sum + (inUnit(unit, i) ? w : 0), 0),
  );
  const effective = total ** 2 / sizes.reduce((sum, w) => sum + w * w, 0);
  return { e, error: Math.sqrt(variance), effective };
}

describe('the interval of a gain', () => {
  const random = stream(3, 'gain interval');
  const n = 60;
  const values = Array.from({ length: n }, () => random.below(5) / 2 - 1);
  const weight = Array.from({ length: n }, () => 0.2 + random.uniform());
  const cluster = Array.from({ length: n }, () => random.below(12));

  it.each([
    ['plain rows', undefined, undefined],
    ['weights', weight, undefined],
    ['clusters', undefined, cluster],
    ['weights and clusters', weight, cluster],
  ] as const)('is the jackknife with two pretended rows: %s', (_, weights, clusters) => {
    const slow = byLeavingOut(
      values,
      [...(weights ?? values.map(() => 1))],
      clusters && [...clusters],
    );
    const fast = meanInterval({ values, weight: weights, clusters }, 0.9);
    const t = studentQuantile(0.95, slow.effective - 1);
    expect(fast.centre).toBeCloseTo(slow.e, 12);
    expect(fast.standardError).toBeCloseTo(slow.error, 12);
    expect(fast.lower).toBeCloseTo(slow.e - t * slow.error, 10);
    expect(fast.upper).toBeCloseTo(slow.e + t * slow.error, 10);
  });

  it('prints the plain mean as the estimate and never a width of 0', () => {
    const { estimate, lower, upper } = meanInterval({ values: new Float64Array(200) });
    expect(estimate).toBe(0);
    expect(lower).toBeLessThan(-0.01);
    expect(upper).toBeGreaterThan(0.01);
  });

  it("can't tell with fewer than 5 effective clusters, and stays inside the range", () => {
    const few = meanInterval({ values, clusters: values.map((_, i) => i % 4) });
    expect(few).toMatchObject({ canTell: false, lower: -1, upper: 1 });
    const unequal = values.map((_, i) => (i < 50 ? 0 : i));
    expect(meanInterval({ values, clusters: unequal }).canTell).toBe(false);
    expect(meanInterval({ values, clusters: values.map((_, i) => i % 5) }).canTell).toBe(true);
    const sure = meanInterval({ values: new Float64Array(8).fill(1) });
    expect(sure.upper).toBe(1);
  });

  it('adds the variance between seeds', () => {
    const one = meanInterval({ values });
    const five = meanInterval({ values, ofSeeds: [0.1, 0.2, 0.3] });
    expect(five.standardError ** 2 - one.standardError ** 2).toBeCloseTo(0.01 / 3, 12);
  });

  it('measures against the model or against as many rows drawn at random', () => {
    const modelValue = [1, 0, 0, 1, 1, 0, 1, 1, 1, 0];
    const expertValue = [1, 1, 1, 0, 1, 0, 1, 1, 0, 1];
    const deferred = [deferredAtThreshold([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2)];
    const rows = { modelValue, expertValue };
    expect(gainInterval(rows, deferred).estimate).toBeCloseTo(0.2, 12);
    // Three of ten rows at random gain 0.3 of what asking always gains (3 rescues, 2 harms).
    expect(gainInterval(rows, deferred, 'random').estimate).toBeCloseTo(0.2 - 0.3 * 0.1, 12);
    const cost = (right: number) => 40 * right;
    const scaled = {
      modelValue: modelValue.map(cost),
      expertValue: expertValue.map(cost),
      range: 40,
    };
    expect(gainInterval(scaled, deferred).upper).toBeCloseTo(
      40 * gainInterval(rows, deferred).upper,
      10,
    );
    expect(() => gainInterval({ ...scaled, range: 30 }, deferred)).toThrow(/row 2: .*range 30/);
  });

  it('hands over ties in expectation', () => {
    expect([...deferredAtRate([1, 1, 1, 1], 0.5)]).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect([...deferredAtRate([3, 1, 2], 0.5, [1, 1, 2])]).toEqual([0, 1, 0.5]);
  });

  // The long run has 1,000 worlds of each; here a few, so that a broken formula shows at once.
  it.each(GAIN_WORLDS.filter((_, k) => k % 4 === 0))('covers: $name', (world) => {
    const { covered, told } = coverage(world, 120);
    expect(covered / told).toBeGreaterThan(0.93 - 3 * Math.sqrt((0.95 * 0.05) / told));
  });
});
