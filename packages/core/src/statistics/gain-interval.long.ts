/** The one interval of a gain: how often it holds the truth, where a bootstrap held it in 62 to 88 %. */
import { describe, it } from 'vitest';
import { ANSWERED_WORLDS, answeredCoverage } from '../../test/answered-worlds.js';
import { accuracyCoverage } from '../../test/band-coverage.js';
import { BAND_WORLDS } from '../../test/band-worlds.js';
import { coverage, GAIN_WORLDS } from '../../test/gain-worlds.js';
import { simulated, worldsOf } from '../../test/simulated.js';

const WORLDS = worldsOf(1000);
const sim = simulated('gain-interval');

describe('95 % intervals of a gain hold the truth in at least 93 %', () => {
  for (const world of GAIN_WORLDS) {
    it(world.name, () => {
      const { covered, told } = coverage(world, WORLDS);
      const untold = WORLDS - told;
      sim.covered(
        world.name,
        covered,
        told,
        untold > 0 ? `can't tell in ${untold} more` : undefined,
      );
    });
  }
});

describe('95 % intervals where the expert answered only some rows', () => {
  for (const world of ANSWERED_WORLDS) {
    it(world.name, () => {
      const { told, gain, value } = answeredCoverage(world, WORLDS);
      const note = told < WORLDS ? `can't tell in ${WORLDS - told} more` : undefined;
      sim.covered(`gain: ${world.name}`, gain, told, note);
      sim.covered(`accuracy: ${world.name}`, value, told, note);
    });
  }
});

describe('95 % intervals of an accuracy at a threshold fixed beforehand, with clusters', () => {
  for (const world of BAND_WORLDS.filter(({ clusters }) => clusters)) {
    for (const [rate, handed] of [
      [0, 'nothing'],
      [0.2, '20 %'],
      [1, 'everything'],
    ] as const) {
      it(`${world.name}, ${handed} handed over`, () => {
        const { told, covered } = accuracyCoverage(world, rate, WORLDS);
        const note = told < WORLDS ? `can't tell in ${WORLDS - told} more` : undefined;
        const name = `evaluate: accuracy, ${handed} handed over, ${world.name}`;
        sim.covered(name, covered, told, note);
      });
    }
  }
});
