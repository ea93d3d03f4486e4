import { describe, expect, it } from 'vitest';
import { scoredWorld as world } from '../../test/scored-world.js';
import { drawGain } from '../../test/verdict-worlds.js';
import { gainSpread, likelySpread, rowsToShow } from './rows-needed.js';
import { verdict } from './verdict.js';

describe('verdict', () => {
  it('says defer, and where, when low scores are rescues', () => {
    const found = verdict(
      world(
        3000,
        1,
        (u) => (u < 0.2 ? 0.5 : 0.95),
        (u) => (u < 0.2 ? 0.9 : 0.85),
      ),
      { seed: 1 },
    );
    expect(found.kind).toBe('defer');
    expect(found.deferRates).toContain(0.2);
    expect(found.deferRates).not.toContain(0.9);
    expect(found.bestRate).toBeCloseTo(0.2, 1);
    // The true gain at 20 % is 0.2 · 0.4 = 8 points.
    const best = found.gains.find(({ rate }) => rate === 0.2)!;
    expect(best.lower).toBeLessThan(0.08);
    expect(best.upper).toBeGreaterThan(0.08);
    expect(found.sentence).toMatch(/^Defer: at a rate of \d to \d0 %/);
    expect(found.rowsNeeded).toBe(0);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });

  it('says not worth it for scores that know nothing, once there are rows enough', () => {
    const found = verdict(
      world(
        40_000,
        2,
        () => 0.9,
        () => 0.9,
      ),
      { worth: 0.02 },
    );
    expect(found.kind).toBe('not-worth-it');
    expect(found.sentence).toMatch(/^Not worth it/);
    expect(found.headroom).toBeCloseTo(0.09, 2);
  });

  it("says can't tell in a small table, also where nothing disagrees at all", () => {
    const nothing = {
      scores: [1, 2, 3, 4, 5],
      modelValue: [1, 1, 1, 1, 1],
      expertValue: [1, 1, 1, 1, 1],
    };
    expect(verdict(nothing).kind).toBe('cannot-tell');
    const ones = new Float64Array(2000).fill(1);
    const agreed = { scores: ones.map((_, i) => i), modelValue: ones, expertValue: ones };
    expect(verdict(agreed, { resamples: 100 }).kind).toBe('not-worth-it');
    const small = verdict(
      world(
        150,
        3,
        (u) => (u < 0.2 ? 0.75 : 0.95),
        () => 0.9,
      ),
    );
    expect(small.kind).toBe('cannot-tell');
    expect(small.rowsNeeded).toBeGreaterThan(500);
    expect(small.sentence).toMatch(
      /About [\d,]+ rows \([\d,]+ more\) would show a gain of 0\.75 points/,
    );
  });

  it('says first that the expert alone beats the model, and gives no credit for it', () => {
    const found = verdict(
      world(
        4000,
        4,
        () => 0.7,
        () => 0.9,
      ),
      { worth: 0.05 },
    );
    expect(found.kind).toBe('not-worth-it');
    expect(found.bestConstant).toBe('expert');
    // 20 ± 3 standard errors of √((0.21 + 0.09) / 4000) = 0.87.
    const [, points] = /^Always asking the expert beats the model alone by ([\d.]+) points/.exec(
      found.sentence,
    )!;
    expect(Math.abs(Number(points) - 20)).toBeLessThan(3 * 0.87);
  });

  it('controls: conf as good as itself; a shuffle within class keeps what the class says', () => {
    const base = world(
      3000,
      5,
      (u) => (u < 0.3 ? 0.5 : 0.95),
      () => 0.85,
    );
    const predicted = Float64Array.from(base.scores, (u) => (u < 0.3 ? 0 : 1));
    const found = verdict({ ...base, confidenceScores: base.scores, predicted });
    const [conf, shuffled] = found.controls;
    expect(conf.estimate.every((value) => value === 0)).toBe(true);
    // Nothing differed on these rows, which is not to say that nothing ever does.
    expect(conf.lower.every((end, k) => end < 0 && end > -0.02 && conf.upper[k] > 0)).toBe(true);
    expect(found.sentence).toMatch(/confidence may do as well/);
    // Inside a class the score says nothing here, so the shuffle loses nothing.
    shuffled.estimate.forEach((value) => {
      expect(Math.abs(value)).toBeLessThan(0.02);
    });
    const blind = verdict({ ...base, predicted: new Float64Array(3000) });
    const k = blind.gains.findIndex(({ rate }) => rate === 0.3);
    expect(blind.controls[0].lower[k]).toBeGreaterThan(0.05);
    // Controls hold at all rates at once: at a rate among many they are wider than there alone.
    const width = ({ controls: [{ lower, upper }] }: typeof blind, at: number) =>
      upper[at] - lower[at];
    const alone = verdict({ ...base, predicted: new Float64Array(3000) }, { rates: [0.3] });
    expect(width(blind, k)).toBeGreaterThan(1.1 * width(alone, 0));
  });
});

describe('rows needed', () => {
  it('has the spread of hand-computed rows, ties shared', () => {
    const input = { scores: [1, 2, 2, 3], modelValue: [0, 1, 0, 1], expertValue: [1, 0, 1, 1] };
    // Rate ½: row 0 whole, half of each tied row: d = 1, −½, ½, 0; mean ¼.
    const squares = (0.75 ** 2 + 0.75 ** 2 + 0.25 ** 2 + 0.25 ** 2) / 4;
    expect(gainSpread(input, 0.5, 'model')).toBeCloseTo(Math.sqrt(squares), 12);
    // Against the random line: (1 − ½)·1, 0, 0, 0; mean ⅛.
    expect(gainSpread(input, 0.5, 'random')).toBeCloseTo(
      Math.sqrt((0.375 ** 2 + 3 * 0.125 ** 2) / 4),
      12,
    );
    // Two rows of one cluster move together: sums (1 − ¼ − ½ − ¼) = 0 and ½ − ¼ − ¼ = 0.
    expect(gainSpread({ ...input, clusters: [1, 1, 2, 2] }, 0.5, 'model')).toBeCloseTo(0, 12);
  });

  it('follows the formula', () => {
    expect(rowsToShow(0.3, 0.005, 2.7)).toBe(Math.ceil((((2.7 + 0.8416212) * 0.3) / 0.005) ** 2));
  });

  it('takes the upper end of a spread that few rows show', () => {
    // 12 of 400 rows add ±1: a share of 3 %, which may well be 4.7 %.
    expect(likelySpread(Math.sqrt(0.03), 400) ** 2).toBeCloseTo(
      0.03 + 1.96 * (Math.sqrt(12) / 400),
      9,
    );
    // Where no row adds anything, one might have.
    expect(likelySpread(0, 100)).toBeGreaterThan(0.1);
  });

  it('names enough rows for a gain at any rate at which it is likely, not at the luckiest alone', () => {
    // A true gain of 1.5 × worth at a rate of 20 % takes about 2,600 rows for 80 % power (simulated).
    const [worth, pilotRows] = [0.005, 1500];
    const named: number[] = [];
    for (let seed = 0; named.length < 12; seed++) {
      const pilot = verdict(drawGain(pilotRows, 1.5 * worth, seed), { worth, seed });
      if (pilot.kind === 'cannot-tell') named.push(pilotRows + (pilot.rowsNeeded ?? 0));
    }
    named.sort((a, b) => a - b);
    // Before, the middle one was 2,050, and a fifth of them said that 1,500 were enough.
    expect(named[6]).toBeGreaterThan(2400);
    expect(named[6]).toBeLessThan(5000);
    expect(named.filter((rows) => rows === pilotRows).length).toBeLessThanOrEqual(2);
  });
});
