import { signTest } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { groupReport } from './group-report.js';

/** Group a: 10 rows, 6 handed over, all rescues; b: 10 rows, 6 handed over, all harms; c keeps all. */
const rows = Array.from({ length: 30 }, (_, i) => i);
const group = rows.map((i) => Math.floor(i / 10));
const share = rows.map((i) => (i < 20 && i % 10 < 6 ? 1 : 0));
const model = rows.map((i) => (group[i] === 0 ? 0 : 1));
const expert = rows.map((i) => (group[i] === 1 ? 0 : 1));
const input = {
  column: 'region',
  names: ['a', 'b', 'c', 'nobody'],
  index: group,
  share,
  model,
  expert,
  confidence: 0.95,
  seed: 0,
};

describe('groups', () => {
  it('rates, values, gains and gaps, by hand', () => {
    const { groups, gaps } = groupReport(input);
    expect(groups.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(groups.map(({ rate }) => rate)).toEqual([0.6, 0.6, 0]);
    expect(groups.map(({ value }) => value)).toEqual(
      [0.6, 0.4, 1].map((value) => expect.closeTo(value, 12)),
    );
    expect(groups[0].gain).toBeCloseTo(0.6, 12);
    expect(groups[1].gain).toBeCloseTo(-0.6, 12);
    expect(gaps).toEqual({ rate: 0.6, model: 1, value: expect.closeTo(0.6, 12) });
    for (const { gain, gainInterval } of groups.slice(0, 2)) {
      expect(gainInterval.lower).toBeLessThan(gain);
      expect(gainInterval.upper).toBeGreaterThan(gain);
    }
  });

  it('harm is harms against rescues, corrected for the number of groups', () => {
    const { groups } = groupReport(input);
    expect(groups.map(({ harmed }) => harmed)).toEqual([false, true, false]);
    expect(groups[1].harmPValue).toBeCloseTo(3 * signTest(6, 0), 12);
    // 3 · 2⁻⁵ is above 5 %: with five harms instead of six there is no warning.
    const fewer = groupReport({ ...input, share: share.map((part, i) => (i === 10 ? 0 : part)) });
    expect(fewer.groups[1].harmed).toBe(false);
  });

  it('fractional shares are bet on, and agree about the direction', () => {
    const many = Array.from({ length: 600 }, (_, i) => i);
    const { groups } = groupReport({
      ...input,
      index: many.map((i) => i % 2),
      share: many.map(() => 0.5),
      model: many.map((i) => (i % 2 ? 1 : 0)),
      expert: many.map((i) => (i % 2 ? 0 : 1)),
    });
    expect(groups.map(({ harmed }) => harmed)).toEqual([false, true]);
    expect(groups[0].rateInterval).toBeNull();
  });
});
