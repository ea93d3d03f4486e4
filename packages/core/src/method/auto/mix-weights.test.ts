import { describe, expect, it } from 'vitest';
import { stream } from '../../random/stream.js';
import { addSums, mixSums, mixWeights } from './mix-weights.js';

const random = stream(1, 'mix weights');
const rows = 600;
const draw = () => Float64Array.from({ length: rows }, () => random.normal());
const [signal, other, noise] = [draw(), draw(), draw()];
const target = signal.map((value, i) => value + 0.5 * other[i] + 0.3 * random.normal());
const all = Uint32Array.from({ length: rows }, (_, i) => i);
const weightsOf = (members: Float64Array[], weight = (_row: number) => 1) =>
  mixWeights(mixSums(members, target, weight, all));

describe('the weights of a mix', () => {
  it('are nowhere negative, and no change of one of them comes nearer to the target', () => {
    const members = [signal, other, noise, signal.map((value) => -value)];
    const weights = weightsOf(members);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
    expect(weights[0]).toBeGreaterThan(0.8);
    expect(weights[1]).toBeGreaterThan(0.3);
    expect(weights[3]).toBe(0);
    const mean = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / rows;
    const spread = (values: Float64Array) => {
      const middle = mean(values);
      return Math.sqrt(values.reduce((sum, v) => sum + (v - middle) ** 2, 0) / rows);
    };
    const loss = (w: Float64Array) => {
      const centred = members.map((values) => values.map((v) => v - mean(values)));
      let sum = 0;
      for (let i = 0; i < rows; i++) {
        const said = centred.reduce((total, values, m) => total + w[m] * values[i], 0);
        sum += (target[i] - mean(target) - said) ** 2 / rows;
      }
      return w.reduce((total, value, m) => total + 0.1 * (value * spread(members[m])) ** 2, sum);
    };
    for (const m of members.keys())
      for (const step of [-0.01, 0.01]) {
        const moved = weights.map((value, k) => (k === m ? Math.max(0, value + step) : value));
        expect(loss(moved)).toBeGreaterThanOrEqual(loss(weights) - 1e-12);
      }
  });

  it('are shared by members that say the same; who says nothing has none', () => {
    const [a, b, flat] = weightsOf([signal, signal, signal.map(() => 3)]);
    expect(a).toBeCloseTo(b, 6);
    expect(flat).toBe(0);
  });

  it('do not depend on the unit of scores or weights, and folds add up', () => {
    const plain = weightsOf([signal, other]);
    const scaled = weightsOf([signal.map((value) => 1000 * value + 7), other], () => 5);
    expect(scaled[0]).toBeCloseTo(plain[0] / 1000, 8);
    expect(scaled[1]).toBeCloseTo(plain[1], 6);
    const half = (from: number) =>
      mixSums([signal, other], target, () => 1, all.subarray(from, from + rows / 2));
    mixWeights(addSums([half(0), half(rows / 2)])).forEach((value, m) => {
      expect(value).toBeCloseTo(plain[m], 10);
    });
  });
});
