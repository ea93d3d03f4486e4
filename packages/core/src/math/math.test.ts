import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exp, expm1 } from './exp.js';
import { expBelowZero } from './exp-below-zero.js';
import { log, log1p } from './log.js';
import { pow } from './pow.js';
import { sigmoid, softplus } from './softplus.js';

const close = (actual: number, expected: number, relative = 5e-15) => {
  if (actual === expected) return;
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(
    relative * Math.abs(expected) + Number.MIN_VALUE * 2,
  );
};
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('own elementary functions agree with the engine to a few ulps', () => {
  it('exp', () => {
    fc.assert(fc.property(real(-745, 709), (x) => close(exp(x), Math.exp(x))));
    expect([exp(0), exp(-Infinity), exp(Infinity), exp(800), exp(-800)]).toEqual([
      1,
      0,
      Infinity,
      Infinity,
      0,
    ]);
    expect(exp(NaN)).toBeNaN();
  });

  it('exp of numbers below 0, for sums', () => {
    fc.assert(fc.property(real(-708, 0), (x) => close(expBelowZero(x), Math.exp(x), 1e-13)));
    expect([expBelowZero(0), expBelowZero(-Infinity), expBelowZero(-800)]).toEqual([1, 0, 0]);
  });

  it('expm1', () => {
    fc.assert(fc.property(real(-40, 40), (x) => close(expm1(x), Math.expm1(x))));
    expect(expm1(1e-12)).toBe(Math.expm1(1e-12));
  });

  it('log, subnormal numbers included', () => {
    fc.assert(fc.property(real(Number.MIN_VALUE, 1e308), (x) => close(log(x), Math.log(x))));
    fc.assert(fc.property(real(0.5, 2), (x) => close(log(x), Math.log(x))));
    expect([log(1), log(0), log(Infinity)]).toEqual([0, -Infinity, Infinity]);
    expect(log(-1)).toBeNaN();
  });

  it('log1p', () => {
    fc.assert(fc.property(real(-0.999, 1e6), (x) => close(log1p(x), Math.log1p(x))));
    expect(log1p(1e-15)).toBe(Math.log1p(1e-15));
  });

  it('pow', () => {
    fc.assert(
      fc.property(real(1e-30, 1), real(0.01, 3), (x, y) => close(pow(x, y), x ** y, 1e-13)),
    );
    expect([pow(0, 0.7), pow(0, 0), pow(0, -1), pow(0.3, 1)]).toEqual([0, 1, Infinity, 0.3]);
  });

  it('softplus and sigmoid, also far from 0', () => {
    fc.assert(
      fc.property(real(-30, 30), (v) => {
        close(softplus(v), Math.log1p(Math.exp(-Math.abs(v))) + Math.max(v, 0), 1e-14);
        close(sigmoid(v), 1 / (1 + Math.exp(-v)), 1e-14);
      }),
    );
    expect([softplus(1000), softplus(-1000), sigmoid(1000), sigmoid(-1000)]).toEqual([
      1000, 0, 1, 0,
    ]);
  });
});
