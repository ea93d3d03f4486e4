/**
 * Bands that are promised to hold at all rates at once: the accuracy and the gain of the headline's
 * method along a curve, and the verdict's control columns. How often the whole true curve lies inside.
 */
import { describe, it } from 'vitest';
import {
  BAND_WORLDS,
  type BandWorld,
  CONTROL_WORLDS,
  drawBandWorld,
  trueAccuracy,
  trueLead,
} from '../../test/band-worlds.js';
import { simulated, worldsOf } from '../../test/simulated.js';
import { band } from './band.js';
import { bootstrapCurves } from './bootstrap.js';
import { VERDICT_RATES, verdict } from './verdict.js';
import { gainIntervalsAt, simultaneousBand, valueIntervalsAt } from './widened-band.js';

const WORLDS = worldsOf(1000);
/** As a report draws them. */
const GRID = Array.from({ length: 101 }, (_, k) => k / 100);
const RESAMPLES = 400;
const sim = simulated('bands');

interface Ends {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}
const holds = ({ lower, upper }: Ends, truth: readonly number[]) =>
  truth.every((value, k) => lower[k] <= value + 1e-12 && value <= upper[k] + 1e-12);

describe('the band of a method holds its whole curve in at least 93 %', () => {
  const found = (world: BandWorld, seed: number) => {
    const { scores, u: _, v: __, ...rows } = drawBandWorld(world, seed);
    const methods = [{ name: 'own', scores }];
    const input = { ...rows, methods, rates: GRID, resamples: RESAMPLES, seed };
    const replicates = bootstrapCurves(input);
    const along = gainIntervalsAt(rows, scores, GRID, 'model');
    return {
      accuracy: simultaneousBand(
        band(replicates, 'own'),
        valueIntervalsAt(rows, scores, GRID, [0, 1]),
      ),
      gain: simultaneousBand(band(replicates, 'own', 'model'), along),
    };
  };
  it.each(BAND_WORLDS.map((world) => [world.name, world] as const))('%s', (name, world) => {
    const accuracy = GRID.map((rate) => trueAccuracy(world, rate));
    const gain = accuracy.map((value) => value - accuracy[0]);
    let [accuracies, gains] = [0, 0];
    for (let seed = 0; seed < WORLDS; seed++) {
      const bands = found(world, seed);
      if (holds(bands.accuracy, accuracy)) accuracies++;
      if (holds(bands.gain, gain)) gains++;
    }
    sim.covered(`band of accuracy at 101 rates at once, ${name}`, accuracies, WORLDS);
    sim.covered(`band of gain at 101 rates at once, ${name}`, gains, WORLDS);
  });
});

describe("the verdict's controls hold at all rates at once in at least 93 %", () => {
  it.each(CONTROL_WORLDS.map((world) => [world.name, world] as const))('%s', (name, world) => {
    const lead = VERDICT_RATES.map((rate) => trueLead(world, rate));
    // A predicted class that tells nothing: shuffled within it, scores hand over at random.
    const random = VERDICT_RATES.map((rate) => trueLead({ ...world, byV: 0 }, rate));
    let [conf, shuffle] = [0, 0];
    for (let seed = 0; seed < WORLDS; seed++) {
      const { u, v, scores: _, ...rows } = drawBandWorld(world, seed);
      const predicted = u.map((_, i) => i % 3);
      const { controls } = verdict({ ...rows, scores: u, confidenceScores: v, predicted, seed });
      const control = (of: string) => controls.find((each) => each.name === of)!;
      if (holds(control('conf'), lead)) conf++;
      if (holds(control('shuffle'), random)) shuffle++;
    }
    sim.covered(`verdict's control: over the model's confidence, ${name}`, conf, WORLDS);
    sim.covered(`verdict's control: over shuffled scores, ${name}`, shuffle, WORLDS);
  });
});
