/**
 * The finding of `compare` where the expert answered only some rows, more often where the model was
 * unsure: how often its interval, and the band along the curve, hold the gain over all rows. The
 * probability of asking is a column, or estimated from the features.
 */
import { stream, type Table, tableFromArrays } from '@cede/core';
import { it } from 'vitest';
import { simulated, worldsOf } from '../../../core/test/simulated.js';
import { inlineStudyRunner } from '../inline-runner.js';
import { compare } from './compare.js';

const WORLDS = worldsOf(300);
const sim = simulated('missing-answers');

const EXPERT = 0.85;
const RATE = 0.2;
/** The model is right as often as it says, 0.5 + u/2; the expert always equally often. */
const trueGain = (rate: number) => rate * (EXPERT - 0.5) - (rate * rate) / 4;
const asked = (u: number) => (u < 0.5 ? 0.8 : 0.3);

function drawn(rows: number, seed: number, name: string, known: boolean): Table {
  const random = stream(seed, `missing answers, ${name}`);
  const [model, label, expert]: [number[][], number[], (number | null)[]] = [[], [], []];
  const [propensity, place]: [number[], number[]] = [[], []];
  for (let i = 0; i < rows; i++) {
    const u = random.uniform();
    const [sure, guess] = [0.5 + u / 2, random.below(2)];
    const truth = random.uniform() < sure ? guess : 1 - guess;
    const said = random.uniform() < EXPERT ? truth : 1 - truth;
    model.push(guess === 0 ? [sure, 1 - sure] : [1 - sure, sure]);
    label.push(truth);
    expert.push(random.uniform() < asked(u) ? said : null);
    propensity.push(asked(u));
    place.push(u);
  }
  return tableFromArrays({
    ...{ model, label, expert, columns: { place } },
    ...(known && { propensity }),
  });
}

it.each([
  ['propensity known', 400, true],
  ['propensity estimated', 400, false],
  ['propensity known', 1500, true],
] as const)('%s, %d rows', async (name, rows, known) => {
  let [inside, along] = [0, 0];
  for (let seed = 0; seed < WORLDS; seed++) {
    const side = (table: string) => ({
      ...{ table: drawn(rows, seed, table, known), hash: table, name: table },
    });
    const { headline } = await compare(
      { fit: side('fit'), test: side('test') },
      { methods: ['conf'], method: 'conf', rate: RATE, seeds: 1 },
      { runner: inlineStudyRunner() },
    );
    const { gain, gains } = headline;
    if (gain.lower <= trueGain(RATE) && trueGain(RATE) <= gain.upper) inside++;
    // From handing nothing over, where the gain is 0, to everything.
    const truths = gains.lower.map((_, k) => trueGain(k / (gains.lower.length - 1)));
    if (truths.every((truth, k) => gains.lower[k] <= truth && truth <= gains.upper[k])) along++;
  }
  const world = `compare, half of the answers missing, ${name}, n = ${rows.toLocaleString('en-US')}`;
  sim.covered(`${world}: the finding`, inside, WORLDS);
  sim.covered(`${world}: the gain at all rates at once`, along, WORLDS);
});
