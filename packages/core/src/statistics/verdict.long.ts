/**
 * The verdict's error rates. False "defer": who is right has nothing to do with the features, a
 * scorer is nevertheless trained and scored out of fold. Power: beside a one-sided test at the rate
 * where the gain is known to be; and where the true gain is 1.5 times what is asked, a pilot names a
 * number of rows, and that many rows must be enough in 80 % of cases.
 */
import { describe, expect, it } from 'vitest';
import { drawGain, drawNull, knownRateTest, ridgeScores } from '../../test/verdict-worlds.js';
import { permutedGains } from './permuted-gains.js';
import { VERDICT_RATES, verdict } from './verdict.js';

const WORLDS = 1000;
/** Where every world needs a hundred refits. */
const REFITTED = 300;
const share = (count: number, of: number) =>
  `${((100 * count) / of).toFixed(1)} ± ${(100 * Math.sqrt(((count / of) * (1 - count / of)) / of)).toFixed(1)} %`;

describe('false "defer" in at most 5 % of worlds', () => {
  for (const [rows, model, expert, columns] of [
    [500, 0.85, 0.85, 2],
    [2000, 0.85, 0.85, 2],
    [2000, 0.8, 0.9, 2],
    [2000, 0.9, 0.8, 2],
    [300, 0.97, 0.97, 2],
  ]) {
    it(`n = ${rows}, model ${model}, expert ${expert}`, () => {
      const kinds = { defer: 0, 'not-worth-it': 0, 'cannot-tell': 0 };
      for (let seed = 0; seed < WORLDS; seed++) {
        const world = drawNull({ rows, model, expert, columns }, seed);
        const scores = ridgeScores(world.features, world, seed);
        kinds[verdict({ ...world, scores, resamples: 200, seed }).kind]++;
      }
      console.log(
        `verdict, no signal, n = ${rows}, model ${model}, expert ${expert}: defer ${share(kinds.defer, WORLDS)}, not worth it ${share(kinds['not-worth-it'], WORLDS)}, can't tell ${share(kinds['cannot-tell'], WORLDS)}`,
      );
      expect(kinds.defer / WORLDS).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt(0.0475 / WORLDS));
    });
  }

  it('20 noise columns and a ridge scorer, with and without dealing out again', () => {
    let plain = 0;
    let calibrated = 0;
    for (let seed = 0; seed < REFITTED; seed++) {
      const world = drawNull({ rows: 400, model: 0.8, expert: 0.85, columns: 20 }, seed);
      const input = {
        ...world,
        scores: ridgeScores(world.features, world, seed),
        resamples: 200,
        seed,
      };
      if (verdict(input).kind !== 'defer') continue;
      plain++;
      // Only a "defer" can be taken back, so only there is it dealt out again.
      const permuted = permutedGains({
        rows: world,
        rates: VERDICT_RATES,
        times: 100,
        seed,
        refit: (modelValue, expertValue) =>
          ridgeScores(world.features, { modelValue, expertValue }, seed),
      });
      if (verdict({ ...input, permuted }).kind === 'defer') calibrated++;
    }
    console.log(
      `verdict, 20 noise columns, ridge, n = 400: defer ${share(calibrated, REFITTED)} (without dealing out again ${share(plain, REFITTED)})`,
    );
    expect(calibrated / REFITTED).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt(0.0475 / REFITTED));
  });
});

describe('power', () => {
  for (const [rows, gain] of [
    [500, 0.02],
    [1000, 0.01],
    [1000, 0.02],
    [2000, 0.01],
    [5000, 0.005],
  ]) {
    it(`gain ${gain}, n = ${rows}: at least half of the test at the known rate`, () => {
      let defer = 0;
      let known = 0;
      for (let seed = 0; seed < WORLDS; seed++) {
        const world = drawGain(rows, gain, seed);
        if (verdict({ ...world, worth: 0.0025, resamples: 200, seed }).kind === 'defer') defer++;
        if (knownRateTest(world)) known++;
      }
      console.log(
        `verdict, power, gain ${100 * gain} points, n = ${rows}: defer ${share(defer, WORLDS)}, test at the known rate ${share(known, WORLDS)}`,
      );
      if (known / WORLDS >= 0.3) expect(defer).toBeGreaterThanOrEqual(known / 2);
    });
  }

  it('80 % at the number of rows named, where the true gain is 1.5 times what is asked', () => {
    const worth = 0.01;
    const worlds = 300;
    let defer = 0;
    let rows = 0;
    for (let seed = 0; seed < worlds; seed++) {
      const pilot = verdict({ ...drawGain(800, 1.5 * worth, seed), worth, resamples: 200, seed });
      const n = 800 + (pilot.rowsNeeded ?? 0);
      rows += n / worlds;
      const later = drawGain(n, 1.5 * worth, 100_000 + seed);
      if (verdict({ ...later, worth, resamples: 200, seed }).kind === 'defer') defer++;
    }
    console.log(
      `verdict, true gain 1.5 points, worth 1 point: "defer" in ${share(defer, worlds)} of ${worlds} worlds at the rows named by a pilot of 800 (${Math.round(rows)} on average)`,
    );
    expect(defer / worlds).toBeGreaterThanOrEqual(0.75);
  });
});
