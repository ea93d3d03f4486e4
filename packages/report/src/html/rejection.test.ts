import { describe, expect, it } from 'vitest';
import { exampleRejection } from '../../test/rejection.js';
import { layoutCurves } from '../figure/curve-layout.js';
import { curvesSvg } from '../figure/curves-svg.js';
import { deployedSentence, rateSentence } from '../headline/chosen.js';
import { claimOf, headlineText } from '../headline/claim.js';
import { terminalCurve } from '../node/terminal-curve.js';
import { terminalTable } from '../node/terminal-table.js';
import type { ReportData } from '../report-data.js';
import { tableLatex } from '../table/table-latex.js';
import { tableMarkdown } from '../table/table-markdown.js';
import { renderReport } from './render-report.js';

const data = exampleRejection();
const page = renderReport(data);
const words = page.replace(/<style[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g, '');
const right = (value: number) => (100 - value).toFixed(1);

describe('a report with nobody to ask', () => {
  it('has no word of an expert or of handing over, in any of its forms', () => {
    for (const text of [
      words,
      curvesSvg(data),
      tableMarkdown(data),
      tableLatex(data),
      terminalTable(data),
      terminalCurve(data),
      headlineText(data),
      deployedSentence(data)!,
      rateSentence(data)!,
    ])
      expect(text).not.toMatch(/expert|hand(s|ed|ing)? (it )?over|defer|nobody \(/i);
  });

  it('says how much is answered and how much of that is right', () => {
    const { finding } = data;
    const { claim, evidence } = claimOf(data);
    expect(claim).toBe(
      `Answering 80 % of cases, the model is right in ${right(finding.value)} % of them.`,
    );
    // Less wrong is more right: both ends change sign and places.
    expect(evidence).toBe(
      `Right answers: ${right(finding.value)} % instead of ${right(finding.modelValue)} % where everything is answered (95 % interval +${(-finding.upper).toFixed(1)} to +${(-finding.lower).toFixed(1)} points). Thresholding confidence can answer only 70 % as well as that.`,
    );
    const near = { estimate: -0.5, lower: -2, upper: 1 };
    const equal: ReportData = {
      ...data,
      finding: { ...finding, rival: { ...finding.rival!, difference: near } },
    };
    expect(claimOf(equal).evidence).toContain(
      'Thresholding confidence: no clear difference (−1.0 to +2.0 points).',
    );
    const worse = { ...data, finding: { ...finding, lower: 1, upper: 2 } };
    expect(claimOf(worse).claim).toContain('makes it worse');
    expect(deployedSentence(data)).toContain('to answer 80 %. On the test rows it answered 78 %');
    expect(rateSentence(data)).toContain('Answering 80 % is the default');
  });

  it('draws risk by coverage, from 0 and to everything answered', () => {
    const layout = layoutCurves(data, { bands: 'none' });
    expect(layout.xTitle).toBe('Cases answered (coverage)');
    expect(layout.yTitle).toBe('Share of wrong answers on the test table');
    expect(layout.x.domain).toEqual([0, 1]);
    expect(layout.y.domain[0]).toBe(0);
    expect(layout.notes.join(' ')).not.toContain('vertical axis starts');
    // All lines end where everything is answered: at the model's own risk.
    const ends = layout.lines.map(({ points }) => points.at(-1)!.y);
    for (const end of ends) expect(end).toBeCloseTo(ends[0], 6);
  });

  it('has its own areas in every table, and says what they are', () => {
    expect(tableMarkdown(data).split('\n')[0]).toMatch(/AURC \| AUGRC \|$/);
    expect(tableMarkdown(data)).toMatch(/\| reject .*\|\s+4\.00 \|/);
    expect(tableMarkdown(data)).toContain('AURC: the mean over all shares of cases answered.');
    expect(tableLatex(data)).toContain('AURC & AUGRC \\\\');
    expect(terminalTable(data).split('\n')[0]).toMatch(/AURC\s+AUGRC/);
    expect(page).toContain('<th scope="col">AUGRC</th>');
    expect(page).not.toContain('of the gap');
  });

  it('judges classes by what is answered of them', () => {
    const heads = page.slice(
      page.indexOf('true class'),
      page.indexOf('</thead>', page.indexOf('true class')),
    );
    expect([...heads.matchAll(/col">([^<]+)/g)].map(([, head]) => head)).toEqual([
      'cases',
      'answered',
      'of all, % right',
      'of those answered, % right',
    ]);
    const [row] = data.perClass;
    expect(page).toContain(`<td>${row.keptRecall.toFixed(1)}</td>`);
  });

  it('says nothing of a class or group of which nothing is answered', () => {
    const [row] = data.perClass;
    const group = { ...{ rows: 80, modelValue: 25, gain: 0, lower: 0, upper: 0 }, value: 12.5 };
    const silent = renderReport({
      ...data,
      perClass: [{ ...row, name: 'unheard', rows: 8, deferred: 1, modelRecall: 75, keptRecall: 0 }],
      groups: {
        column: 'site',
        rows: [
          { ...group, name: 'north', rate: 0.5 },
          { ...group, name: 'south', rate: 0, value: 0 },
        ],
        notes: [],
      },
    });
    expect(silent).toMatch(/>unheard<\/t[dh]><td>8<\/td><td>0.%<\/td><td>75\.0<\/td><td>–</);
    expect(silent).toMatch(/>north<.*?<td>25<\/td><td>13<\/td>/);
    expect(silent).toMatch(/>south<.*?<td>25<\/td><td>–<\/td>/);
  });

  it('keeps shares within 0 and 100 % in the terminal too', () => {
    const drawn = terminalCurve(data);
    expect(drawn).toMatch(/ 0\.0 % │/);
    expect(drawn).toMatch(/5 % +Cases answered \(coverage\) +100 %/);
    const certain = data.methods.map((method) => ({ ...method, values: data.grid.map(() => 100) }));
    const full = {
      ...data,
      methods: certain,
      random: { ...data.random, values: data.grid.map(() => 99) },
    };
    expect(terminalCurve(full)).toMatch(/100\.0 % │/);
    expect(terminalCurve(full)).not.toMatch(/100\.[1-9]/);
  });

  it('refuses a line without its area', () => {
    const augrc = { conf: 5, reject: 4, random: 7 };
    expect(() => renderReport({ ...data, rejection: { augrc } })).toThrow(/oracle has no AUGRC/);
  });
});
