/** The one interval of a gain: how often it holds the truth, where a bootstrap held it in 62 to 88 %. */
import { describe, expect, it } from 'vitest';
import { coverage, GAIN_WORLDS } from '../../test/gain-worlds.js';

const WORLDS = 1000;

describe('95 % intervals of a gain hold the truth in at least 93 %', () => {
  for (const world of GAIN_WORLDS) {
    it(world.name, () => {
      const { covered, told } = coverage(world, WORLDS);
      const share = covered / told;
      const error = Math.sqrt((share * (1 - share)) / told);
      console.log(
        `interval, ${world.name}: covered ${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)} % of ${told} worlds (can't tell: ${WORLDS - told})`,
      );
      expect(share).toBeGreaterThanOrEqual(0.93);
    });
  }
});
