import {
  band,
  bootstrapCurves,
  deferralCurve,
  fitPolicy,
  gainIntervalsAt,
  methodNamed,
  modelRight,
  outcomesOf,
  pairedInterval,
  printPolicy,
  randomLine,
  rankScores,
  stream,
  type Table,
} from '@cede/core';
import {
  type BandKind,
  type ComparedSide,
  type ComparisonPlan,
  type MethodScores,
  measure,
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

function reportData({ plan, methods, fit, test, bands, ...presentation }: ReportInput) {
  const comparison = measure({ fit, test }, { plan, verdict: null }, methods, { bands });
  return toReport(comparison, { ...PRESENTATION, ...presentation });
}

const PRESENTATION: Presentation = {
  ...{ title: 'A title', command: 'cede compare', version: '0', chosenHow: 'by hand' },
  ...{ facts: [], warnings: ['mind this'] },
};

const ROWS = 400;
const RATES = [0.05, 0.1, 0.2, 0.5];

/** Scores that know a little: who is better, in noise. */
function scoresOf(table: Table, seed: number, noise: number): Float32Array {
  const { model, expert } = outcomesOf(table, 0);
  const random = stream(seed, 'scores');
  return Float32Array.from(model, (right, i) => right - expert[i] + noise * random.normal());
}

/** Scores that know nothing. */
function noise(table: Table): MethodScores {
  const { model, expert } = outcomesOf(table, 0);
  const random = stream(4, 'noise');
  const scores = [rankScores(Float32Array.from(model, () => random.normal()))];
  return { name: 'two-stage', scores, curves: [deferralCurve(scores[0], model, expert)] };
}

function input(table: Table, more: Partial<ReportInput> = {}): ReportInput {
  const { model, expert } = outcomesOf(table, 0);
  const mean = (values: Float32Array) => values.reduce((a, b) => a + b, 0) / table.rows;
  const of = (name: string, scores: Float32Array[]): MethodScores => ({
    name,
    scores: scores.map((vector) => rankScores(vector)),
    curves: scores.map((vector) => deferralCurve(vector, model, expert)),
  });
  const methods = [
    { name: 'random', scores: [], curves: [randomLine(mean(model), mean(expert))] },
    of('conf', [scoresOf(table, 9, 3)]),
    of('two-stage', [scoresOf(table, 1, 1), scoresOf(table, 2, 1)]),
    of('oracle', [scoresOf(table, 3, 0)]),
  ];
  const plan: ComparisonPlan = {
    methods: methods.map(({ name }) => methodNamed(name)),
    leftOut: [],
    chosen: methodNamed('two-stage'),
    expert: 0,
    seeds: [0, 1],
    rates: RATES,
    rate: 0.1,
    rateFrom: 'verdict',
    options: {},
    calibrationShare: 0.2,
  };
  const side = { table, hash: 'abc', name: 'cases.csv' };
  return {
    plan,
    methods,
    fit: side,
    test: side,
    ...more,
  };
}

/** Handing over the k lowest scores, counted without any curve. */
function byHand(table: Table, scores: Float32Array, k: number) {
  const { model, expert } = outcomesOf(table, 0);
  const handed = new Set([...scores.keys()].sort((a, b) => scores[a] - scores[b]).slice(0, k));
  let [right, avoided, caused] = [0, 0, 0];
  const changes = Array.from(model, (value, i) => (handed.has(i) ? expert[i] - value : 0));
  for (let i = 0; i < model.length; i++) {
    right += model[i] + changes[i];
    if (changes[i] > 0) avoided += changes[i];
    else caused -= changes[i];
  }
  return { value: right / model.length, avoided, caused, changes };
}

const average = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;

describe('the report of a comparison', () => {
  const table = world({ rows: ROWS, seed: 5 });
  const given = input(table);
  const data = reportData(given);
  const chosen = data.methods.find(({ name }) => name === 'two-stage')!;
  const seeds = given.methods[2].scores;
  const alone = (100 * modelRight(table).reduce((a, b) => a + b, 0)) / ROWS;

  it('states the finding as one would count it', () => {
    const counted = seeds.map(({ scores }) => byHand(table, scores, 0.1 * ROWS));
    const value = 100 * average(counted.map(({ value }) => value));
    const { finding } = data;
    expect(finding).toMatchObject({
      method: 'two-stage',
      rate: 0.1,
      rateFrom: 'verdict',
      chosen: 'by hand',
      confidence: 0.95,
    });
    expect(finding.value).toBeCloseTo(value, 9);
    expect(finding.modelValue).toBeCloseTo(alone, 9);
    expect(finding.expertValue).toBeCloseTo(data.random.values[100], 9);
    expect(finding.gain).toBeCloseTo(value - alone, 9);
    expect(finding.deployed).toBeUndefined();
  });

  it('has the difference from random, and advice only where something simpler does as well', () => {
    const { value, overRandom } = data.finding;
    expect(overRandom!.estimate).toBeCloseTo(value - data.random.values[10], 9);
    expect(overRandom!.lower).toBeGreaterThan(0);
    expect(data.finding.advice).toBeUndefined();
    const advice = 'Try another.';
    expect(reportData({ ...given, advice }).finding.advice).toBeUndefined();
    // Noise alone: no better than random, and behind scores that know a little.
    const blind = input(table, { advice, plan: { ...given.plan, rate: 0.5 } });
    const methods = blind.methods.map((method) =>
      method.name === 'two-stage' ? noise(table) : method,
    );
    expect(reportData({ ...blind, methods }).finding.advice).toBe(advice);
  });

  it('gives the gain an interval of the width that its rows give it', () => {
    // Paired: the mean of what changes, over rows; both seeds' changes averaged row by row.
    const [a, b] = seeds.map(({ scores }) => byHand(table, scores, 0.1 * ROWS).changes);
    const changes = a.map((value, i) => (value + b[i]) / 2);
    const mean = average(changes);
    const spread = Math.sqrt(average(changes.map((value) => (value - mean) ** 2)) / ROWS);
    const { lower, upper, gain } = data.finding;
    expect((upper - lower) / (2 * 1.96 * 100 * spread)).toBeGreaterThan(0.75);
    expect((upper - lower) / (2 * 1.96 * 100 * spread)).toBeLessThan(1.35);
    expect(lower).toBeLessThan(gain);
    expect(upper).toBeGreaterThan(gain);
  });

  it('is about the rate asked for, not about the nearest whole percent', () => {
    const rate = 6 / ROWS + 0.0005; // 1.55 %: between two cases, too
    const small = input(table, { plan: { ...given.plan, rate } });
    const { finding, grid, methods, random, oracle } = reportData(small);
    const { model, expert } = outcomesOf(table, 0);
    const replicates = bootstrapCurves(
      {
        modelValue: model,
        expertValue: expert,
        methods: small.methods.filter(({ name }) => ['conf', 'two-stage'].includes(name)),
        rates: [rate],
      },
      { resamples: 400, seed: 0 },
    );
    const intervalOf = (against: string) => {
      const { estimate, lower, upper } = band(replicates, 'two-stage', against, 0.95);
      return [estimate, lower, upper].map(([value]) => 100 * value);
    };
    const near = (found: number[], expected: number[]) =>
      found.forEach((value, k) => void expect(value).toBeCloseTo(expected[k], 9));
    const { estimate, lower, upper } = finding.rival!.difference;
    const scoresOf = (name: string) => small.methods.find((each) => each.name === name)!.scores;
    const apart = pairedInterval(
      { modelValue: model, expertValue: expert },
      { scores: scoresOf('two-stage'), rate },
      { scores: scoresOf('conf'), rate },
    );
    const [difference, low, high] = intervalOf('conf');
    const ends = [Math.min(low, 100 * apart.lower), Math.max(high, 100 * apart.upper)];
    near([estimate, lower, upper], [difference, ...ends]);
    // A gain is never narrower than the interval formula of every gain, nor than the resamples.
    const scores = small.methods.find(({ name }) => name === 'two-stage')!.scores;
    const rows = { modelValue: model, expertValue: expert };
    for (const [found, against] of [
      [{ estimate: finding.gain, lower: finding.lower, upper: finding.upper }, 'model'],
      [finding.overRandom!, 'random'],
    ] as const) {
      const own = gainIntervalsAt(rows, scores, [rate], against)(0, 0.95);
      const [value, low, high] = intervalOf(against);
      near(
        [found.estimate, found.lower, found.upper],
        [value, Math.min(low, 100 * own.lower), Math.max(high, 100 * own.upper)],
      );
    }
    // The lists stay those of the grid; what belongs to the rate lies beside them.
    expect(grid).toEqual(data.grid);
    expect(finding.gains!.lower).toHaveLength(101);
    const chosen = methods.find(({ name }) => name === 'two-stage')!;
    for (const line of [...methods, random, oracle]) {
      expect(line.values).toHaveLength(101);
      expect(line.atFinding).toBeDefined();
    }
    expect(chosen.lower).toHaveLength(101);
    expect(chosen.atFinding!.value).toBeCloseTo(finding.value, 9);
    expect(chosen.atFinding!.lower).toBeLessThan(finding.value);
    const { avoided, caused } = chosen.atFinding!;
    expect(avoided! - caused!).toBeCloseTo((ROWS / 100) * finding.gain, 6);
    expect(data.random.atFinding).toBeUndefined();
  });

  it('says how many errors are avoided and caused at every stop of the dial', () => {
    expect(data.grid).toHaveLength(101);
    expect(data.cases[37]).toBe(148);
    for (const stop of [0, 5, 10, 50, 100]) {
      const counted = seeds.map(({ scores }) => byHand(table, scores, (stop / 100) * ROWS));
      expect(chosen.values[stop]).toBeCloseTo(100 * average(counted.map((c) => c.value)), 9);
      expect(chosen.avoided![stop]).toBeCloseTo(average(counted.map((c) => c.avoided)), 6);
      expect(chosen.caused![stop]).toBeCloseTo(average(counted.map((c) => c.caused)), 6);
    }
    // By lot, a share of all of them.
    expect(data.random.avoided![30]).toBeCloseTo(0.3 * chosen.avoided![100], 6);
    expect(data.random.caused![30]).toBeCloseTo(0.3 * chosen.caused![100], 6);
  });

  it('finds the rate at which confidence does as well', () => {
    const conf = given.methods[1].scores[0].scores;
    const reached = Array.from({ length: ROWS + 1 }, (_, k) => 100 * byHand(table, conf, k).value);
    const first = reached.findIndex((value) => value >= data.finding.value);
    const { rival } = data.finding;
    expect(rival!.method).toBe('conf');
    if (first < 0) expect(rival!.rate).toBeNull();
    else {
      expect(rival!.rate!).toBeGreaterThan((first - 1) / ROWS);
      expect(rival!.rate!).toBeLessThanOrEqual(first / ROWS);
    }
    expect(data.reviewsSaved.map(({ baselineRate }) => baselineRate)).toEqual([0.05, 0.1, 0.2]);
    for (const { baselineRate, baselineNeeds, value, rate, cases } of data.reviewsSaved) {
      expect(value).toBeCloseTo(reached[Math.round(baselineRate * ROWS)], 9);
      expect(cases).toBeCloseTo((baselineNeeds! - rate!) * ROWS, 9);
      // Nowhere before does confidence have as much.
      const before = reached.slice(0, Math.ceil(baselineNeeds! * ROWS - 1e-6));
      expect(Math.max(...before)).toBeLessThan(value);
      // The mean curve of the method is below that value one case before the rate, and not after.
      const ours = (k: number) =>
        100 * average(seeds.map(({ scores }) => byHand(table, scores, k).value));
      const k = Math.ceil(rate! * ROWS - 1e-6);
      expect(ours(k)).toBeGreaterThanOrEqual(value - 1e-9);
      expect(ours(k - 1)).toBeLessThan(value + 1e-9);
    }
  });

  it('tells what the policy did behind its own threshold', () => {
    const policy = fitPolicy(table, { method: 'conf', rate: 0.3 });
    const [threshold] = policy.threshold.values;
    const scores = seeds[0].scores.map((score) => score + threshold); // so that some lie on either side
    const methods = given.methods.map((method) =>
      method.name === 'two-stage'
        ? { ...method, deployed: { policy: printPolicy(policy), calibrationRows: 80, scores } }
        : method,
    );
    const handed = scores.filter((score) => score <= threshold).length;
    const { deployed } = reportData(input(table, { methods })).finding;
    expect(handed).toBeGreaterThan(20);
    expect(deployed).toMatchObject({ calibrationRows: 80, threshold });
    expect(deployed!.rate).toBeCloseTo(handed / ROWS, 12);
    expect(deployed!.value).toBeCloseTo(100 * byHand(table, scores, handed).value, 9);
  });

  it('draws bands over rows, or over seeds as the paper does', () => {
    expect(data.band).toEqual({
      ...{ kind: 'rows-and-seeds', confidence: 0.95, simultaneous: false },
      simultaneousFor: 'two-stage',
    });
    const paper = reportData(input(table, { bands: 'seeds' }));
    const line = paper.methods.find(({ name }) => name === 'two-stage')!;
    const values = seeds.map(({ scores }) => 100 * byHand(table, scores, 0.2 * ROWS).value);
    const half = Math.abs(values[0] - values[1]) / Math.SQRT2;
    expect(paper.band).toEqual({ kind: 'seeds' });
    // Whether it beats confidence is a question about rows, however curves are shaded.
    expect(line.over).toEqual(chosen.over);
    expect(line.over!.from).toBe('conf');
    expect(line.upper![20] - line.values[20]).toBeCloseTo(half, 9);
    expect(line.values[20] - line.lower![20]).toBeCloseTo(half, 9);
    expect(chosen.upper![20] - chosen.lower![20]).toBeGreaterThan(2 * half);
  });

  it('names what the page speaks of', () => {
    expect(data.methods.map(({ name, seeds }) => [name, seeds])).toEqual([
      ['conf', 1],
      ['two-stage', 2],
    ]);
    expect(data.expert).toEqual({ name: 'the expert', kind: 'class probabilities' });
    expect(data.warnings).toEqual(['mind this']);
    expect(data.perClass.map(({ name }) => name)).toEqual(table.classes);
    expect(data.histogram!.method).toBe('two-stage');
    expect(chosen.shareOfGap!).toBeGreaterThan(0);
    expect(chosen.shareOfGap!).toBeLessThan(1);
  });

  it('turns losses round: less is better, and intervals keep their order', () => {
    const random = stream(4, 'losses');
    const losses = (shift: number) =>
      Float32Array.from({ length: ROWS }, () => shift + random.uniform());
    const priced: Table = {
      rows: ROWS,
      classes: [],
      modelLoss: losses(0.2),
      experts: [{ name: 'big', kind: 'losses', losses: losses(0) }],
      columns: [],
    };
    const { finding, target, methods, perClass } = reportData(input(priced));
    expect(target).toMatchObject({ kind: 'loss', higherIsBetter: false });
    expect(finding.modelValue).toBeCloseTo(average([...priced.modelLoss!]), 6);
    expect(finding.value).toBeLessThan(finding.modelValue);
    expect(finding.lower).toBeLessThan(finding.gain);
    expect(finding.upper).toBeGreaterThan(finding.gain);
    expect(finding.upper).toBeLessThan(0);
    const { lower, upper, avoided } = methods[1];
    expect(lower!.every((value, k) => value <= upper![k])).toBe(true);
    expect(avoided).toBeUndefined();
    expect(perClass).toEqual([]);
  });
});
