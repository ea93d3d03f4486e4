/**
 * The verdict's error rates. False "defer": who is right has nothing to do with the features, a
 * scorer is nevertheless trained and scored out of fold. Power: beside a one-sided test at the rate
 * where the gain is known to be; and where the true gain is 1.5 times what is asked, a pilot names a
 * number of rows, and that many rows must be enough in 80 % of cases.
 */
import { describe, expect, it } from 'vitest';
import { simulated } from '../../test/simulated.js';
import {
  clustered,
  drawGain,
  drawNull,
  knownRateTest,
  ridgeScores,
} from '../../test/verdict-worlds.js';
import { permutedGains } from './permuted-gains.js';
import { VERDICT_RATES, verdict } from './verdict.js';

const WORLDS = 1000;
/** Where every world needs a hundred refits. */
const REFITTED = 300;
const sim = simulated('verdict');
const falseDefers = (world: string, count: number, worlds: number, note?: string) => {
  sim.keep({
    ...{ table: 'verdict', world: `false "defer": ${world}`, count, worlds, promised: 0.05 },
    ...(note && { note }),
  });
  expect(count / worlds).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt(0.0475 / worlds));
};

describe('false "defer" in at most 5 % of worlds', () => {
  const refitted = (
    world: ReturnType<typeof drawNull> & { clusters?: Float64Array },
    seed: number,
  ) => {
    const input = {
      ...world,
      scores: ridgeScores(world.features, world, seed),
      resamples: 200,
      seed,
    };
    let asked = false;
    const { kind } = verdict({
      ...input,
      // Only a "defer" can be taken back, so only there is it dealt out again.
      permuted: () => {
        asked = true;
        return permutedGains({
          rows: world,
          rates: VERDICT_RATES,
          times: 100,
          seed,
          refit: (modelValue, expertValue) =>
            ridgeScores(
              world.features,
              { modelValue, expertValue, clusters: world.clusters },
              seed,
            ),
        });
      },
    });
    return { plain: asked, calibrated: kind === 'defer' };
  };
  const counted = (
    name: string,
    draw: (seed: number) => Parameters<typeof refitted>[0],
    worlds = REFITTED,
  ) => {
    let [plain, calibrated] = [0, 0];
    for (let seed = 0; seed < worlds; seed++) {
      const found = refitted(draw(seed), seed);
      if (found.plain) plain++;
      if (found.calibrated) calibrated++;
    }
    falseDefers(name, calibrated, worlds, `${plain} before dealing out again`);
  };

  // As a table is judged: only where the plain test says "defer" are answers dealt out again.
  it.each([
    [500, 0.85, 0.85],
    [2000, 0.85, 0.85],
    [2000, 0.8, 0.9],
    [2000, 0.9, 0.8],
    [300, 0.97, 0.97],
  ])('n = %d, model %d, expert %d', (rows, model, expert) => {
    counted(
      `2 noise columns, n = ${rows}, model ${100 * model} %, expert ${100 * expert} %`,
      (seed) => drawNull({ rows, model, expert, columns: 2 }, seed),
      WORLDS,
    );
  });

  it('20 noise columns and a ridge scorer, with and without dealing out again', () => {
    counted('20 noise columns, ridge, n = 400', (seed) =>
      drawNull({ rows: 400, model: 0.8, expert: 0.85, columns: 20 }, seed),
    );
    counted('20 noise columns, ridge, n = 1,000, model and expert alike', (seed) =>
      drawNull({ rows: 1000, model: 0.85, expert: 0.85, columns: 20 }, seed),
    );
  });

  it('clusters that share their features and who is right', () => {
    counted('60 clusters of 8 rows that share features and who is right', (seed) =>
      clustered(drawNull({ rows: 480, model: 0.8, expert: 0.8, columns: 5 }, seed), 8),
    );
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
      sim.keep({
        table: 'power',
        world: `verdict, a gain of ${100 * gain} points at 20 %, n = ${rows.toLocaleString('en-US')}`,
        ...{ count: defer, worlds: WORLDS, best: known },
      });
      if (known / WORLDS >= 0.3) expect(defer).toBeGreaterThanOrEqual(known / 2);
    });
  }

  it.each([
    [0.01, 800],
    [0.005, 2000],
  ])('80 %% at the number of rows named, where the true gain is 1.5 × %d', (worth, pilotRows) => {
    const worlds = 300;
    let defer = 0;
    let rows = 0;
    for (let seed = 0; seed < worlds; seed++) {
      const drawn = drawGain(pilotRows, 1.5 * worth, seed);
      const pilot = verdict({ ...drawn, worth, resamples: 200, seed });
      const n = pilotRows + (pilot.rowsNeeded ?? 0);
      rows += n / worlds;
      const later = drawGain(n, 1.5 * worth, 100_000 + seed);
      if (verdict({ ...later, worth, resamples: 200, seed }).kind === 'defer') defer++;
    }
    sim.keep({
      table: 'verdict',
      world: `"defer" at the number of rows named by a pilot of ${pilotRows.toLocaleString('en-US')} rows, true gain 1.5 × ${100 * worth} points`,
      ...{ count: defer, worlds, promised: 0.8 },
      note: `${Math.round(rows).toLocaleString('en-US')} rows on average`,
    });
    expect(defer / worlds).toBeGreaterThanOrEqual(0.8 - 2 * Math.sqrt(0.16 / worlds));
  });
});
