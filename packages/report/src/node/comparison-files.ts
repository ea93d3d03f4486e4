import { costsSvg, curvesSvg } from '../figure/curves-svg.js';
import { renderReport } from '../html/render-report.js';
import type { ReportData } from '../report-data.js';
import type { Results } from '../results.js';
import { costsCsv } from '../table/costs-csv.js';
import { curvesCsv } from '../table/curves-csv.js';
import { tableLatex } from '../table/table-latex.js';
import { tableMarkdown } from '../table/table-markdown.js';
import { pngOf } from './png.js';

/** A file of a comparison's folder. */
export type ComparisonFile = readonly [name: string, content: string | Uint8Array];

/** How long a comparison took, and where the time went: the only thing that differs between two runs. */
export interface Timings {
  readonly seconds: number;
  readonly steps?: Readonly<Record<string, number>>;
}

/** What not every comparison writes: an earlier one's would look like this one's. */
export const SOMETIMES_WRITTEN: readonly string[] = [
  'costs.csv',
  'costs.svg',
  'costs.png',
  'costs-by-spending.svg',
  'costs-by-spending.png',
  'policy.json',
];

/** Every file of a comparison's folder, in the order to write them: results.json is the last. */
export function comparisonFiles(
  results: Results,
  report: ReportData,
  policy: string | undefined,
  timings?: Timings,
): ComparisonFile[] {
  const svg = curvesSvg(report);
  return [
    ...costFiles(report),
    ['table.md', tableMarkdown(report)],
    ['table.tex', tableLatex(report)],
    ['curves.csv', curvesCsv(report)],
    ['curves.svg', svg],
    ['curves.png', pngOf(svg)],
    ['report.html', renderReport(report)],
    ...(policy === undefined ? [] : [['policy.json', policy] as const]),
    ...(timings === undefined
      ? []
      : [['timings.json', `${JSON.stringify(timings, null, 2)}\n`] as const]),
    ['results.json', `${JSON.stringify(results, null, 2)}\n`],
  ];
}

/** Where costs were given: the curves against cost, by rate and by what answers cost. */
function costFiles(report: ReportData): ComparisonFile[] {
  const { curves } = report.costs ?? {};
  if (!curves) return [];
  const figures: [string, string][] = [
    ['costs', costsSvg(report)],
    ...(curves.spendingDiffers
      ? [['costs-by-spending', costsSvg(report, 'spending')] as [string, string]]
      : []),
  ];
  return [
    ['costs.csv', costsCsv(report)],
    ...figures.flatMap(([name, svg]): ComparisonFile[] => [
      [`${name}.svg`, svg],
      [`${name}.png`, pngOf(svg)],
    ]),
  ];
}
