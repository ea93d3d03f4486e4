import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { count, InputError } from '@cede/core';
import {
  costsCsv,
  costsSvg,
  curvesCsv,
  curvesSvg,
  type ReportData,
  type Results,
  renderReport,
  tableLatex,
  tableMarkdown,
} from '@cede/report';
import { pngOf } from '@cede/report/node';
import { writeOutput } from '@cede/run/node';
import type { CompareInput } from './input.js';

type Output = readonly [name: string, content: string | Uint8Array];

/** What not every comparison writes: an earlier one's would look like this one's. */
const SOMETIMES = [
  'costs.csv',
  'costs.svg',
  'costs.png',
  'costs-by-spending.svg',
  'costs-by-spending.png',
  'policy.json',
];

/**
 * Every file is whole or absent. results.json comes after all that belongs to it, and only then goes
 * what belonged to an earlier one: whenever the run is killed, no results.json lacks its files.
 */
export async function writeOutputs(
  folder: string,
  results: Results,
  report: ReportData,
  policy: string | undefined,
  seconds?: number,
): Promise<void> {
  const svg = curvesSvg(report);
  const files: Output[] = [
    ...costFiles(report),
    ['table.md', tableMarkdown(report)],
    ['table.tex', tableLatex(report)],
    ['curves.csv', curvesCsv(report)],
    ['curves.svg', svg],
    ['curves.png', pngOf(svg)],
    ['report.html', renderReport(report)],
    ...(policy === undefined ? [] : [['policy.json', policy] as const]),
    ...(seconds === undefined
      ? []
      : [['timings.json', `${JSON.stringify({ seconds }, null, 2)}\n`] as const]),
    ['results.json', `${JSON.stringify(results, null, 2)}\n`],
  ];
  // Only where an earlier comparison left its results: then these names are its own too.
  const written = files.map(([name]) => name);
  const stale = (await holdsResults(folder))
    ? SOMETIMES.filter((name) => !written.includes(name))
    : [];
  for (const [name, content] of files) await writeOutput(join(folder, name), content);
  for (const name of stale) await rm(join(folder, name), { force: true });
}

/** Whether `compare` itself has left a result there. */
export async function holdsResults(folder: string): Promise<boolean> {
  const results = await readFile(join(folder, 'results.json'), 'utf8').catch(() => '');
  return /^\{\s*"format": "cede\/results"/.test(results);
}

/** A folder is one study's: results of other tables are not written over unless one says so. */
export async function refuseOtherResults(
  folder: string,
  { fit, test }: Pick<CompareInput, 'fit' | 'test'>,
): Promise<void> {
  const text = await readFile(join(folder, 'results.json'), 'utf8').catch(() => undefined);
  if (text === undefined || !(await holdsResults(folder))) return;
  let found: Results;
  try {
    found = JSON.parse(text);
  } catch {
    return; // cut off: nothing of worth is lost
  }
  if (found.fit?.hash === fit.hash && found.test?.hash === test.hash) return;
  throw new InputError(
    `--out ${folder}: holds the results of other tables (${count(found.fit?.rows)} rows fitted, ${count(found.test?.rows)} tested). Give another folder, or --overwrite.`,
  );
}

/** Where costs were given: the curves against cost, by rate and by what answers cost. */
function costFiles(report: ReportData): Output[] {
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
    ...figures.flatMap(([name, svg]): Output[] => [
      [`${name}.svg`, svg],
      [`${name}.png`, pngOf(svg)],
    ]),
  ];
}
