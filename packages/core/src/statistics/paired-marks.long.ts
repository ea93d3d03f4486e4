/**
 * Bold and red in a table of methods that are all equally good: a mark in a column is then a mistake,
 * and may be made in at most 5 % of tables. A method that guesses is worse, so red is right for it.
 */
import { expect, it } from 'vitest';
import { drawMarks, MARK_WORLDS } from '../../test/mark-worlds.js';
import { simulated, worldsOf } from '../../test/simulated.js';
import { pairedMarks } from './paired-marks.js';

const WORLDS = worldsOf(1000);
const RATES = [0.05, 0.1, 0.2, 0.3, 0.5];
const sim = simulated('paired-marks');

it.each(MARK_WORLDS.map((world) => [world.name, world] as const))('%s', (name, world) => {
  const wrong = RATES.map(() => 0);
  let anywhere = 0;
  for (let seed = 0; seed < WORLDS; seed++) {
    const { rows, methods } = drawMarks(world, seed);
    const columns = RATES.map((rate) =>
      pairedMarks(rows, methods, rate).some(
        (method) => method.mark !== 'none' && !(method.name === 'guess' && method.mark === 'red'),
      ),
    );
    columns.forEach((mistaken, k) => {
      if (mistaken) wrong[k]++;
    });
    if (columns.includes(true)) anywhere++;
  }
  const worst = Math.max(...wrong);
  sim.keep({
    ...{ table: 'marks', world: name, count: worst, worlds: WORLDS, promised: 0.05 },
    note: `the worst of ${RATES.length} columns; in ${anywhere} worlds some column`,
  });
  expect(worst / WORLDS).toBeLessThanOrEqual(0.05 + 3.1 * Math.sqrt(0.0475 / WORLDS));
});
