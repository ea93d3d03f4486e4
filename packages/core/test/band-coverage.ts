/** How often bands hold the whole true curve of a world. */
import { answeredOutcome } from '../src/statistics/answered-rows.js';
import { band } from '../src/statistics/band.js';
import { bootstrapCurves } from '../src/statistics/bootstrap.js';
import {
  gainIntervalsAt,
  simultaneousBand,
  valueIntervalsAt,
} from '../src/statistics/widened-band.js';
import { type BandWorld, drawBandWorld, trueAccuracy } from './band-worlds.js';

/** As a report draws them. */
const GRID = Array.from({ length: 101 }, (_, k) => k / 100);
const RESAMPLES = 400;

interface Ends {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** Whether all of a curve lies inside. */
export const holdsAll = ({ lower, upper }: Ends, truth: readonly number[]): boolean =>
  truth.every((value, k) => lower[k] <= value + 1e-12 && value <= upper[k] + 1e-12);

/** In how many of the worlds the bands of accuracy and gain hold, of all `worlds`. */
export function bandCoverage(
  world: BandWorld,
  worlds: number,
): { readonly accuracy: number; readonly gain: number } {
  const accuracy = GRID.map((rate) => trueAccuracy(world, rate));
  const gain = accuracy.map((value) => value - accuracy[0]);
  let [accuracies, gains] = [0, 0];
  for (let seed = 0; seed < worlds; seed++) {
    const bands = bandsOf(world, seed);
    if (holdsAll(bands.accuracy, accuracy)) accuracies++;
    if (holdsAll(bands.gain, gain)) gains++;
  }
  return { accuracy: accuracies, gain: gains };
}

/** How often the accuracy that `evaluate` prints holds the truth, the threshold being fixed beforehand. */
export function accuracyCoverage(
  world: BandWorld,
  rate: number,
  worlds: number,
): { readonly told: number; readonly covered: number } {
  const truth = trueAccuracy(world, rate);
  let [told, covered] = [0, 0];
  for (let seed = 0; seed < worlds; seed++) {
    const { u, v: _, scores: __, ...rows } = drawBandWorld(world, seed);
    const { value } = answeredOutcome({
      ...rows,
      share: u.map((place) => (place <= rate ? 1 : 0)),
    });
    if (!value.canTell) continue;
    told++;
    if (value.lower <= truth && truth <= value.upper) covered++;
  }
  return { told, covered };
}

function bandsOf(world: BandWorld, seed: number) {
  const { scores, u: _, v: __, ...rows } = drawBandWorld(world, seed);
  const methods = [{ name: 'own', scores }];
  const input = { ...rows, methods, rates: GRID };
  const replicates = bootstrapCurves(input, { resamples: RESAMPLES, seed });
  const values = valueIntervalsAt(rows, scores, GRID, [0, 1]);
  const gains = gainIntervalsAt(rows, scores, GRID, 'model');
  return {
    accuracy: simultaneousBand(band(replicates, 'own'), values),
    gain: simultaneousBand(band(replicates, 'own', 'model'), gains),
  };
}
