import type { Mark, Replicates, Table } from '@cede/core';
import { markedFamilies, outcomesOf } from '@cede/core';
import type { CellTask } from '@cede/run';
import { type BandKind, resampledRows } from '../curves/bands.js';
import { gainRowsOf } from '../curves/gain-rows.js';
import type { ScoreMetrics } from '../metrics/score-metrics.js';
import type { ComparisonPlan } from '../plan/plan.js';
import { lossesOf } from '../reject/rejection.js';
import { compactOutcomes, compactValues } from '../scores/compact-values.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { ErrorCounts } from './error-counts.js';
import type { Measured } from './headline.js';
import { type CountSpec, type MarkSpec, partFunctions, type ResampleSpec } from './part-cells.js';

/**
 * The parts of a comparison that take the time with many rows. Each is a pure function of sorted
 * scores, and its sums run in the order of the rows or of the scores: whoever computes it, one
 * thread or several, gets the same bytes.
 */
export interface MeasuredParts {
  /** The real methods on resamples of the test rows, along the chart's rates. */
  readonly replicates: Replicates;
  /** By method, along the chart's rates. */
  readonly counts: ReadonlyMap<string, ErrorCounts>;
  /** By method; none of a method without scores. */
  readonly metrics: ReadonlyMap<string, ScoreMetrics>;
  /** By rate of the table, then by method; none where marks come from the spread over seeds. */
  readonly marks: readonly MarkColumn[];
}

/** By method, how it stands in one column of the table. */
export type MarkColumn = Readonly<Record<string, Mark>>;

/** Where curves are drawn again, and the columns of the table. */
export interface PartRates {
  readonly chart: readonly number[];
  readonly table: readonly number[];
}

/** One piece of the work, and about how much of it. */
export interface PartTask extends CellTask {
  readonly size: number;
}

/** The methods that are neither random nor the oracle. */
export const realMethods = (methods: readonly MethodScores[]): MethodScores[] =>
  methods.filter(({ name }) => name !== 'random' && name !== 'oracle');

/** What there is to compute, the longest first; resampling in as many tasks as there are `hands`. */
export function partTasks(
  { plan, methods, test: { table } }: Measured,
  at: PartRates,
  bands: BandKind,
  hands = 1,
): PartTask[] {
  const real = realMethods(methods);
  return [
    ...resampleTasks(plan, table, real, at.chart, hands),
    ...(bands === 'seeds' ? [] : markTasks(plan, table, real, at.table)),
    ...countTasks(plan, table, methods, at.chart),
  ];
}

/** All methods see the same draws, so each part can draw them for itself. */
function resampleTasks(
  plan: ComparisonPlan,
  table: Table,
  real: readonly MethodScores[],
  rates: readonly number[],
  hands: number,
): PartTask[] {
  const rows = resampledRows(plan, table);
  const seedCounts = real.map(({ scores }) => scores.length);
  return inParts(real, hands).map((part) => {
    const spec: ResampleSpec = { rates, seed: plan.seeds[0], seedCounts };
    const methods = part.map(({ name, scores }) => ({ name, scores }));
    const size = part.reduce((sum, { scores }) => sum + scores.length, 0);
    return { kind: 'compare-resampled', spec, needs: { rows, methods }, size };
  });
}

/** Methods in at most so many parts with about as many score vectors each. */
function inParts(methods: readonly MethodScores[], parts: number): MethodScores[][] {
  const found = Array.from({ length: Math.max(1, Math.min(parts, methods.length)) }, () => ({
    vectors: 0,
    methods: [] as MethodScores[],
  }));
  for (const method of [...methods].sort((a, b) => b.scores.length - a.scores.length)) {
    const least = found.reduce((a, b) => (b.vectors < a.vectors ? b : a));
    least.methods.push(method);
    least.vectors += method.scores.length;
  }
  return found.map((part) => part.methods);
}

function markTasks(
  plan: ComparisonPlan,
  table: Table,
  real: readonly MethodScores[],
  rates: readonly number[],
): PartTask[] {
  const named = real.map(({ name, scores }) => ({ name, family: familyIn(plan, name), scores }));
  const families = markedFamilies(named);
  const methods = named.map((method) => ({ ...method, family: families.get(method.name)! }));
  const rows = gainRowsOf(table, plan.expert);
  return rates.map((rate) => {
    const spec: MarkSpec = { rate };
    return { kind: 'compare-marks', spec, needs: { rows, methods }, size: real.length };
  });
}

export const familyIn = (plan: Pick<ComparisonPlan, 'methods'>, method: string) =>
  plan.methods.find(({ name }) => name === method)!.family;

function countTasks(
  plan: ComparisonPlan,
  table: Table,
  methods: readonly MethodScores[],
  rates: readonly number[],
): PartTask[] {
  const found = outcomesOf(table, plan.expert);
  const outcomes = compactOutcomes(found);
  const losses = compactValues(lossesOf(found.model, found.target));
  const { label, weight, rows } = table;
  const classes = table.classes.length;
  return methods.map(({ name, scores }) => {
    const spec: CountSpec = { name, rates, tableRates: plan.rates, rows, classes };
    const needs = { scores, outcomes, losses, label, weight };
    return { kind: 'compare-counts', spec, needs, size: 0.3 * scores.length };
  });
}

/** The parts, from the results of their tasks. */
export function gatherParts(
  tasks: readonly PartTask[],
  results: readonly unknown[],
  methods: readonly MethodScores[],
): MeasuredParts {
  const of = <Result>(kind: string): [PartTask, Result][] =>
    tasks.flatMap((task, k) => (task.kind === kind ? [[task, results[k] as Result]] : []));
  const drawn = of<Replicates>('compare-resampled').map(([, part]) => part);
  const counted = of<{ counts: ErrorCounts; metrics?: ScoreMetrics }>('compare-counts').map(
    ([{ spec }, found]) => ({ ...found, name: (spec as CountSpec).name }),
  );
  return {
    replicates: {
      ...drawn[0],
      estimate: new Map(drawn.flatMap(({ estimate }) => [...estimate])),
      draws: new Map(drawn.flatMap(({ draws }) => [...draws])),
    },
    counts: new Map(counted.map(({ name, counts }) => [name, counts])),
    metrics: new Map(
      counted.flatMap(({ name, metrics }) => (metrics ? [[name, metrics] as const] : [])),
    ),
    marks: of<FoundMarks>('compare-marks').map(([, marks]) => markColumn(methods, marks)),
  };
}

type FoundMarks = readonly (readonly [name: string, mark: Mark])[];

/** Whoever was not asked about has none. */
const markColumn = (methods: readonly MethodScores[], found: FoundMarks): MarkColumn =>
  Object.fromEntries<Mark>([...methods.map(({ name }) => [name, 'none'] as const), ...found]);

/** Marks alone, computed here. */
export function rowMarks(
  { plan, methods, test: { table } }: Measured,
  rates: readonly number[],
): MarkColumn[] {
  const tasks = markTasks(plan, table, realMethods(methods), rates);
  return tasks.map((task) => markColumn(methods, performHere(task) as FoundMarks));
}

/** Everything computed here, one after the other. */
export function partsHere(
  measured: Measured,
  at: PartRates,
  bands: BandKind,
  onProgress?: (done: number) => void,
): MeasuredParts {
  const tasks = partTasks(measured, at, bands);
  const all = tasks.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  const results = tasks.map((task) => {
    const result = performHere(task, (done) => onProgress?.((before + done * task.size) / all));
    before += task.size;
    onProgress?.(before / all);
    return result;
  });
  return gatherParts(tasks, results, measured.methods);
}

function performHere({ kind, spec, needs }: PartTask, onProgress?: (done: number) => void) {
  const { signal } = new AbortController();
  const report = ({ done }: { readonly done: number }) => onProgress?.(done);
  return partFunctions[kind]({ spec, needs, context: undefined, report, signal });
}
