import { type Mark, marks, summarise, valueAt } from '@cede/core';
import type { BandKind } from '../curves/bands.js';
import type { ComparisonPlan } from '../plan/plan.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { Chart, ChartLine, ComparedMethod, Headline } from './comparison.js';
import { type Measured, methodNamed } from './headline.js';
import { familyIn, type MarkColumn, rowMarks } from './parts.js';

/** A chart with its lines, by method, and the claim that is read off it. */
export interface DrawnChart {
  readonly chart: Chart;
  readonly headline: Headline;
  readonly lines: ReadonlyMap<string, ChartLine>;
  readonly marks: (name: string) => Mark[];
  readonly risks?: ReadonlyMap<string, NonNullable<ComparedMethod['risk']>>;
}

/**
 * How each method stands in each column of the table: by paired differences over rows, or with
 * `seeds` by the spread over seeds, as the paper marks.
 */
export function columnMarks(
  measured: Measured,
  rates: readonly number[],
  bands: BandKind,
  byRows?: readonly MarkColumn[],
): (name: string) => Mark[] {
  const { plan, methods } = measured;
  const columns =
    bands === 'seeds' ? seedMarks(plan, methods, rates) : (byRows ?? rowMarks(measured, rates));
  return (name) => columns.map((column) => column[name]);
}

/** The paper's rule, which says nothing about other rows. */
function seedMarks(
  plan: ComparisonPlan,
  methods: readonly MethodScores[],
  rates: readonly number[],
): MarkColumn[] {
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
