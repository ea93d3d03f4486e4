import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import { claimOf } from '../headline/claim.js';
import type { ReportData } from '../report-data.js';
import { curvesCsv } from '../table/curves-csv.js';
import { renderReport } from './render-report.js';

const data = exampleData({ rows: 400, stops: 21 });
const page = renderReport(data);
/** What a reader sees, near enough: tags gone, entities and spaces read back. */
const textOf = (html: string) =>
  html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replace(/[\s\u00a0]+/g, ' ');
const titles = (html: string) => [...html.matchAll(/<h2>([^<]+)/g)].map(([, title]) => title);

describe('renderReport', () => {
  it('is built of these parts, in this order', () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(titles(page)).toEqual([
      'Every method at this setting',
      'All methods compared',
      'Class by class',
      'Where the line is drawn',
      'What the methods do',
      'How this was made',
    ]);
  });

  it('counts errors as curves.csv does: all of them, at every stop of the dial', () => {
    // 2.46 rounded to 2.5 and then to 3 would be another count than that of the file.
    const thirds = data.methods.map((method, m) => ({
      ...method,
      avoided: method.avoided!.map((cases, k) => cases + ((7 * k + m) % 50) / 50),
      caused: method.caused!.map((cases, k) => cases + ((11 * k + m) % 50) / 50),
    }));
    // The finding's own rate lies between two stops of the grid, and 69.175009 is no 69.17.
    const narrow = (list: readonly number[]) => list.map((value) => Math.floor(value) + 0.175009);
    const off = { value: 86.375009, lower: 85.184976, upper: 87.1, avoided: 12, caused: 3 };
    const methods = thirds.map((method) => ({
      ...method,
      ...(method.lower && { lower: narrow(method.lower) }),
      values: narrow(method.values),
      atFinding: off,
    }));
    const drawn = {
      ...data,
      methods,
      random: { ...data.random, atFinding: off },
      oracle: { ...data.oracle, atFinding: off },
      finding: { ...data.finding, rate: 0.175 },
    };
    const json = /<script type="application\/json" id="cede-data">([^<]+)/.exec(
      renderReport(drawn),
    )!;
    const { lines, grid } = JSON.parse(json[1]);
    const file = curvesCsv(drawn)
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    let compared = 0;
    for (const line of lines)
      for (const [k, rate] of grid.entries()) {
        const cells = file.find(([name, at]) => name === line.name && +at === rate);
        expect(cells, `${line.name} at ${rate}`).toBeDefined();
        const [, , , value, lower, , avoided, caused] = cells!;
        expect(line.values[k].toFixed(2)).toBe(Number(value).toFixed(2));
        if (lower) expect(line.lower[k].toFixed(2)).toBe(Number(lower).toFixed(2));
        if (!avoided) continue;
        expect(line.avoided[k].toFixed(0)).toBe(Number(avoided).toFixed(0));
        expect(line.caused[k].toFixed(0)).toBe(Number(caused).toFixed(0));
        compared += 2;
      }
    expect(grid).toContain(0.175);
    expect(file.length).toBe(lines.length * grid.length);
    expect(compared).toBeGreaterThan(2 * 21 * thirds.length - 1);
  });

  it('asks nothing of the network', () => {
    expect(page).not.toMatch(/\b(src|href|action|srcset|data)\s*=\s*["']?\s*(https?:)?\/\//i);
    expect(page).not.toMatch(
      /@import|url\((?!#)|fetch\(|XMLHttpRequest|<link|<img|<iframe|import\(/,
    );
    expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
    expect(page).toContain("default-src 'none'");
  });

  it('opens with the finding, in the numbers of the data', () => {
    const text = textOf(page);
    const { claim, evidence } = claimOf(data);
    expect(text).toContain(claim);
    expect(text).toContain(evidence);
    const { modelValue, value, lower, upper } = data.finding;
    for (const number of [modelValue, value]) expect(text).toContain(`${number.toFixed(1)} %`);
    expect(text).toContain(`+${lower.toFixed(1)} to +${upper.toFixed(1)})`);
    expect(text.indexOf('Sending 20 % of cases to the moderator')).toBeLessThan(300);
  });

  it('never breaks a name in the headline behind its hyphen', () => {
    const named = renderReport({ ...data, expert: { ...data.expert, name: 'ResNet-8' } });
    expect(/<h1[^>]*>(.*)<\/h1>/.exec(named)![1]).toContain(
      'to <span class="option">ResNet-8</span> raises',
    );
  });

  it('keeps the names of models and methods whole in every sentence, and an ordinary word as it is', () => {
    const remarks = ['Answered by gemini-1.5-pro-002, a well-known model. Use drcpe-zeroone.'];
    const said = renderReport({ ...data, remarks });
    for (const name of ['gemini-1.5-pro-002', 'drcpe-zeroone'])
      expect(said).toContain(`<span class="option">${name}</span>`);
    expect(said).toContain('a well-known model');
    // A title and an option of a list hold no markup.
    const title = renderReport({ ...data, title: 'What is gpt-4o worth?' });
    expect(title).toContain('<title>What is gpt-4o worth?</title>');
    expect(title).not.toMatch(/<option[^>]*>[^<]*<span/);
  });

  it('says what a reader should know of the tables, and where a baseline is past its peak', () => {
    const reviewsSaved = data.reviewsSaved.map((row) => ({ ...row, baselineNeeds: 0.04 }));
    const text = textOf(renderReport({ ...data, remarks: ['Mind this.'], reviewsSaved }));
    expect(text.indexOf('Mind this.')).toBeGreaterThan(
      text.indexOf('Sending 20 % of cases to the moderator'),
    );
    expect(text.indexOf('Mind this.')).toBeLessThan(text.indexOf('Every method at'));
    expect(text).toContain('Model confidence at 20 % (as good at 4 %)');
    expect(textOf(page)).toMatch(/Model confidence at 20 % \d/);
  });

  it('says which rows it is about where the expert answered only some', () => {
    const part = textOf(renderReport({ ...data, test: { ...data.test, unanswered: 600 } }));
    expect(part).toContain(
      'The moderator answered 400 of the 1,000 test rows. All figures are about those, weighted by how likely each was to be asked',
    );
    expect(part).toContain('of 400 that were answered');
    expect(part).toContain('the 400 rows of 1,000 that the moderator answered');
    expect(part).not.toContain('of 400 test cases');
    expect(textOf(page)).toContain('of 400 test cases');
  });

  it("lets the dial stand at the finding's own rate, between two of the grid", () => {
    const rate = 0.0041;
    const stop = (k: number) => ({ value: 70 + k, lower: 69 + k, upper: 71 + k });
    const counted = { avoided: 7.4, caused: 2.2 };
    const between = renderReport({
      ...data,
      finding: { ...data.finding, rate },
      methods: data.methods.map((method, k) => ({ ...method, atFinding: stop(k) })),
      random: { ...data.random, atFinding: { value: 60, ...counted } },
      oracle: { ...data.oracle, atFinding: { value: 90, ...counted } },
    });
    const { grid, cases, lines } = JSON.parse(
      /id="cede-data">([^<]+)/.exec(between)![1].replaceAll('\\u003c', '<'),
    );
    expect(grid).toHaveLength(data.grid.length + 1);
    expect(grid.slice(0, 3)).toEqual([0, rate, data.grid[1]]);
    expect(cases[1]).toBe(Math.round(rate * data.test.rows));
    const k = data.methods.findIndex(({ name }) => name === data.finding.method);
    expect(lines[k].values[1]).toBe(70 + k);
    expect(lines[k].upper[1]).toBe(71 + k);
    expect(lines.at(-1).avoided[1]).toBe(7.4);
    expect(between).toMatch(/id="rate"[^>]* value="1"/);
    expect(textOf(between)).toContain('At 0.4 % of cases handed over');
    const some = { ...data, random: { ...data.random, atFinding: { value: 60 } } };
    expect(() => renderReport(some)).toThrow('give all of them one');
  });

  it('prints the whole table: every mean, ±, area and mark', () => {
    const text = textOf(page);
    for (const { mean, std, area, seeds } of data.methods) {
      mean.forEach((value, k) => {
        const spread = seeds > 1 ? ` ± ${std[k].toFixed(2)}` : '';
        expect(text).toContain(value.toFixed(2) + spread);
      });
      expect(text).toContain(area.toFixed(2));
    }
    const count = (mark: string) =>
      data.methods.flatMap(({ marks }) => marks).filter((each) => each === mark).length;
    expect(page.match(/<td class="red">/g)?.length ?? 0).toBe(count('red'));
    expect(page.match(/<td class="bold">/g)?.length ?? 0).toBe(count('bold'));
    expect(count('red')).toBeGreaterThan(0);
  });

  it('stands at the finding’s rate before any script runs', () => {
    const stop = data.grid.indexOf(0.2);
    const gce = data.methods[5];
    const shown = (id: string) => page.match(new RegExp(`id="${id}"[^>]*>([^<]*)`))![1];
    expect(page).toContain(`max="20" step="1" value="${stop}"`);
    expect(shown('tile-value')).toBe(`${gce.values[stop].toFixed(1)}\u00a0%`);
    expect(shown('tile-cases')).toBe('80');
    expect(shown('tile-avoided')).toBe(gce.avoided![stop].toFixed(0));
    expect(shown('tile-caused')).toBe(gce.caused![stop].toFixed(0));
    expect(shown('caused-5')).toBe(gce.caused![stop].toFixed(0));
  });

  it('calls the expert by the name it was given, and expert only where it has none', () => {
    const own = { ...data, warnings: [], finding: { ...data.finding, chosen: 'by --method' } };
    const text = textOf(renderReport(own));
    for (const part of ['model wrong, moderator right', 'only the moderator right'])
      expect(text).toContain(part);
    // The one left is the role, under how it was made.
    expect(text.match(/\bexpert.{15}/g)).toEqual(['expert the moderator ']);
    const nameless = textOf(
      renderReport({ ...data, expert: { ...data.expert, name: 'the expert' } }),
    );
    for (const part of ['model right, expert wrong', 'expert, % right', 'only the expert right'])
      expect(nameless).toContain(part);
  });

  it('ends the dial where the figure ends', () => {
    const worse = exampleData({ rows: 400, stops: 21, expert: 0.4 });
    expect(renderReport(worse)).toContain('max="10" step="1"');
    expect(renderReport(worse)).toContain('Rates above 50 % are left out');
    const far = { ...worse, finding: { ...worse.finding, rate: 0.6 } };
    expect(renderReport(far)).toContain('max="20" step="1"');
  });

  it('escapes whatever a user’s file may hold', () => {
    const evil = '</script><script>alert(1)</script><b onmouseover="x">\'&';
    const nasty: ReportData = {
      ...data,
      title: evil,
      verdict: evil,
      warnings: [evil],
      classNames: [evil, 'b', 'c'],
      expert: { name: evil, kind: evil },
      fit: { ...data.fit, name: evil },
      perClass: data.perClass.map((row) => ({ ...row, name: evil })),
      methods: data.methods.map((method) => ({ ...method, label: evil })),
      made: { command: evil, version: evil, facts: [{ name: evil, value: evil }] },
      finding: { ...data.finding, chosen: evil },
      groups: {
        column: evil,
        rows: [
          {
            name: evil,
            rows: 1,
            rate: 0,
            modelValue: 1,
            value: 1,
            gain: 0,
            lower: 0,
            upper: 0,
            warning: evil,
          },
        ],
        notes: [evil],
      },
      costs: { currency: evil, rows: [{ label: evil, rate: 0, cost: 1 }], notes: [evil] },
    };
    const html = renderReport(nasty);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<b onmouseover');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  });

  it('is the same bytes for the same data', () => {
    expect(renderReport(JSON.parse(JSON.stringify(data)))).toBe(page);
  });

  it('shows 2 classes and 100 classes, the latter in a frame that scrolls', () => {
    const named = (n: number) => Array.from({ length: n }, (_, k) => `class ${k} ${'x'.repeat(k)}`);
    for (const n of [2, 100]) {
      const html = renderReport(exampleData({ rows: 300, stops: 11, classNames: named(n) }));
      expect(html.match(/<th scope="row">class \d/g)).toHaveLength(n);
      expect(html.includes('class="scroll tall"')).toBe(n === 100);
      expect(html).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('leaves out what there is nothing to say about', () => {
    const bare = renderReport({
      ...exampleData({ rows: 200, stops: 11, methods: [['linear', 'comparison', 0.3]] }),
      classNames: [],
      perClass: [],
      histogram: undefined,
      warnings: [],
      reviewsSaved: [],
    });
    expect(bare).not.toContain('class="warning"');
    expect(bare).not.toContain('class="verdict"');
    expect(bare).not.toContain('Fewer cases for the same result');
    expect(titles(bare)).toEqual([
      'Every method at this setting',
      'All methods compared',
      'What the methods do',
      'How this was made',
    ]);
  });

  it('adds verdict, warnings, groups and costs where given', () => {
    const full = renderReport({
      ...data,
      verdict: 'Defer: at a rate of 10 or 20 %.',
      groups: {
        column: 'language',
        rows: [
          {
            name: 'Dutch',
            rows: 120,
            rate: 0.31,
            modelValue: 80,
            value: 82.5,
            gain: 2.5,
            lower: -0.1,
            upper: 5.1,
            warning: 'handed over twice as often',
          },
        ],
        notes: ['Intervals hold for all groups at once.'],
      },
      costs: {
        currency: '€',
        rows: [
          { label: 'cheapest', rate: 0.12, cost: 0.0312, lower: 0.03, upper: 0.0325, value: 86 },
        ],
        notes: [],
      },
    });
    const text = textOf(full);
    expect(text.indexOf('Defer: at a rate of 10 or 20 %.')).toBeGreaterThan(
      text.indexOf('Sending 20 % of cases to the moderator'),
    );
    expect(text).toContain(data.warnings[0]);
    expect(text).toMatch(/Dutch 120 31 % 80 83 \+3 \(0 to \+5\) handed over twice/);
    expect(text).toMatch(/cheapest 12 % €31\.20 €30\.00 to €32\.50 86\.00/);
  });

  it('says what costs have to say right below the finding', () => {
    const summary = 'Cheapest on these rows is handing over 12 %.';
    const costs = { currency: '€', summary, rows: [{ label: 'cheapest', rate: 0.12, cost: 1 }] };
    const text = textOf(renderReport({ ...data, costs: { ...costs, notes: [] } }));
    expect(text).toContain(summary);
    const finding = text.indexOf('Sending 20 % of cases to the moderator');
    expect(text.indexOf(summary)).toBeGreaterThan(finding);
    expect(text.indexOf(summary)).toBeLessThan(text.indexOf('The model answers every case'));
    expect(textOf(page)).not.toContain('Cheapest');
  });

  it('warns of tested rows that were fitted before it says anything else, and only once', () => {
    const leak = '40 ids of the test table are in the fitting table too.';
    const warnings = ['Few rows.', leak];
    const at = (text: string, words: string) => {
      expect(text.split(words)).toHaveLength(2);
      return text.indexOf(words);
    };
    const text = textOf(renderReport({ ...data, warnings, leaks: [leak], verdict: 'Defer.' }));
    expect(at(text, leak)).toBeLessThan(at(text, 'Defer.'));
    expect(at(text, 'Few rows.')).toBeGreaterThan(
      at(text, 'Sending 20 % of cases to the moderator'),
    );
  });

  it('says what its marks rest on, and where the rest is to be seen', () => {
    expect(textOf(page)).toContain(
      'ahead of every other family on the same rows (paired 95 % intervals, Holm-corrected over all pairs)',
    );
    // The paper's marks and bands are about seeds.
    expect(textOf(renderReport({ ...data, band: { kind: 'seeds' } }))).toContain(
      'Marks go by seeds alone and say nothing of the sampling of rows. Area',
    );
  });

  it('says which band holds at all rates at once, and which at each', () => {
    const band = { ...data.band, simultaneous: false, simultaneousFor: 'drcpe-gce' };
    const text = textOf(renderReport({ ...data, band }));
    expect(text).toContain(
      'of Density ratio (GCE loss) for all rates at once, of the others at each rate',
    );
  });

  it('labels its controls for those who cannot see them', () => {
    expect(page).toContain('<label for="rate">');
    expect(page.match(/<svg(?![^>]*(aria-hidden|aria-labelledby))/g)).toBeNull();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
