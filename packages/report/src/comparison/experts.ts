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

function expertRow(comparison: Comparison, rate: number): ExpertRow {
  const { expert, headline, chart, test } = comparison;
  const shown = shownAs(chart.target);
  const { value, gain } = exactlyAt(comparison, rate);
  return {
    name: expert.name,
    rows: test.rows,
    method: headline.method,
    modelValue: shown.value(headline.model),
    expertValue: shown.value(headline.expert),
    value: shown.value(value),
    gain: shown.interval(gain),
  };
}

/** At this very rate: a neighbour on the grid would be another number than that of the curve. */
function exactlyAt({ headline, sideBySide, chart, methods }: Comparison, rate: number) {
  const same = (other: number) => Math.abs(other - rate) < 1e-9;
  if (same(headline.at)) return headline;
  if (sideBySide && same(sideBySide.rate)) return sideBySide;
  const k = chart.grid.findIndex(same);
  if (k < 0) throw new Error(`the comparison says nothing of a rate of ${rate}`);
  const { estimate, lower, upper } = headline.gains;
  const { line } = methods.find(({ name }) => name === headline.method)!;
  return {
    value: line.values[k],
    gain: { estimate: estimate[k], lower: lower[k], upper: upper[k] },
  };
}
