import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import { terminalCurve } from './terminal-curve.js';
import { terminalTable } from './terminal-table.js';

const data = exampleData({ rows: 400, stops: 41 });
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences take no room.
const bare = (text: string) => text.replace(/\u001b\[\d+m/g, '');
const widest = (text: string) =>
  Math.max(
    ...bare(text)
      .split('\n')
      .map((line) => line.length),
  );

describe('terminalTable', () => {
  it('looks like this', async () => {
    await expect(terminalTable(data, { width: 120 })).toMatchFileSnapshot(
      '../../snapshots/terminalTable.txt',
    );
  });

  it('drops the ± and then rates to fit, and says so', () => {
    expect(terminalTable(data, { width: 120 })).toContain('±');
    const medium = terminalTable(data, { width: 80 });
    expect(medium).not.toContain('±');
    expect(widest(medium)).toBeLessThanOrEqual(80);
    const narrow = terminalTable(data, { width: 46 });
    expect(
      Math.max(
        ...narrow
          .split('\n')
          .slice(0, -4)
          .map((line) => line.length),
      ),
    ).toBeLessThan(47);
    expect(narrow).toMatch(/\d more rates in table\.md/);
  });

  it('has the rate of the finding, however narrow the terminal is', () => {
    const at = (rate: number, width: number, more: Partial<typeof data> = {}) =>
      terminalTable({ ...data, ...more, finding: { ...data.finding, rate } }, { width });
    const chosen = data.methods.find(({ name }) => name === data.finding.method)!;
    const value = chosen.values[data.grid.indexOf(0.75)].toFixed(2);
    for (const width of [46, 80, 120]) {
      expect(at(0.75, width).split('\n')[0]).toMatch(/ 75 %\s+area/);
      expect(at(0.75, width)).toMatch(new RegExp(`(GCE loss\\)|drcpe-gce) .*${value} `));
      expect(at(0.75, width)).toMatch(
        /Holm-corrected \(not tested at 75 %\)\n(\d more rates? in table\.md\n)?$/,
      );
      // One of the table's own rates keeps its marks.
      expect(at(0.5, width).split('\n')[0]).toMatch(/ 50 %\s+area/);
      expect(at(0.5, width)).not.toContain('not tested');
    }
    const here = { atFinding: { value: 12.34 } };
    const more = {
      methods: data.methods.map((method) => ({ ...method, ...here })),
      random: { ...data.random, ...here },
      oracle: { ...data.oracle, ...here },
    };
    const lines = at(0.123, 80, more).split('\n');
    expect(lines[0]).toMatch(/ 10 % +12\.3 % +20 % /);
    expect(lines.filter((line) => line.includes('12.34'))).toHaveLength(data.methods.length + 2);
  });

  it('colours only where asked, and is pure ASCII where asked', () => {
    expect(terminalTable(data)).not.toContain('\u001b');
    expect(terminalTable(data, { colour: true })).toContain(
      '\u001b[1mDensity ratio (GCE loss)\u001b[22m',
    );
    expect(bare(terminalTable(data, { unicode: false, width: 200 }))).toMatch(/^[\n -~]+$/);
  });

  it('explains only the marks that are there', () => {
    const legend = (...marks: ('bold' | 'red' | 'none')[]) => {
      const methods = data.methods.map((method, k) => ({
        ...method,
        marks: data.rates.map(() => marks[k] ?? ('none' as const)),
      }));
      return terminalTable({ ...data, methods }, { width: 200 })
        .trimEnd()
        .split('\n')
        .at(-1);
    };
    const how = 'by paired 95 % intervals, Holm-corrected';
    expect(legend('bold', 'red')).toBe(`* best, † not shown to beat random, ${how}`);
    expect(legend('bold')).toBe(`* best, ${how}`);
    expect(legend()).toBe(`no method clearly ahead ${how}`);
  });

  it('does not let a name steer the terminal', () => {
    const methods = data.methods.map((method) => ({ ...method, label: `${method.name}\u001b[2J` }));
    expect(terminalTable({ ...data, methods })).not.toContain('\u001b');
    expect(terminalCurve({ ...data, methods })).not.toContain('\u001b');
  });
});

describe('terminalCurve', () => {
  it('looks like this', async () => {
    const text = [{}, { colour: true }, { unicode: false, width: 50, height: 8 }]
      .map((options) => bare(terminalCurve(data, options)))
      .join('\n');
    await expect(text).toMatchFileSnapshot('../../snapshots/terminalCurve.txt');
  });

  it('says what its axis counts where there is room', () => {
    const last = (width: number) =>
      bare(terminalCurve(data, { width }))
        .split('\n')
        .find((line) => /^ +0 %/.test(line));
    expect(last(80)).toMatch(/^ +0 % +Cases handed to the moderator +100 %$/);
    expect(last(40)).toMatch(/^ +0 % +100 %$/);
  });

  it('fits its width, names its lines, marks the ends', () => {
    for (const width of [40, 80, 120]) {
      for (const colour of [true, false]) {
        const text = terminalCurve(data, { width, colour });
        expect(widest(text)).toBeLessThanOrEqual(width);
        expect(bare(text)).toMatch(
          /Density ratio \(GCE loss\)\s+\S+ Model confidence\s+\S+ Random/,
        );
        expect(text).toMatch(/ 0 %.* 100 %/);
      }
    }
    expect(terminalCurve(data, { unicode: false })).toMatch(/^[\n -~]+$/);
  });

  it('puts the highest value in the top line and the lowest at the bottom', () => {
    const lines = terminalCurve(data, { height: 10 }).split('\n');
    const best = data.methods.find(({ name }) => name === 'drcpe-gce')!;
    const top = best.values.indexOf(Math.max(...best.values)) / (data.grid.length - 1);
    const column = lines[0].indexOf('●');
    const start = lines[0].indexOf('│') + 1;
    expect(Math.abs((column - start) / 71 - top)).toBeLessThan(0.2);
    expect(lines[9]).toMatch(/[●○·]/);
  });

  it('draws flat curves', () => {
    const level = data.grid.map(() => 80);
    const flat = {
      ...data,
      methods: data.methods.map((method) => ({ ...method, values: level })),
      random: { ...data.random, values: level },
    };
    const lines = terminalCurve(flat).split('\n').slice(0, 12);
    expect(lines.filter((line) => line.includes('●'))).toHaveLength(1);
  });
});
