/**
 * Bands that are promised to hold at all rates at once: the accuracy and the gain of the headline's
 * method along a curve. How often the whole true curve lies inside.
 */
import { describe, it } from 'vitest';
import { bandCoverage } from '../../test/band-coverage.js';
import { BAND_WORLDS } from '../../test/band-worlds.js';
import { simulated, worldsOf } from '../../test/simulated.js';

const WORLDS = worldsOf(1000);
const sim = simulated('bands');
const HERE = BAND_WORLDS.filter(({ clusters }) => clusters === undefined);

describe('the band of a method holds its whole curve in at least 93 %', () => {
  it.each(HERE.map((world) => [world.name, world] as const))('%s', (name, world) => {
    const { accuracy, gain } = bandCoverage(world, WORLDS);
    sim.covered(`band of accuracy at 101 rates at once, ${name}`, accuracy, WORLDS);
    sim.covered(`band of gain at 101 rates at once, ${name}`, gain, WORLDS);
  });
});
