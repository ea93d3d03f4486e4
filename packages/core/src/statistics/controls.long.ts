/** Bands of the verdict's control columns, promised at all rates at once: how often the whole true curve lies inside. */
import { describe, it } from 'vitest';
import { holdsAll } from '../../test/band-coverage.js';
import { CONTROL_WORLDS, drawBandWorld, trueLead } from '../../test/band-worlds.js';
import { simulated, worldsOf } from '../../test/simulated.js';
import { VERDICT_RATES, verdict } from './verdict.js';

const WORLDS = worldsOf(1000);
const sim = simulated('controls');

describe("the verdict's controls hold at all rates at once in at least 93 %", () => {
  it.each(CONTROL_WORLDS.map((world) => [world.name, world] as const))('%s', (name, world) => {
    const lead = VERDICT_RATES.map((rate) => trueLead(world, rate));
    // A predicted class that tells nothing: shuffled within it, scores hand over at random.
    const random = VERDICT_RATES.map((rate) => trueLead({ ...world, byV: 0 }, rate));
    let [conf, shuffle] = [0, 0];
    for (let seed = 0; seed < WORLDS; seed++) {
      const { u, v, scores: _, ...rows } = drawBandWorld(world, seed);
      const predicted = u.map((_, i) => i % 3);
      const { controls } = verdict(
        { ...rows, scores: u, confidenceScores: v, predicted },
        { seed },
      );
      const control = (of: string) => controls.find((each) => each.name === of)!;
      if (holdsAll(control('conf'), lead)) conf++;
      if (holdsAll(control('shuffle'), random)) shuffle++;
    }
    sim.covered(`verdict's control: over the model's confidence, ${name}`, conf, WORLDS);
    sim.covered(`verdict's control: over shuffled scores, ${name}`, shuffle, WORLDS);
  });
});
