import { markRows } from './marks.js';
import { PAPER_RATES, PAPER_TABLE } from './table.js';

/** One method's line, ours or the paper's. Percent. */
export interface ResultRow {
  readonly method: string;
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

/**
 * The paper's table with its own numbers beside ours, as Markdown: bold for the best family, a
 * dagger where the paper prints red, and under each method the paper's row where it has one.
 */
export function paperComparison(
  rows: readonly ResultRow[],
  rates: readonly number[],
  block: string | null,
): string {
  const paper = PAPER_TABLE.find(({ preset }) => preset === block)?.rows;
  const random = rows.find(({ method }) => method === 'random')!.mean;
  const marked = markRows(rows, random);
  const cell = (mean: number, std: number, mark: string | undefined) => {
    const value = std > 0 ? `${mean.toFixed(2)} ± ${std.toFixed(2)}` : mean.toFixed(2);
    return mark === 'bold' || mark === 'b'
      ? `**${value}**`
      : mark === 'red' || mark === 'r'
        ? `${value} †`
        : value;
  };
  const lines = [
    `| method | ${rates.map((rate) => `${+(100 * rate).toFixed(2)} %`).join(' | ')} |`,
    `|---|${rates.map(() => '---:|').join('')}`,
  ];
  for (const { method, mean, std } of rows) {
    lines.push(
      `| ${method} | ${mean.map((value, k) => cell(value, std[k], marked.get(method)?.[k])).join(' | ')} |`,
    );
    const printed = paper?.[method];
    if (!printed) continue;
    const at = (rate: number) => PAPER_RATES.findIndex((known) => Math.abs(known - rate) < 1e-9);
    lines.push(
      `| *… the paper* | ${rates.map((rate) => (at(rate) < 0 ? '' : `*${cell(printed.mean[at(rate)], printed.std[at(rate)], printed.marks[at(rate)])}*`)).join(' | ')} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}
