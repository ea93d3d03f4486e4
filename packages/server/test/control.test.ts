import { stream } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { Watch } from '../src/alarms/watch.js';
import { auditProbability } from '../src/control/audit.js';
import { Cap } from '../src/control/cap.js';
import { createController, STEP } from '../src/control/controllers.js';
import { ranksOf } from '../src/control/ranks.js';
import { openSqliteHere } from '../src/store/sqlite/open.js';
import { driftingRanks, largestWindowMiss } from './drift.js';
import { worldPolicy } from './world.js';

describe('ranks', () => {
  const { calibration } = worldPolicy();
  const ranks = ranksOf(calibration);

  it('rise with the score, and are spread over ties', () => {
    const scores = calibration.bins.slice(0, -1).map(({ edge }) => edge);
    for (let k = 1; k < scores.length; k++)
      expect(ranks.rankOf(scores[k], 0.5)).toBeGreaterThan(ranks.rankOf(scores[k - 1], 0.5));
    expect(ranks.rankOf(-1e9, 0.001)).toBeGreaterThan(0);
    expect(ranks.rankOf(1e9, 1)).toBeCloseTo(1, 12);
  });

  it('of the policy’s threshold hand over what the threshold hands over', () => {
    const [threshold] = worldPolicy().threshold.values;
    const at = ranks.rankOf(threshold, 1);
    expect(at).toBeCloseTo(0.2, 2);
    expect(ranks.scoreAt(at)).toBe(threshold);
    expect(ranks.scoreAt(0)).toBe(-Infinity);
    expect(ranks.scoreAt(1)).toBe(Infinity);
  });
});

describe.each(['steady', 'sudden', 'slow', 'adversarial'] as const)(
  'holding a rate, %s drift',
  (kind) => {
    it('misses by at most (1 + η)/η in every window, where a fixed threshold misses by far more', () => {
      const cases = 12_000;
      const random = stream(5, kind);
      const target = 0.2;
      const controller = createController({ hold: 'rate', target }, target);
      const held = new Uint8Array(cases);
      const fixed = new Uint8Array(cases);
      for (let i = 0; i < cases; i++) {
        const rank = driftingRanks(kind, i, cases, random, controller.threshold!);
        fixed[i] = rank <= target ? 1 : 0;
        held[i] = controller.wish({ rank, fixed: fixed[i] === 1, cost: 1 }) ? 1 : 0;
      }
      const bound = (1 + STEP) / STEP;
      expect(controller.bound()).toEqual({ perWindow: bound });
      expect(bound).toBeCloseTo(50, 9); // one point over any 5,000
      expect(largestWindowMiss(held, target)).toBeLessThanOrEqual(bound + 1e-9);
      if (kind !== 'steady') expect(largestWindowMiss(fixed, target)).toBeGreaterThan(3 * bound);
    });
  },
);

describe('other things to hold', () => {
  it('a mean cost, with costs that differ', () => {
    const random = stream(6, 'costs');
    const controller = createController({ hold: 'cost', target: 0.5, largestCost: 5 }, 0.1);
    let spent = 0;
    let worst = 0;
    for (let i = 0; i < 20_000; i++) {
      const cost = 1 + 4 * random.uniform();
      const rank = random.uniform() * (i > 10_000 ? 0.5 : 1);
      if (controller.wish({ rank, fixed: false, cost })) spent += cost;
      worst = Math.max(worst, Math.abs(spent - 0.5 * (i + 1)));
    }
    expect(worst).toBeLessThanOrEqual(controller.bound()!.perWindow + 1e-9);
    expect(() => controller.wish({ rank: 0, fixed: false, cost: 6 })).toThrow(/largest/);
  });

  it('an error rate or a cost, from either end: never more than its bound above the target', () => {
    const least = createController({ hold: 'error', target: 0.1, smallestPropensity: 1 }, 0.5);
    for (let k = 0; k < 1000; k++) least.outcome(0, 1); // nothing is wrong: down to the end
    let above = 0;
    // From then on every case that the model keeps is wrong.
    while (!least.wish({ rank: 1, fixed: false, cost: 1 })) {
      least.outcome(1, 1);
      above += 1 - 0.1;
    }
    expect(above).toBeLessThanOrEqual(least.bound()!.perWindow + 1e-9);
    const cost = createController({ hold: 'cost', target: 0.1, largestCost: 1 }, 0.5);
    for (let k = 0; k < 1000; k++) cost.wish({ rank: 1e-9, fixed: false, cost: 0 });
    let spent = 0;
    while (cost.wish({ rank: 1e-9, fixed: false, cost: 1 })) spent += 1 - 0.1;
    expect(spent).toBeLessThanOrEqual(cost.bound()!.perWindow + 1e-9);
  });

  it('an error rate, from audited outcomes, and it stops at the ends', () => {
    const random = stream(7, 'errors');
    const settings = { hold: 'error', target: 0.1, smallestPropensity: 0.05 } as const;
    const controller = createController(settings, 0.2);
    let [weighted, seen] = [0, 0];
    for (let i = 0; i < 40_000; i++) {
      const rank = random.uniform();
      // The model errs on low ranks, the expert nearly never.
      const wished = controller.wish({ rank, fixed: false, cost: 1 });
      const error = random.uniform() < (wished ? 0.02 : 0.4 * (1 - rank)) ? 1 : 0;
      const propensity = wished ? 1 : 0.05;
      if (random.uniform() >= propensity) continue;
      controller.outcome(error, propensity);
      if (i < 20_000) continue;
      weighted += (error - 0.1) / propensity;
      seen += 1 / propensity;
    }
    expect(Math.abs(weighted / seen)).toBeLessThan(0.03);
    const hopeless = createController(settings, 0.5);
    for (let i = 0; i < 10_000; i++) hopeless.outcome(1, 0.05);
    expect(hopeless.threshold).toBeLessThanOrEqual(1 + STEP);
    for (let i = 0; i < 600; i++) hopeless.outcome(0, 0.05);
    expect(hopeless.threshold).toBeLessThan(1);
  });

  it('an error rate where audits are rarer than usual: each outcome weighs as much as it stands for', () => {
    const settings = { hold: 'error', target: 0.5 } as const;
    const moved = (propensity: number) => {
      const controller = createController(settings, 0.5, undefined, 0.002);
      controller.outcome(1, propensity);
      return controller.threshold! - 0.5;
    };
    expect(moved(0.002) / moved(0.008)).toBeCloseTo(4, 9);
    expect(moved(0.002) / moved(1)).toBeCloseTo(500, 6);
    expect(() => createController(settings, 0.5, undefined, 0)).toThrow(/needs audited outcomes/);
  });

  it('what was certified, which voids the bound', () => {
    const certified = { low: Number.NEGATIVE_INFINITY, high: 0.3 };
    const controller = createController({ hold: 'rate', target: 0.5, clamp: true }, 0.3, certified);
    for (let i = 0; i < 500; i++) controller.wish({ rank: 0.9, fixed: false, cost: 1 });
    expect(controller.threshold).toBe(0.3);
    expect(controller.bound()).toBeUndefined();
  });
});

describe('the alarm on errors', () => {
  /** The cases handed over are wrong; of the others nobody learns anything. */
  const raised = (leastSeen: number) => {
    const watch = new Watch('birds', worldPolicy(), leastSeen);
    for (let i = 0; i < 50_000; i++) watch.errors!.see(1, 1, i);
    return watch.alarms().error.raised;
  };

  it('says nothing without audits: cases handed over may be the hard ones', () => {
    expect(raised(0)).toBe(false);
    expect(raised(0.01)).toBe(true);
  });
});

describe('the audit', () => {
  it('averages to about its share, more near the threshold, never below a floor', () => {
    const share = 0.02;
    let [sum, least] = [0, 1];
    for (let i = 0; i < 10_000; i++) {
      const p = auditProbability({ share }, (i + 0.5) / 10_000, 0.3);
      sum += p / 10_000;
      least = Math.min(least, p);
    }
    expect(sum).toBeCloseTo(share, 4);
    expect(least).toBe(0.01);
    expect(auditProbability({ share }, 0.3, 0.3)).toBeCloseTo(0.11, 10);
    expect(auditProbability({ share: 0 }, 0.3, 0.3)).toBe(0);
  });
});

describe.each([false, true])('a cap, paced: %s', (paced) => {
  it('is never exceeded in any window, also across crashes, and at least 97 % of it is used', async () => {
    const store = openSqliteHere(':memory:', 'relaxed', false);
    const random = stream(8, `cap ${paced}`);
    let now = 1_000_000;
    const clock = { now: () => now };
    const [limit, window] = [300, 60_000];
    const settings = { limit, window, paced };
    let cap = new Cap(store, 'x', settings, clock);
    const taken: number[] = [];
    const end = now + 8 * window;
    let crashes = 0;
    while (now < end) {
      now += Math.floor(40 * random.uniform()); // about 10 times what the cap allows
      if (random.uniform() < 0.0002) {
        cap = new Cap(store, 'x', settings, clock); // what was left is forfeited
        crashes++;
      }
      while (!cap.ready()) await cap.prepare();
      if (cap.take()) taken.push(now);
    }
    let from = 0;
    for (let k = 0; k < taken.length; k++) {
      while (taken[from] <= taken[k] - window) from++;
      expect(k - from + 1).toBeLessThanOrEqual(limit);
    }
    const used = taken.filter((at) => at > end - 4 * window).length / (4 * limit);
    expect(used).toBeGreaterThan(0.97);
    expect(crashes).toBeGreaterThan(0);
    if (paced) {
      const first = taken.filter((at) => at < taken[0] + window / 10).length;
      expect(first).toBeLessThan(limit / 5);
    }
    await store.close();
  });
});
