import { rankScores } from '../curve/ranked-scores.js';
import type { ResampledCurves, ResampledInput } from './resample.js';
import { addGains } from './sorted-curve.js';
import { sideBySide } from './worlds-side-by-side.js';

/** With fewer rows one by one is faster (measured: even at 2,000, a third slower at 5,000). */
const MANY_ROWS = 3000;

/** Many worlds at once where there are many rows, each right or wrong; else one by one. */
export function resampledCurves(input: ResampledInput): ResampledCurves {
  const { methods, gain, counted } = input;
  const many = methods.length > 0 && counted && gain.length >= MANY_ROWS && gain.every(isWhole);
  return (many && sideBySide(input)) || oneByOne(input);
}

const isWhole = (gain: number) => gain === 0 || gain === 1 || gain === -1;

export function oneByOne({ methods, gain, rates }: ResampledInput): ResampledCurves {
  const prepared = methods.map(({ scores }) =>
    scores.map((vector) => {
      const ranked = rankScores(vector);
      return { ranked, difference: Float64Array.from(ranked.order, (row) => gain[row]) };
    }),
  );
  return {
    waits: false,
    add({ weight, total, seeds, into }) {
      const weights = weight instanceof Float64Array ? weight : Float64Array.from(weight);
      prepared.forEach((curves, m) => {
        curves.forEach(({ ranked, difference }, s) => {
          const share = seeds[m][s] / curves.length;
          if (share > 0) addGains(ranked, difference, weights, total, rates, share, into[m]);
        });
      });
    },
    finish() {},
  };
}
