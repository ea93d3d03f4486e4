import { deferralCurve, deferredShare, outcomesOf, rankScores, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { CONFIDENCE } from '../curves/bands.js';
import { caseWeights } from '../curves/case-weights.js';
import { groupReport } from '../groups/group-report.js';
import type { MethodScores } from '../scores/method-scores.js';
import { classRows } from './class-rows.js';
import { dialDetails } from './dial-details.js';
import type { Measured } from './headline.js';
import { scoreHistogram } from './histogram.js';
import { answeredGroups } from './risk-groups.js';

const rows = 90;
const label = Array.from({ length: rows }, (_, i) => (i * 7) % 3);
const answer = (i: number, right: boolean) => (right ? label[i] : (label[i] + 1) % 3);
const table: Table = {
  rows,
  classes: ['a', 'b', 'c'],
  label: Int32Array.from(label),
  model: Float32Array.from(
    label.flatMap((_, i) => [0, 1, 2].map((c) => (c === answer(i, i % 3 > 0) ? 0.8 : 0.1))),
  ),
  experts: [
    {
      name: 'expert',
      kind: 'labels',
      labels: Int32Array.from(label, (_, i) => answer(i, i % 5 > 0)),
    },
  ],
  columns: [],
  group: { names: ['x', 'nobody', 'y'], index: Int32Array.from(label, (_, i) => 2 * (i % 2)) },
  weight: Float32Array.from(label, (_, i) => 1 + (i % 4)),
};
const { model, expert } = outcomesOf(table, 0);
const vector = (seed: number) =>
  Float32Array.from(label, (_, i) => Math.round(10 * Math.sin(seed + 1.7 * i)) / 10);
const method = (name: string, seeds: number): MethodScores => ({
  name,
  scores: Array.from({ length: seeds }, (_, seed) => rankScores(vector(seed))),
  curves: [deferralCurve(vector(0), model, expert)],
});
const measured = (over: Partial<Table> = {}): Measured => ({
  plan: { rate: 0.205, expert: 0 } as Measured['plan'],
  methods: [method('random', 0), method('m', 2)],
  test: { name: 't', hash: '', table: { ...table, ...over } },
});

describe('classes, groups and scores along the dial', () => {
  const details = dialDetails(measured(), false)!;
  const m = details.methods.find(({ name }) => name === 'm')!;
  const { scores } = measured().methods[1];

  it('has the stops of the chart, with the rate of the headline between two of the grid', () => {
    expect(details.rates).toHaveLength(102);
    expect(details.rates[21]).toBe(0.205);
  });

  it.each([0, 21, 50, 101])('says at stop %i what the tables of that setting would say', (k) => {
    const rate = details.rates[k];
    classRows(table, 0, scores, rate).forEach((row, c) => {
      expect(m.classes![c].deferred[k]).toBeCloseTo(row.deferred, 12);
      expect(m.classes![c].system[k]).toBeCloseTo(row.systemRecall, 12);
      expect(m.classes![c].kept[k]).toBeCloseTo(row.keptRecall, 12);
    });
    const share = deferredShare(scores, rate, table.weight);
    const report = groupReport(
      { column: 'g', names: table.group!.names, index: table.group!.index },
      { share, model, expert, weight: table.weight, seed: 0 },
      CONFIDENCE,
    );
    expect(m.groups).toHaveLength(2); // a name without rows is none of the report's groups either
    report.groups.forEach((group, g) => {
      const at = m.groups![g];
      expect([at.rate[k], at.value[k], at.gain[k], at.lower[k], at.upper[k]]).toEqual([
        ...[group.rate, group.value, group.gain],
        ...[group.gainInterval.lower, group.gainInterval.upper],
      ]);
    });
    const drawn = scoreHistogram('m', scores[0], rate, caseWeights(table));
    const { cases, cutBins, cutCases, thresholds, edges } = m.scores!;
    const below = cases.map((all, bin) =>
      bin < cutBins[k] ? all : bin === cutBins[k] ? cutCases[k] : 0,
    );
    expect(edges).toEqual(drawn.edges);
    expect(thresholds[k]).toBe(drawn.threshold);
    below.forEach((each, bin) => {
      expect(each).toBeCloseTo(drawn.deferred[bin], 9);
      expect(cases[bin] - each).toBeCloseTo(drawn.kept[bin], 9);
    });
  });

  it('hands over as much of every class and group where lots are drawn', () => {
    const random = details.methods.find(({ name }) => name === 'random')!;
    expect(random.scores).toBeUndefined();
    for (const { deferred } of random.classes!)
      deferred.forEach((share, k) => {
        expect(share).toBeCloseTo(details.rates[k], 12);
      });
  });

  it('speaks of answers where nobody is asked', () => {
    const rejecting = dialDetails(measured(), true)!;
    expect(rejecting.rates[0]).toBeCloseTo(0.95);
    const own = rejecting.methods[1].groups!;
    const k = 40;
    const share = deferredShare(scores, rejecting.rates[k], table.weight);
    const report = groupReport(
      { column: 'g', names: table.group!.names, index: table.group!.index },
      { share, model, expert, weight: table.weight, seed: 0 },
      CONFIDENCE,
    );
    answeredGroups(report, 'accuracy').forEach((group, g) => {
      expect(own[g].rate[k]).toBeCloseTo(group.answered, 12);
      expect(own[g].value[k]).toBeCloseTo(group.risk, 12);
    });
  });

  it('measures groups of many plain rows as it does those of few', () => {
    const few = measured({ weight: undefined });
    const counted = dialDetails(few, false).methods[1].groups!;
    // Seeds without end are as much work as rows without end.
    const crowd = { ...method('crowd', 1), scores: new Array(11_000).fill(scores[0]) };
    const many = { ...few, methods: [...few.methods, crowd] };
    const swept = dialDetails(many, false).methods[1].groups!;
    expect(swept).toHaveLength(counted.length);
    swept.forEach((group, g) => {
      for (const part of ['rate', 'value', 'gain', 'lower', 'upper'] as const)
        group[part].forEach((each, k) => {
          expect(each).toBeCloseTo(counted[g][part][k], 10);
        });
    });
  });

  it('leaves out what a page can not carry or wait for, and nothing else', () => {
    const names = Array.from({ length: 2000 }, (_, c) => String(c));
    const classes = dialDetails(measured({ classes: names, group: undefined }), false).methods[1];
    expect(classes.classes).toBeUndefined();
    expect(classes.groups).toBeUndefined();
    expect(classes.scores).toBeDefined();
    const hundred = dialDetails(measured({ classes: names.slice(0, 100) }), false).methods[1];
    expect(hundred.classes).toHaveLength(100);
    const crowd = { ...method('crowd', 1), scores: new Array(11_000).fill(scores[0]) };
    const weighted = dialDetails({ ...measured(), methods: [crowd] }, false).methods[0];
    expect(weighted.groups).toBeUndefined();
    expect(weighted.classes).toHaveLength(3);
  });
});
