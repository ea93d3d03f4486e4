import { signTest } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { type GroupRows, groupReport, type RowGroups } from './group-report.js';

const reportOf = ({
  column,
  names,
  index,
  confidence,
  ...rows
}: RowGroups & GroupRows & { confidence: number }) =>
  groupReport({ column, names, index }, rows, confidence);

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
    const { groups, gaps } = reportOf(input);
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
    const { groups } = reportOf(input);
    expect(groups.map(({ harmed }) => harmed)).toEqual([false, true, false]);
    expect(groups[1].harmPValue).toBeCloseTo(3 * signTest(6, 0), 12);
    // 3 · 2⁻⁵ is above 5 %: with five harms instead of six there is no warning.
    const fewer = reportOf({ ...input, share: share.map((part, i) => (i === 10 ? 0 : part)) });
    expect(fewer.groups[1].harmed).toBe(false);
  });

  it('fractional shares are bet on, and agree about the direction', () => {
    const many = Array.from({ length: 600 }, (_, i) => i);
    const { groups } = reportOf({
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

describe('groups whose expert was asked about some rows only', () => {
  const rows = Array.from({ length: 200 }, (_, i) => i);
  const coin = (i: number, salt: number) => ((i * 7919 + salt * 104_729) % 1000) / 1000;
  // Every fifth row is seldom asked about, and there the expert is far better: the gain is 0 in all.
  const seldom = (i: number) => i % 5 === 0;
  const answers = rows.map((i) =>
    coin(i, 3) < (seldom(i) ? 0.02 : 0.9)
      ? coin(i, 5) < (seldom(i) ? 1 : 0.5)
        ? 1
        : 0
      : Number.NaN,
  );
  const known = {
    ...{ column: 'region', names: ['a'], index: rows.map(() => 0), confidence: 0.9, seed: 0 },
    share: rows.map(() => 1),
    model: rows.map((i) => (coin(i, 7) < 0.6 ? 1 : 0)),
    expert: answers,
    propensity: rows.map((i) => (seldom(i) ? 0.02 : 0.9)),
  };

  it('are not said to be harmed by the few that were seldom asked about', () => {
    const [group] = reportOf(known).groups;
    expect(group.harmed).toBe(false);
    expect(group.valueInterval.lower).toBeGreaterThanOrEqual(0);
    expect(group.valueInterval.upper).toBeLessThanOrEqual(1);
    expect(group.value).toBeLessThanOrEqual(1);
  });

  it('count weights and clusters, and losses in their unit', () => {
    const full = {
      ...known,
      expert: rows.map((i) => (coin(i, 5) < 0.3 ? 1 : 0)),
      propensity: undefined,
    };
    const weighted = reportOf({ ...full, weight: rows.map(() => 3) }).groups[0];
    const plain = reportOf(full).groups[0];
    expect(weighted.gain).toBeCloseTo(plain.gain, 12);
    expect(weighted.harmed).toBe(true);
    const clustered = reportOf({ ...full, clusters: rows.map((i) => i >> 2) }).groups[0];
    expect(clustered.harmPValue).toBeGreaterThan(plain.harmPValue);
    const loss = (right: ArrayLike<number>) => Array.from(right, (value) => 40 * (value - 1));
    const priced = reportOf({ ...full, model: loss(full.model), expert: loss(full.expert) })
      .groups[0];
    expect(priced.gain).toBeCloseTo(40 * plain.gain, 10);
    expect(priced.gainInterval.upper).toBeCloseTo(40 * plain.gainInterval.upper, 10);
  });
});
