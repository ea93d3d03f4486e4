import {
  type Mark,
  markedFamilies,
  marks,
  pairedMarks,
  summarise,
  type Table,
  valueAt,
} from '@cede/core';
import { type BandKind, CONFIDENCE } from '../curves/bands.js';
import { gainRowsOf } from '../curves/gain-rows.js';
import type { ComparisonPlan } from '../plan/plan.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { Chart, ChartLine, ComparedMethod, Headline } from './comparison.js';
import { type Measured, methodNamed } from './headline.js';

/** A chart with its lines, by method, and the claim that is read off it. */
export interface DrawnChart {
  readonly chart: Chart;
  readonly headline: Headline;
  readonly lines: ReadonlyMap<string, ChartLine>;
  readonly marks: (name: string) => Mark[];
  readonly risks?: ReadonlyMap<string, NonNullable<ComparedMethod['risk']>>;
}

/** The methods that are neither random nor the oracle. */
export const realMethods = (methods: readonly MethodScores[]): MethodScores[] =>
  methods.filter(({ name }) => name !== 'random' && name !== 'oracle');

/**
 * How each method stands in each column of the table: by paired differences over rows, or with
 * `seeds` by the spread over seeds, as the paper marks.
 */
export function columnMarks(
  { plan, methods, test: { table } }: Measured,
  rates: readonly number[],
  bands: BandKind,
): (name: string) => Mark[] {
  const columns = (bands === 'seeds' ? seedMarks : rowMarks)(plan, methods, rates, table);
  return (name) => columns.map((column) => column[name]);
}

type Column = Readonly<Record<string, Mark>>;

const familyIn = (plan: Pick<ComparisonPlan, 'methods'>, method: string) =>
  plan.methods.find(({ name }) => name === method)!.family;

/** The paper's rule, which says nothing about other rows. */
function seedMarks(
  plan: ComparisonPlan,
  methods: readonly MethodScores[],
  rates: readonly number[],
): Column[] {
  const random = methodNamed(methods, 'random');
  const summaries = methods.map((method) => ({
    name: method.name,
    family: familyIn(plan, method.name),
    ...summarise(method.curves, rates),
  }));
  return rates.map((rate, k) =>
    marks(
      summaries.map(({ name, family, mean, std }) => ({
        ...{ name, family },
        ...{ mean: mean[k], std: std[k] },
      })),
      valueAt(random.curves[0], rate),
    ),
  );
}

function rowMarks(
  plan: ComparisonPlan,
  methods: readonly MethodScores[],
  rates: readonly number[],
  table: Table,
): Column[] {
  const rows = gainRowsOf(table, plan.expert);
  const real = realMethods(methods).map(({ name, scores }) => ({
    name,
    family: familyIn(plan, name),
    scores,
  }));
  const families = markedFamilies(real);
  const marked = real.map((method) => ({ ...method, family: families.get(method.name)! }));
  const unmarked = methods.map(({ name }) => [name, 'none'] as const);
  return rates.map((rate) => ({
    ...Object.fromEntries<Mark>(unmarked),
    ...Object.fromEntries(
      pairedMarks(rows, marked, rate, CONFIDENCE).map(({ name, mark }) => [name, mark]),
    ),
  }));
}
