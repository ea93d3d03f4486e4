import {
  deferralCurve,
  methodNamed,
  outcomesOf,
  randomLine,
  rankScores,
  stream,
  type Table,
  withRejectExpert,
} from '@cede/core';
import {
  type BandKind,
  type ComparedSide,
  type ComparisonPlan,
  type MethodScores,
  measure,
  riskInterval,
} from '@cede/study';
import { describe, expect, it } from 'vitest';
import { world } from '../../../study/test/worlds.js';
import type { Presentation } from './presentation.js';
import { toReport } from './to-report.js';

/** A comparison's report, from the scores of its methods. */
interface ReportInput extends Partial<Presentation> {
  readonly plan: ComparisonPlan;
  readonly methods: readonly MethodScores[];
  readonly fit: ComparedSide;
  readonly test: ComparedSide;
  readonly bands?: BandKind;
}

function rejectionReport({ plan, methods, fit, test, bands, ...presentation }: ReportInput) {
  const comparison = measure({ fit, test }, { plan, verdict: null }, methods, { bands });
  return toReport(comparison, { ...PRESENTATION, ...presentation });
}

const PRESENTATION: Presentation = {
  ...{ title: 'A title', command: 'cede compare', version: '0', chosenHow: 'by hand' },
  ...{ facts: [], warnings: [] },
};

const ROWS = 400;
const table: Table = withRejectExpert(world({ rows: ROWS, seed: 5 }));
const { model, expert } = outcomesOf(table, 0);

const scoresOf = (seed: number, noise: number) => {
  const random = stream(seed, 'scores');
  return Float32Array.from(model, (right) => right + noise * random.normal());
};

function input(more: Partial<ReportInput> = {}, weight?: Float32Array): ReportInput {
  const weighted = weight ? { ...table, weight } : table;
  const of = (name: string, scores: Float32Array[]): MethodScores => ({
    name,
    scores: scores.map((vector) => rankScores(vector)),
    curves: scores.map((vector) => deferralCurve(vector, model, expert, weight)),
  });
  const total = weight ? weight.reduce((a, b) => a + b, 0) : ROWS;
  const right = model.reduce((sum, value, i) => sum + value * (weight ? weight[i] : 1), 0) / total;
  const methods = [
    { name: 'random', scores: [], curves: [randomLine(right, 1)] },
    of('conf', [scoresOf(9, 2)]),
    of('reject', [scoresOf(1, 0.7), scoresOf(2, 0.7)]),
    of('oracle', [scoresOf(3, 0)]),
  ];
  const plan: ComparisonPlan = {
    methods: methods.map(({ name }) => methodNamed(name)),
    leftOut: [],
    chosen: methodNamed('reject'),
    expert: 0,
    seeds: [0, 1],
    rates: [0.1, 0.25, 1],
    rate: 0.2,
    rateFrom: 'default',
    options: {},
    calibrationShare: 0.2,
  };
  const side = {
    table: weighted,
    hash: 'abc',
    name: 'cases.csv',
  };
  return {
    ...{ plan, methods, fit: side, test: side },
    ...more,
  };
}

/** Wrong answers among the `kept` most trusted rows, counted. */
function wrongAmong(scores: Float32Array, kept: number): number {
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]).slice(0, kept);
  return order.reduce((sum, i) => sum + 1 - model[i], 0);
}
const seeds = [scoresOf(1, 0.7), scoresOf(2, 0.7)];
const average = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
const riskBy = (kept: number) => average(seeds.map((s) => (100 * wrongAmong(s, kept)) / kept));

describe('the report where nobody is asked', () => {
  const given = input();
  const data = rejectionReport(given);
  const reject = data.methods.find(({ name }) => name === 'reject')!;

  it('is about the share asked for, not about the nearest whole percent', () => {
    for (const rate of [0.1525, 0.97]) {
      const { finding, grid, methods } = rejectionReport(input({ plan: { ...given.plan, rate } }));
      const kept = Math.round((1 - rate) * ROWS);
      expect(finding.value).toBeCloseTo(riskBy(kept), 6);
      const chosen = methods.find(({ name }) => name === 'reject')!;
      expect(chosen.atFinding!.value).toBeCloseTo(finding.value, 9);
      const wrong = average(seeds.map((s) => wrongAmong(s, kept)));
      const all = seeds[0].length - model.reduce((a, b) => a + b, 0);
      expect(chosen.atFinding!.avoided).toBeCloseTo(all - wrong, 6);
      expect(chosen.values).toHaveLength(96);
      expect(grid).toEqual(data.grid);
      expect((finding.lower + finding.upper) / 2).toBeCloseTo(finding.gain, 6);
    }
  });

  it('counts what is wrong among the answers, at every share answered', () => {
    for (const [k, coverage] of data.grid.entries()) {
      if (k % 5 > 0) continue;
      const kept = Math.round(coverage * ROWS);
      expect(reject.values[k]).toBeCloseTo(riskBy(kept), 6);
      const away = average(seeds.map((s) => wrongAmong(s, ROWS) - wrongAmong(s, kept)));
      expect(reject.avoided![k]).toBeCloseTo(away, 6);
      expect(reject.caused![k]).toBeCloseTo(ROWS - kept - away, 6);
    }
    const all = 100 * (1 - average([...model]));
    expect(data.random.values.every((risk) => Math.abs(risk - all) < 1e-6)).toBe(true);
    expect(reject.values.at(-1)).toBeCloseTo(all, 6);
    // Columns of the table: shares answered; a rate of 1 has nothing to judge.
    expect(data.rates).toEqual([0.9, 0.75]);
    expect(reject.mean[1]).toBeCloseTo(riskBy(300), 6);
  });

  it('states the finding as one would count it, with an interval of a fitting width', () => {
    const { finding } = data;
    expect(finding.rate).toBeCloseTo(0.8, 12);
    expect(finding.value).toBeCloseTo(riskBy(320), 6);
    expect(finding.modelValue).toBeCloseTo(100 * (1 - average([...model])), 6);
    expect(finding.gain).toBeLessThan(0);
    expect(finding.lower).toBeLessThan(finding.gain);
    expect(finding.upper).toBeGreaterThan(finding.gain);
    // A row moves the difference by its part in the risk among answers minus its part in all.
    const k = data.grid.indexOf(0.8);
    const half = (reject.upper![k] - reject.lower![k]) / 2;
    const p = reject.values[k] / 100;
    expect(half / (196 * Math.sqrt((p * (1 - p)) / 320))).toBeGreaterThan(0.6);
    expect(half / (196 * Math.sqrt((p * (1 - p)) / 320))).toBeLessThan(1.4);
  });

  it('lets confidence answer as much as it can for the same risk', () => {
    const { rival, value } = data.finding;
    const conf = scoresOf(9, 2);
    const risk = (kept: number) => (100 * wrongAmong(conf, kept)) / kept;
    const most = data.grid.findLast((coverage) => risk(Math.round(coverage * ROWS)) <= value);
    expect(rival!.rate).toBe(most ?? null);
    expect(rival!.difference.estimate).toBeCloseTo(value - risk(320), 6);
  });

  it('has areas that agree with the curve, weighted or not', () => {
    const { augrc } = data.rejection!;
    const kept = Array.from({ length: ROWS }, (_, k) => k + 1);
    expect(reject.area).toBeCloseTo(average(kept.map(riskBy)), 6);
    expect(augrc.random).toBeCloseTo(data.finding.modelValue / 2, 6);
    const flat = rejectionReport(input({}, new Float32Array(ROWS).fill(2)));
    expect(flat.methods[1].area).toBeCloseTo(reject.area, 0);
    expect(flat.rejection!.augrc.reject).toBeCloseTo(augrc.reject, 1);
  });

  it('shows the spread over seeds in paper mode, and none where there is one seed', () => {
    const paper = rejectionReport(input({ bands: 'seeds' }));
    expect(paper.methods.find(({ name }) => name === 'conf')!.lower).toBeUndefined();
    const own = paper.methods.find(({ name }) => name === 'reject')!;
    const k = paper.grid.indexOf(0.5);
    const [a, b] = seeds.map((s) => (100 * wrongAmong(s, 200)) / 200);
    expect(own.upper![k] - own.lower![k]).toBeCloseTo((2 * Math.abs(a - b)) / Math.SQRT2, 6);
  });

  it('refuses to judge no answers at all', () => {
    const none = { ...given.plan, rate: 1 };
    expect(() => rejectionReport(input({ plan: none }))).toThrow(/turns every case away/);
  });
});

describe('riskInterval', () => {
  it('is about as wide as a share of the answers would be', () => {
    const rejected = Float64Array.from({ length: 400 }, (_, i) => (i < 100 ? 1 : 0));
    const right = Float64Array.from({ length: 400 }, (_, i) => (i % 5 === 0 ? 0 : 1));
    const found = riskInterval(rejected, right, {}, 'accuracy', 0.95)!;
    const half = 1.96 * Math.sqrt((0.2 * 0.8) / 300);
    // One right and one wrong answer are pretended: (60 + 1) / 302.
    expect((found.lower + found.upper) / 2).toBeCloseTo(61 / 302, 6);
    expect((found.upper - found.lower) / 2 / half).toBeGreaterThan(0.9);
    expect((found.upper - found.lower) / 2 / half).toBeLessThan(1.1);
    expect(riskInterval(rejected.fill(1), right, {}, 'accuracy', 0.95)).toBeNull();
  });
});
