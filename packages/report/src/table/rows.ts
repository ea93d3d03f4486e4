import type { Mark } from '@cede/core';
import { count } from '@cede/core';
import { deviationOver } from '../band-wording.js';
import { labelOf } from '../headline/chosen.js';
import { displayName } from '../method-names.js';
import type { ReportData } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';

/** A row of the paper's table: what Markdown, LaTeX, HTML and the terminal all print. */
export interface TableRow {
  readonly name: string;
  /** For tables in files: the short name that options and papers know, unless one was given. */
  readonly short: string;
  /** For people. */
  readonly label: string;
  readonly mean: readonly number[];
  /** Empty for a line that has no seeds: nothing is printed after ±. */
  readonly std: readonly number[];
  readonly area: number;
  readonly shareOfGap: number | null;
  readonly augrc?: number;
  readonly marks: readonly Mark[];
  readonly chosen: boolean;
  readonly reference: boolean;
}

export function tableRows(data: ReportData): TableRow[] {
  const unmarked = data.rates.map((): Mark => 'none');
  const methods = data.methods.map((method) => ({
    name: method.name,
    short: method.label ?? method.name,
    label: labelOf(method),
    mean: method.mean,
    std: method.seeds > 1 ? method.std : [],
    area: method.area,
    shareOfGap: method.shareOfGap,
    marks: method.marks,
    chosen: method.name === data.finding.method,
    reference: false,
  }));
  const references = (['random', 'oracle'] as const).map((name) => ({
    name,
    short: name,
    label: displayName(name),
    mean: data[name].mean,
    std: [],
    area: data[name].area,
    shareOfGap: null,
    marks: unmarked,
    chosen: false,
    reference: true,
  }));
  return [...methods, ...references].map((row) => ({
    ...row,
    ...(data.rejection && { augrc: data.rejection.augrc[row.name] }),
  }));
}

/** The columns after the rates: what sums a whole curve up. */
export function measures(
  data: ReportData,
): { readonly head: string; readonly of: (row: TableRow) => number }[] {
  return data.rejection
    ? [
        { head: 'AURC', of: ({ area }) => area },
        { head: 'AUGRC', of: ({ augrc }) => augrc! },
      ]
    : [{ head: 'area', of: ({ area }) => area }];
}

/** The sentence below every table. */
export function tableNote(data: ReportData): string {
  const { target, test } = data;
  const unit = target.unit ? ` (${target.unit})` : '';
  const name = target.name.charAt(0).toUpperCase() + target.name.slice(1);
  const { ofCases } = vocabulary(data);
  return `${name}${unit} on ${count(test.rows)} test rows at each share ${ofCases}, mean ± standard deviation over ${deviationOver(data.band)}. ${marksNote(data)}`;
}

/** What bold and red mean: a test over rows, or the paper's rule, which is no test. */
export function marksNote({ band }: Pick<ReportData, 'band'>): string {
  return band.kind === 'rows-and-seeds'
    ? 'Bold: the best, where it is ahead of every other family on the same rows (paired 95 % intervals, Holm-corrected over all pairs). Red: behind the best, and not shown to do better than random. Where all methods are of one family, each counts by itself.'
    : 'Bold: the best, where its ± overlaps that of no other family. Red: closer to random than to the best. Marks go by seeds alone and say nothing of the sampling of rows.';
}

/** What the last columns mean. */
export function measuresNote({ rejection, target }: ReportData): string {
  return rejection
    ? `AURC: the mean over all shares of cases answered. AUGRC: the same with ${target.kind === 'loss' ? 'the loss of the answers' : 'wrong answers'} counted per case of the table, answered or not, so that the first few answers weigh little. Low is good.`
    : 'Area: the mean over all rates.';
}
