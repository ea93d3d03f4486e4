import type { Mark } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { findPreset } from '../preset/registry.js';
import { gainsBesidePaper } from './gains.js';
import { markRows } from './marks.js';
import { PAPER_RATES, PAPER_TABLE } from './table.js';

const METHODS = ['conf', 'two-stage', 'diff01', 'maxprob', 'drcpe-gce', 'drcpe-prob01', 'random'];
const letterOf = (mark: Mark) => (mark === 'bold' ? 'b' : mark === 'red' ? 'r' : '.');

describe('the paper’s table', () => {
  it('has seven blocks of seven methods at seven rates, and a preset for each', () => {
    expect(PAPER_TABLE.length).toBe(7);
    for (const block of PAPER_TABLE) {
      expect(Object.keys(block.rows)).toEqual(METHODS);
      for (const row of Object.values(block.rows)) {
        expect(row.mean.length).toBe(7);
        expect(row.std.length).toBe(7);
        expect(row.marks).toMatch(/^[br.]{7}$/);
        for (const mean of row.mean) expect(mean).toBeGreaterThan(30);
        for (const std of row.std) expect(std).toBeLessThan(1);
      }
      expect(findPreset(block.preset).paper).toBe(block.preset);
      expect(findPreset(block.preset).methods).toEqual(expect.arrayContaining(METHODS));
    }
  });

  it('prints random as a straight line, within rounding', () => {
    for (const { rows, preset } of PAPER_TABLE) {
      const { mean } = rows.random;
      const slope = (mean[6] - mean[0]) / (PAPER_RATES[6] - PAPER_RATES[0]);
      for (const [i, rate] of PAPER_RATES.entries()) {
        const line = mean[0] + slope * (rate - PAPER_RATES[0]);
        expect(Math.abs(mean[i] - line), `${preset} at ${rate}`).toBeLessThan(0.0101);
      }
    }
  });

  it('prints no spread for the two methods that have no seed', () => {
    for (const { rows } of PAPER_TABLE) {
      for (const method of ['conf', 'random']) {
        expect(rows[method].std.every((std) => std === 0)).toBe(true);
      }
    }
  });

  it('starts PathMNIST’s two blocks at the same model: only the expert is a specialist', () => {
    const start = (preset: string) => {
      const { mean } = PAPER_TABLE.find((block) => block.preset === preset)!.rows.random;
      return mean[0] - ((mean[6] - mean[0]) / 0.7) * 0.05;
    };
    const [clean, specialist] = ['pathmnist-clean-8-14', 'pathmnist-specialist20-8-14'].map(start);
    expect(Math.abs(clean - specialist)).toBeLessThan(0.02);
  });

  it('is marked by our rule in all but four of 294 cells', () => {
    const differing: string[] = [];
    for (const { preset, rows } of PAPER_TABLE) {
      const listed = METHODS.map((method) => ({ method, ...rows[method] }));
      const marks = markRows(listed, rows.random.mean);
      for (const { method, marks: printed } of listed) {
        for (const [i, rate] of PAPER_RATES.entries()) {
          const ours = letterOf(marks.get(method)![i]);
          if (ours !== printed[i]) {
            differing.push(`${preset} ${method} ${rate}: printed ${printed[i]}, rule ${ours}`);
          }
        }
      }
    }
    // The first is an exact tie of rounded figures; in the others a band of DR CPE overlaps.
    expect(differing).toEqual([
      'cifar100-clean-14-56 two-stage 0.25: printed r, rule .',
      'cifar100-clean-14-56 maxprob 0.05: printed b, rule .',
      'pathmnist-clean-8-14 maxprob 0.05: printed b, rule .',
      'cifar100-label-noise10-14-56 maxprob 0.5: printed b, rule .',
    ]);
  });
});

describe('the marks', () => {
  const row = (method: string, mean: number, std: number) => ({ method, mean: [mean], std: [std] });

  it('never mark random or oracle, and let relatives overlap', () => {
    const rows = [
      row('oracle', 99, 0),
      row('random', 60, 0),
      row('conf', 70, 0.1),
      row('drcpe-gce', 71.9, 0.3),
      row('drcpe-prob01', 72, 0.3),
      row('two-stage', 61, 0.1),
    ];
    expect(Object.fromEntries(markRows(rows, [60]))).toEqual({
      oracle: ['none'],
      random: ['none'],
      conf: ['none'],
      'drcpe-gce': ['none'],
      'drcpe-prob01': ['bold'],
      'two-stage': ['red'],
    });
  });

  it('mark by member where all methods are of one family, as in studies of losses', () => {
    const marked = (std: number) =>
      markRows(
        [row('drcpe-gce', 71, std), row('drcpe-prob01', 70, std), row('drcpe-top5', 62, std)],
        [60],
      );
    expect([...marked(0.6).values()]).toEqual([['none'], ['none'], ['red']]);
    expect([...marked(0.4).values()]).toEqual([['bold'], ['none'], ['red']]);
    expect(markRows([row('drcpe-gce', 71, 0)], [60]).get('drcpe-gce')).toEqual(['none']);
  });

  it('touching bands are not apart', () => {
    const apart = (std: number) =>
      markRows([row('conf', 70, 0.5), row('diff01', 71, std)], [60]).get('diff01')![0];
    expect(apart(0.5)).toBe('none');
    expect(apart(0.25)).toBe('bold');
  });
});

describe('gains beside the paper', () => {
  const row = (method: string, ...mean: number[]) => ({ method, mean, std: mean.map(() => 0) });
  // Our random line is 4 points above the paper's at 20 %, 3 below at 75 %; 30 % it doesn't print.
  const rows = [
    row('random', 79.24, 77, 70.27),
    row('drcpe-gce', 80.53, 78, 72.12),
    row('linear', 90, 90, 90),
    row('oracle', 99, 99, 99),
  ];
  const text = gainsBesidePaper(rows, [0.2, 0.3, 0.75], 'dermamnist-specialist20-8-8');

  it('are measured from each random line, with their distance', () => {
    expect(text.trimEnd().split('\n')).toEqual([
      '| gain over the own random line, points | 20 % | 75 % | largest distance |',
      '|---|---:|---:|---:|',
      '| drcpe-gce | +1.29 | +1.85 |  |',
      '| *… the paper* | +1.28 | +2.86 |  |',
      '| *… distance* | +0.01 | −1.01 | 1.01 |',
    ]);
  });

  it('are the zero distance of the paper from itself', () => {
    for (const { preset, rows: printed } of PAPER_TABLE) {
      const own = METHODS.map((method) => ({ method, ...printed[method] }));
      const lines = gainsBesidePaper(own, PAPER_RATES, preset).trimEnd().split('\n');
      expect(lines.length).toBe(2 + 3 * (METHODS.length - 1));
      for (const line of lines.filter((text) => text.includes('distance* |')))
        expect(line).toBe(`| *… distance* | ${'0.00 | '.repeat(8)}`.trimEnd());
    }
  });

  it('are left out where there is nothing to compare with', () => {
    expect(gainsBesidePaper(rows, [0.2, 0.3, 0.75], null)).toBe('');
    expect(gainsBesidePaper(rows, [0.3], 'dermamnist-specialist20-8-8')).toBe('');
  });
});
