import type { ExpertRow, ReportData } from '@cede/report';
import { fixed, percent, signed } from '@cede/report/words';
import { nearest } from '../compare/along-grid.js';
import type { Comparison } from '../compare/comparison.js';
import type { Results } from '../compare/results.js';

/** The comparisons of further experts, by name, and where their own reports are. */
export type OtherExperts = Readonly<Record<string, Comparison & { readonly folder: string }>>;

/** Every expert by name, the first one too, where there are several. */
export function withExperts(results: Results, name: string, others?: OtherExperts): Results {
  if (!others || Object.keys(others).length === 0) return results;
  const rest = Object.entries(others).map(([each, { results: found }]) => [each, found]);
  return { ...results, experts: { [name]: results, ...Object.fromEntries(rest) } };
}

/** The same for the report: one row each, all at the rate that the first one's finding is about. */
export function withExpertRows(
  report: ReportData,
  name: string,
  others?: OtherExperts,
): ReportData {
  if (!others || Object.keys(others).length === 0) return report;
  const { rate } = report.finding;
  return {
    ...report,
    experts: [
      expertRow(name, report, rate),
      ...Object.entries(others).map(([each, { report: own, folder }]) => ({
        ...expertRow(each, own, rate),
        report: `experts/${folder}/report.html`,
      })),
    ],
  };
}

function expertRow(name: string, report: ReportData, rate: number): ExpertRow {
  const { finding, methods, grid, test } = report;
  const k = nearest(grid, rate);
  const { estimate, lower, upper } = finding.gains!;
  // Its own finding may be about a rate that is none of the grid.
  const own = Math.abs(finding.rate - rate) < 1e-9;
  return {
    name,
    rows: test.rows,
    method: finding.method,
    modelValue: finding.modelValue,
    expertValue: finding.expertValue,
    value: own
      ? finding.value
      : methods.find((method) => method.name === finding.method)!.values[k],
    gain: own
      ? { estimate: finding.gain, lower: finding.lower, upper: finding.upper }
      : { estimate: estimate[k], lower: lower[k], upper: upper[k] },
  };
}

/** One line an expert: who is worth asking. */
export function expertsText({ experts, finding, target }: ReportData): string[] {
  if (!experts) return [];
  const digits = target.kind === 'accuracy' ? 2 : 4;
  const unit = target.differenceUnit ? ` ${target.differenceUnit}` : '';
  const width = Math.max(...experts.map(({ name }) => name.length)) + 2;
  return [
    '',
    `Experts, alone and with ${+(100 * finding.rate).toFixed(2)} % of the cases handed over (gains over the model alone, ${percent(finding.confidence, 0)} intervals):`,
    ...experts.map(
      ({ name, expertValue, value, gain, method }) =>
        `  ${name.padEnd(width)}alone ${fixed(expertValue, digits)}, together ${fixed(value, digits)}, gain ${signed(gain.estimate, digits)} (${signed(gain.lower, digits)} … ${signed(gain.upper, digits)})${unit}, by ${method}`,
    ),
    '',
  ];
}
