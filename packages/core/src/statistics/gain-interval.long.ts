/** The one interval of a gain: how often it holds the truth, where a bootstrap held it in 62 to 88 %. */
import { describe, it } from 'vitest';
import { coverage, GAIN_WORLDS } from '../../test/gain-worlds.js';
import { simulated } from '../../test/simulated.js';

const WORLDS = 1000;
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
