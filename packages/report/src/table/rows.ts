import type { Mark } from '@cede/core';
import { labelOf } from '../finding.js';
import type { ReportData } from '../report-data.js';

/** A row of the paper's table: what Markdown, LaTeX, HTML and the terminal all print. */
export interface TableRow {
  readonly name: string;
  readonly label: string;
  readonly mean: readonly number[];
  /** Empty for a line that has no seeds: nothing is printed after ±. */
  readonly std: readonly number[];
  readonly area: number;
  readonly shareOfGap: number | null;
  readonly marks: readonly Mark[];
  readonly chosen: boolean;
  readonly reference: boolean;
}

export function tableRows(data: ReportData): TableRow[] {
  const unmarked = data.rates.map((): Mark => 'none');
  const methods = data.methods.map((method) => ({
    name: method.name,
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
    label: name,
    mean: data[name].mean,
    std: [],
    area: data[name].area,
    shareOfGap: null,
    marks: unmarked,
    chosen: false,
    reference: true,
  }));
  return [...methods, ...references];
}

/** The sentence below every table. */
export function tableNote(data: ReportData): string {
  const { target, test } = data;
  const unit = target.unit ? ` (${target.unit})` : '';
  const name = target.name.charAt(0).toUpperCase() + target.name.slice(1);
  return `${name}${unit} on ${test.rows} test rows at each share of cases handed over, mean ± standard deviation over seeds. Bold: the best, where its ± overlaps that of no other family. Red: closer to random than to the best.`;
}
