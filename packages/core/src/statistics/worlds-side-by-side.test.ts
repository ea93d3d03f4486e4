import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import type { ResampledInput } from './resample.js';
import { oneByOne, resampledCurves } from './resampled-curves.js';
import { sideBySide } from './worlds-side-by-side.js';

/** `worlds` draws of rows and seeds through both ways. */
function bothWays(input: ResampledInput, worlds: number, seed: number, waiting?: number) {
  const rows = input.gain.length;
  const ways = [oneByOne(input), sideBySide(input, waiting)!];
  const random = stream(seed, 'worlds');
  const results = ways.map(() => [] as Float64Array[][]);
  for (let world = 0; world < worlds; world++) {
    const weight = new Float64Array(rows);
    for (let i = 0; i < rows; i++) weight[random.below(rows)]++;
    // The highest count a byte holds, for many rows side by side.
    if (world % 3 === 1) weight.fill(255, 0, random.below(rows));
    const total = weight.reduce((sum, times) => sum + times, 0);
    const seeds = input.methods.map(({ scores }) =>
      Float64Array.from(scores, () => random.below(3)),
    );
    ways.forEach((way, k) => {
      const into = input.methods.map(() =>
        new Float64Array(input.rates.length + 1).fill(0.1).with(-1, NaN),
      );
      results[k].push(into);
      way.add({ weight, total, seeds, into });
    });
  }
  for (const way of ways) way.finish();
  return results;
}

it('gives the curves of one world after the other, to the bit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 700 }),
      // From all scores equal to hardly any.
      fc.constantFrom(1, 2, 5, 40, 1e6),
      fc.integer({ min: 1, max: 150 }),
      fc.constantFrom([], [0, 0.003, 0.1, 0.25, 0.5, 0.77, 0.999, 1], [0.4]),
      fc.nat(),
      // As many as there are, or 64 at a time.
      fc.constantFrom(undefined, 1),
      (rows, different, worlds, rates, seed, waiting) => {
        const random = stream(seed, 'rows');
        const scores = () => Float32Array.from({ length: rows }, () => random.below(different) - 2);
        const input: ResampledInput = {
          methods: [{ scores: [scores(), scores(), scores()] }, { scores: [scores()] }],
          gain: Float64Array.from({ length: rows }, () => random.below(3) - 1),
          rates: Float64Array.from(rates),
          counted: true,
          areas: false,
        };
        const [plain, beside] = bothWays(input, worlds, seed, waiting);
        expect(beside).toEqual(plain);
      },
    ),
  );
});

it('is asked only where rows are many, counted, and each right or wrong', () => {
  const gain = new Float64Array(20_000).map((_, i) => (i % 3) - 1);
  const input: ResampledInput = {
    methods: [{ scores: [gain.map((worth) => -worth)] }],
    gain,
    rates: Float64Array.of(0.2),
    counted: true,
    areas: false,
  };
  /** Whether curves wait for others: then they are made 64 at once. */
  const waits = (one: ResampledInput) => {
    const into = [new Float64Array(2)];
    const weight = new Float64Array(one.gain.length).fill(1);
    resampledCurves(one).add({ weight, total: weight.length, seeds: [Float64Array.of(1)], into });
    return into[0][0] === 0;
  };
  expect(waits(input)).toBe(true);
  expect(waits({ ...input, counted: false })).toBe(false);
  expect(waits({ ...input, areas: true })).toBe(false);
  const votes = gain.with(17, 0.5);
  expect(waits({ ...input, gain: votes })).toBe(false);
  const few = {
    methods: [{ scores: [gain.slice(0, 99).map((worth) => -worth)] }],
    gain: gain.slice(0, 99),
  };
  expect(waits({ ...input, ...few })).toBe(false);
});
