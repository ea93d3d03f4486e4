import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { count, InputError } from '@cede/core';
import type { ReportData, Results } from '@cede/report';
import { type ComparisonExtras, comparisonFiles, SOMETIMES_WRITTEN } from '@cede/report/node';
import { writeOutput } from '@cede/run/node';
import { askedOptions, differingOptions } from '@cede/study';
import type { CompareInput } from './input.js';

/**
 * Every file is whole or absent. results.json comes after all that belongs to it, and only then goes
 * what belonged to an earlier one: whenever the run is killed, no results.json lacks its files.
 */
export async function writeOutputs(
  folder: string,
  results: Results,
  report: ReportData,
  policy: string | undefined,
  extras?: ComparisonExtras,
): Promise<void> {
  const files = await comparisonFiles(results, report, policy, extras);
  // Only where an earlier comparison left its results: then these names are its own too.
  const written = files.map(([name]) => name);
  const stale = (await holdsResults(folder))
    ? SOMETIMES_WRITTEN.filter((name) => !written.includes(name))
    : [];
  for (const [name, content] of files) await writeOutput(join(folder, name), content);
  for (const name of stale) await rm(join(folder, name), { force: true });
}

/** Whether `compare` itself has left a result there. */
export async function holdsResults(folder: string): Promise<boolean> {
  const results = await readFile(join(folder, 'results.json'), 'utf8').catch(() => '');
  return /^\{\s*"format": "cede\/results"/.test(results);
}

/** A folder is one study's: results of other tables or options stay unless one says so. */
export async function refuseOtherResults(
  folder: string,
  { fit, test, ask }: Pick<CompareInput, 'fit' | 'test' | 'ask'>,
): Promise<void> {
  const text = await readFile(join(folder, 'results.json'), 'utf8').catch(() => undefined);
  if (text === undefined || !(await holdsResults(folder))) return;
  let found: Results;
  try {
    found = JSON.parse(text);
  } catch {
    return; // cut off: nothing of worth is lost
  }
  const refuse = (others: string) =>
    new InputError(
      `--out ${folder}: holds the results of other ${others}. Give another folder, or --overwrite.`,
    );
  if (found.fit?.hash !== fit.hash || found.test?.hash !== test.hash)
    throw refuse(
      `tables (${count(found.fit?.rows)} rows fitted, ${count(found.test?.rows)} tested)`,
    );
  // Results of older versions don't say what they were asked.
  const differing = found.asked ? differingOptions(found.asked, askedOptions(ask)) : [];
  if (differing.length > 0) throw refuse(`options of the same tables (${differing.join(', ')})`);
}
