import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import type { ReportData } from '../report-data.js';
import { curvesCsv } from './curves-csv.js';
import { tableRows } from './rows.js';
import { blocksLatex, tableLatex } from './table-latex.js';
import { tableMarkdown } from './table-markdown.js';

const data = exampleData({ rows: 400, stops: 11 });
const marked: ReportData = {
  ...data,
  methods: data.methods.map((method, k) => ({
    ...method,
    label: `a|b_${k} & 5%`,
    marks: ['bold', 'red', 'none', 'none', 'none'],
  })),
};

it('tableRows sets apart the method of the finding, and the two that are no methods', () => {
  const rows = tableRows(data);
  const named = (kind: 'chosen' | 'reference') =>
    rows.filter((row) => row[kind]).map(({ name }) => name);
  expect(named('chosen')).toEqual([data.finding.method]);
  expect(named('reference')).toEqual(['random', 'oracle']);
});

it('tableRows gives a deviation from two seeds on', () => {
  const deviations = (seeds: number) =>
    tableRows({ ...data, methods: [{ ...data.methods[0], seeds }] }).find(
      ({ reference }) => !reference,
    )!.std;
  expect(deviations(1)).toEqual([]);
  expect(deviations(2)).toEqual(data.methods[0].std);
});

describe('tableMarkdown', () => {
  it('looks like this', async () => {
    await expect(tableMarkdown(data)).toMatchFileSnapshot('../../snapshots/tableMarkdown.md');
  });

  it('has as many cells in every row, whatever the names, and prints means, ± and marks', () => {
    const rows = tableMarkdown(marked)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(2 + 8 + 2);
    for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(9);
    const { mean, std } = data.methods[2];
    expect(rows[4]).toContain(`**${mean[0].toFixed(2)} ± ${std[0].toFixed(2)}**`);
    expect(rows[4]).toContain(`${mean[1].toFixed(2)} ± ${std[1].toFixed(2)} †`);
    // One seed, no ±.
    expect(rows[2]).toContain(`**${data.methods[0].mean[0].toFixed(2)}**`);
  });
});

describe('tableLatex', () => {
  it('looks like this', async () => {
    await expect(tableLatex(data)).toMatchFileSnapshot('../../snapshots/tableLatex.tex');
  });

  it('marks, escapes, and has as many columns as it declares', () => {
    const text = tableLatex(marked);
    const body = text.split('\n').filter((line) => line.endsWith('\\\\'));
    for (const line of body) expect(line.split(/(?<!\\)&/)).toHaveLength(7);
    expect(text).toContain('\\begin{tabular}{lrrrrrr}');
    expect(text).toContain('a|b\\_0 \\& 5\\%');
    const { mean, std } = data.methods[2];
    expect(text).toContain(`{\\boldmath$${mean[0].toFixed(2)} \\pm ${std[0].toFixed(2)}$}`);
    expect(text).toContain(`\\textcolor{red}{$${mean[1].toFixed(2)}`);
    expect(text.match(/\{/g)!.length).toBe(text.match(/\}/g)!.length);
  });
});

describe('blocksLatex', () => {
  it('is one tabular: every run beneath its title, with the rows of its own table', () => {
    const second = { ...marked, title: 'Noise & 5 %' };
    const text = blocksLatex([marked, second]);
    expect(text.match(/begin\{tabular\}/g)).toHaveLength(1);
    expect(text).toContain('\\multicolumn{7}{l}{\\textbf{Noise \\& 5 \\%}}');
    const rows = (of: string) => of.split('\n').filter((line) => /^[^%\\].*\\\\$/.test(line));
    const [head, ...body] = rows(tableLatex(marked));
    expect(rows(text)).toEqual([head, ...body, ...body]);
  });

  it('refuses runs with other rates', () => {
    const other = { ...data, rates: data.rates.map((rate) => rate / 2) };
    expect(() => blocksLatex([data, other])).toThrow(/the same rates/);
  });
});

describe('curvesCsv', () => {
  it('holds every number of every curve', () => {
    const [head, ...lines] = curvesCsv(data).trimEnd().split('\n');
    expect(head.split(',')).toHaveLength(8);
    expect(lines).toHaveLength(10 * 11);
    const read = lines.map((line) => line.split(','));
    const gce = data.methods[5];
    const own = read.filter(([name]) => name === 'drcpe-gce');
    own.forEach((cells, k) => {
      const numbers = cells.slice(1).map(Number);
      const expected = [
        data.grid[k],
        data.cases[k],
        gce.values[k],
        gce.lower![k],
        gce.upper![k],
        gce.avoided![k],
        gce.caused![k],
      ];
      numbers.forEach((value, j) => {
        expect(value).toBeCloseTo(expected[j], 4);
      });
    });
    // References have no band: empty cells, not zeros.
    expect(read.find(([name]) => name === 'oracle')!.slice(4, 6)).toEqual(['', '']);
  });
});
