import { signed } from '@cede/core';
import type { ResultRow } from './paper-comparison.js';
import { PAPER_RATES, PAPER_TABLE } from './table.js';

/**
 * Two runs with other networks can't be compared by their accuracies; what a method adds to handing
 * cases over by lot can. Per method: our gain over our random line, the paper's over its own, and
 * the distance of the two, in points, as Markdown; empty where the paper has no such block or rate.
 */
export function gainsBesidePaper(
  rows: readonly ResultRow[],
  rates: readonly number[],
  block: string | null,
): string {
  const paper = PAPER_TABLE.find(({ preset }) => preset === block)?.rows;
  const random = rows.find(({ method }) => method === 'random');
  const columns = rates.flatMap((rate, ours) => {
    const theirs = PAPER_RATES.findIndex((known) => Math.abs(known - rate) < 1e-9);
    return theirs < 0 ? [] : [{ rate, ours, theirs }];
  });
  const compared = rows.filter(({ method }) => method !== 'random' && paper?.[method]);
  if (!paper || !random || columns.length === 0 || compared.length === 0) return '';
  const lines = [
    `| gain over the own random line, points | ${columns.map(({ rate }) => `${+(100 * rate).toFixed(2)} %`).join(' | ')} | largest distance |`,
    `|---|${columns.map(() => '---:|').join('')}---:|`,
  ];
  const line = (name: string, values: readonly number[], last = '') =>
    lines.push(`| ${[name, ...values.map((value) => signed(value, 2)), last].join(' | ')} |`);
  for (const { method, mean } of compared) {
    const ours = columns.map((column) => mean[column.ours] - random.mean[column.ours]);
    const theirs = columns.map(
      ({ theirs }) => paper[method].mean[theirs] - paper.random.mean[theirs],
    );
    const distance = ours.map((gain, k) => gain - theirs[k]);
    line(method, ours);
    line('*… the paper*', theirs);
    line('*… distance*', distance, Math.max(...distance.map(Math.abs)).toFixed(2));
  }
  return `${lines.join('\n')}\n`;
}
