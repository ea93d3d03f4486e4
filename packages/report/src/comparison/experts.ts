import type { Comparison } from '@cede/study';
import type { ExpertRow } from '../report-data.js';
import { shownAs } from '../shown.js';

/** Several experts, one row each, all at the rate that the first one's headline is about. */
export function expertRows(
  comparison: Comparison,
  reports: Readonly<Record<string, string>>,
): ExpertRow[] | undefined {
  const { experts = [], headline } = comparison;
  if (experts.length === 0) return undefined;
  return [
    expertRow(comparison, headline.at),
    ...experts.map((other) => ({
      ...expertRow(other, headline.at),
      ...(reports[other.expert.name] && { report: reports[other.expert.name] }),
    })),
  ];
}

function expertRow(
  { expert, headline, methods, chart, test }: Comparison,
  rate: number,
): ExpertRow {
  const shown = shownAs(chart.target);
  const k = nearest(chart.grid, rate);
  const { estimate, lower, upper } = headline.gains;
  // Its own headline may be about a rate that is none of the grid.
  const own = Math.abs(headline.at - rate) < 1e-9;
  const { line } = methods.find(({ name }) => name === headline.method)!;
  return {
    name: expert.name,
    rows: test.rows,
    method: headline.method,
    modelValue: shown.value(headline.model),
    expertValue: shown.value(headline.expert),
    value: shown.value(own ? headline.value : line.values[k]),
    gain: shown.interval(
      own ? headline.gain : { estimate: estimate[k], lower: lower[k], upper: upper[k] },
    ),
  };
}

/** The place on a grid that is nearest to a rate. */
const nearest = (grid: readonly number[], rate: number): number =>
  grid.reduce(
    (best, value, k) => (Math.abs(value - rate) < Math.abs(grid[best] - rate) ? k : best),
    0,
  );
