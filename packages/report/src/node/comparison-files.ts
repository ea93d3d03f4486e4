import { costsSvg, curvesSvg } from '../figure/curves-svg.js';
import { renderReport } from '../html/render-report.js';
import { heightOf } from '../paper-width.js';
import type { ReportData } from '../report-data.js';
import type { Results } from '../results.js';
import { costsCsv } from '../table/costs-csv.js';
import { curvesCsv } from '../table/curves-csv.js';
import { tableLatex } from '../table/table-latex.js';
import { tableMarkdown } from '../table/table-markdown.js';
import { pdfOf } from './pdf.js';
import { pngOf } from './png.js';

/** A file of a comparison's folder. */
export type ComparisonFile = readonly [name: string, content: string | Uint8Array];

/** How long a comparison took, and where the time went: the only thing that differs between two runs. */
export interface Timings {
  readonly seconds: number;
  readonly steps?: Readonly<Record<string, number>>;
}

/** What not every folder of a comparison has. */
export interface ComparisonExtras {
  readonly timings?: Timings;
  /** Of each figure in pixels, 96 to the inch: it is drawn for a paper then, as PDF too. */
  readonly width?: number;
}

/** What not every comparison writes: an earlier one's would look like this one's. */
export const SOMETIMES_WRITTEN: readonly string[] = [
  'costs.csv',
  'costs.svg',
  'costs.png',
  'costs-by-spending.svg',
  'costs-by-spending.png',
  'curves.pdf',
  'costs.pdf',
  'costs-by-spending.pdf',
  'policy.json',
];

/** Every file of a comparison's folder, in the order to write them: results.json is the last. */
export async function comparisonFiles(
  results: Results,
  report: ReportData,
  policy: string | undefined,
  { timings, width }: ComparisonExtras = {},
): Promise<ComparisonFile[]> {
  const size = width === undefined ? {} : { width, height: heightOf(width) };
  return [
    ...(await costFiles(report, size)),
    ['table.md', tableMarkdown(report)],
    ['table.tex', tableLatex(report)],
    ['curves.csv', curvesCsv(report)],
    ...(await figureFiles('curves', curvesSvg(report, size), size)),
    ['report.html', renderReport(report)],
    ...(policy === undefined ? [] : [['policy.json', policy] as const]),
    ...(timings === undefined
      ? []
      : [['timings.json', `${JSON.stringify(timings, null, 2)}\n`] as const]),
    ['results.json', `${JSON.stringify(results, null, 2)}\n`],
  ];
}

/** Where costs were given: the curves against cost, by rate and by what answers cost. */
async function costFiles(report: ReportData, size: PaperSize): Promise<ComparisonFile[]> {
  const { curves } = report.costs ?? {};
  if (!curves) return [];
  const figures: [string, string][] = [
    ['costs', costsSvg(report, 'rate', size)],
    ...(curves.spendingDiffers
      ? [['costs-by-spending', costsSvg(report, 'spending', size)] as [string, string]]
      : []),
  ];
  const drawn = await Promise.all(figures.map(([name, svg]) => figureFiles(name, svg, size)));
  return [['costs.csv', costsCsv(report)], ...drawn.flat()];
}

type PaperSize = { readonly width?: number; readonly height?: number };

async function figureFiles(name: string, svg: string, size: PaperSize): Promise<ComparisonFile[]> {
  return [
    [`${name}.svg`, svg],
    [`${name}.png`, pngOf(svg)],
    ...(size.width === undefined ? [] : [[`${name}.pdf`, await pdfOf(svg)] as const]),
  ];
}
