import type { Mark } from '@cede/core';
import { marks, summarise, valueAt } from '@cede/core';
import type { ComparisonPlan } from '../plan/plan.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { Chart, ChartLine, ComparedMethod, Headline } from './comparison.js';
import { methodNamed } from './headline.js';

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

/** How each method stands in each column of the table. */
export function columnMarks(
  plan: Pick<ComparisonPlan, 'methods'>,
  rates: readonly number[],
  methods: readonly MethodScores[],
): (name: string) => Mark[] {
  const random = methodNamed(methods, 'random');
  const summaries = methods.map((method) => ({
    name: method.name,
    family: plan.methods.find(({ name }) => name === method.name)!.family,
    ...summarise(method.curves, rates),
  }));
  const columns = rates.map((rate, k) =>
    marks(
      summaries.map(({ name, family, mean, std }) => ({
        ...{ name, family },
        ...{ mean: mean[k], std: std[k] },
      })),
      valueAt(random.curves[0], rate),
    ),
  );
  return (name) => columns.map((column) => column[name]);
}
