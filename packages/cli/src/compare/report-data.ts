import {
  area,
  type Mark,
  marks,
  outcomesOf,
  reviewsSaved,
  shareOfGap,
  summarise,
  valueAt,
} from '@cede/core';
import { ACCURACY, type MethodResult, type ReferenceResult, type ReportData } from '@cede/report';
import { bandOf, CONFIDENCE, drawnAgain, GRID, meanAt } from './along-grid.js';
import { caseWeights } from './case-weights.js';
import { classRows } from './class-rows.js';
import { errorCounts } from './error-counts.js';
import { findingOf } from './finding.js';
import { findingStops } from './finding-stops.js';
import type { MethodScores } from './grid.js';
import { scoreHistogram } from './histogram.js';
import type { ComparePlan } from './plan.js';
import type { ReportInput } from './report-input.js';

/** Everything the report shows, computed here: the report itself only draws. */
export function reportData(input: ReportInput): ReportData {
  const { plan, methods, test } = input;
  const table = test.table;
  const outcomes = outcomesOf(table, plan.expert);
  const scale = outcomes.target === 'accuracy' ? 100 : -1;
  const grid = GRID;
  const real = methods.filter(({ name }) => name !== 'random' && name !== 'oracle');
  // The finding's interval is the one at its own rate, not at the nearest of the grid.
  const stops = findingStops(plan.rate);
  const { rates } = stops;
  const replicates = drawnAgain(plan, table, real, rates, input.onProgress);
  const one = (name: string) => methods.find((method) => method.name === name)!;
  const random = one('random');
  const oracle = one('oracle');
  const markOf = columnMarks(plan, methods);
  const drawn = (method: MethodScores): ReferenceResult => {
    const { mean, std, area: whole } = summarise(method.curves, plan.rates);
    return {
      mean: mean.map((v) => scale * v),
      std: std.map((v) => Math.abs(scale) * v),
      area: scale * whole,
      values: rates.map((rate) => scale * meanAt(method, rate)),
      ...errorCounts(method, outcomes, table, rates),
    };
  };
  const results = real.map((method): MethodResult => {
    const { family, seeded } = plan.methods.find(({ name }) => name === method.name)!;
    const line = {
      ...drawn(method),
      name: method.name,
      family,
      ...(method.name === 'auto' && plan.choice && { chosen: plan.choice.method }),
      seeds: seeded ? method.curves.length : 1,
      shareOfGap: shareOfGap(
        summarise(method.curves, []).area,
        area(random.curves[0]),
        area(oracle.curves[0]),
      ),
      ...bandOf(method, replicates, input.paperMode === true, rates, scale),
      marks: markOf(method.name),
    };
    return stops.lineOf(line);
  });
  const classes = table.classes;
  const finding = findingOf(input, replicates, scale, stops);
  return {
    format: 'cede/report-data',
    version: 1,
    title: input.title,
    target:
      outcomes.target === 'accuracy'
        ? ACCURACY
        : { kind: 'loss', name: 'mean loss', unit: '', differenceUnit: '', higherIsBetter: false },
    fit: { name: input.fit.name, rows: input.fit.table.rows, hash: input.fit.hash },
    test: {
      name: test.name,
      rows: table.rows,
      ...(input.unanswered && { unanswered: input.unanswered }),
      hash: test.hash,
    },
    expert: {
      name: inSentence(table.experts[plan.expert].name),
      kind: EXPERT_KINDS[table.experts[plan.expert].kind],
    },
    classNames: classes,
    ...(input.verdict !== undefined && { verdict: input.verdict }),
    finding,
    rates: plan.rates,
    grid,
    cases: grid.map((rate) => Math.round(rate * table.rows)),
    band: input.paperMode
      ? { kind: 'seeds' }
      : { kind: 'rows-and-seeds', confidence: CONFIDENCE, simultaneous: false },
    methods: results,
    random: stops.lineOf(drawn(random)),
    oracle: stops.lineOf(drawn(oracle)),
    reviewsSaved: savedRows(input, scale),
    perClass:
      classes.length > 0 && table.label
        ? classRows(table, plan.expert, one(plan.chosen.name).scores, plan.rate)
        : [],
    histogram: scoreHistogram(
      plan.chosen.name,
      one(plan.chosen.name).scores[0],
      plan.rate,
      caseWeights(table),
    ),
    warnings: input.warnings,
    made: { command: input.command, version: input.version, facts: input.facts },
  };
}

/** "Handing 20 % of cases to the expert". */
export const inSentence = (name: string) => (name === 'expert' ? 'the expert' : name);

const EXPERT_KINDS = {
  probabilities: 'class probabilities',
  labels: 'one label per case',
  votes: 'votes',
  losses: 'losses',
  correct: 'right or wrong',
} as const;

export function columnMarks(
  plan: ComparePlan,
  methods: readonly MethodScores[],
): (name: string) => Mark[] {
  const random = methods.find(({ name }) => name === 'random')!;
  const columns = plan.rates.map((rate, k) => {
    const column = methods.map((method) => {
      const { mean, std } = summarise(method.curves, plan.rates);
      return {
        name: method.name,
        family: plan.methods.find(({ name }) => name === method.name)!.family,
        mean: mean[k],
        std: std[k],
      };
    });
    return marks(column, valueAt(random.curves[0], rate));
  });
  return (name) => columns.map((column) => column[name]);
}

function savedRows({ plan, methods, test }: ReportInput, scale: number) {
  const conf = methods.find(({ name }) => name === 'conf');
  const method = methods.find(({ name }) => name === plan.chosen.name)!;
  if (!conf || method.name === 'conf') return [];
  // Of the mean curve: what one expects of a single fit.
  const grid = Array.from({ length: 401 }, (_, i) => i / 400);
  const mean = {
    rates: Float64Array.from(grid),
    values: Float64Array.from(grid, (rate) => meanAt(method, rate)),
  };
  return reviewsSaved(mean, conf.curves[0], [0.05, 0.1, 0.2], test.table.rows).map((row) => ({
    ...row,
    baseline: 'conf',
    value: scale * row.value,
  }));
}
