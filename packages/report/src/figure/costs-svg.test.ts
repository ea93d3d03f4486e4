import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { withCosts } from '../../test/costs.js';
import { exampleData } from '../../test/example.js';
import { renderReport } from '../html/render-report.js';
import { terminalCosts } from '../node/terminal-costs.js';
import type { ReportData } from '../report-data.js';
import { costsCsv } from '../table/costs-csv.js';
import { costFigure } from './curve-figure.js';
import { layoutCurves } from './curve-layout.js';
import { costsSvg } from './curves-svg.js';
import { overlap } from './label-places.js';
import { textWidth } from './text-width.js';

const data = withCosts(exampleData({ rows: 400, stops: 21 }));
const AXES = ['rate', 'spending'] as const;

describe.each(AXES)('costsSvg by %s', (axis) => {
  it('looks like this', async () => {
    const file = `../../snapshots/costsSvg-${axis}.svg`;
    await expect(costsSvg(data, axis)).toMatchFileSnapshot(file);
  });

  it('draws the costs where they belong: paths read back give the numbers', () => {
    const { x, y } = layoutCurves(costFigure(data, axis));
    const svg = costsSvg(data, axis);
    const back = ({ domain, range }: typeof x, at: number) =>
      domain[0] + ((at - range[0]) / (range[1] - range[0])) * (domain[1] - domain[0]);
    for (const { name, values, spent } of data.costs!.curves!.methods) {
      const d = svg.match(new RegExp(`class="line" data-method="${name}" d="M([^"]+)"`))![1];
      d.split('L').forEach((point, k) => {
        const [px, py] = point.split(',').map(Number);
        expect(back(x, px)).toBeCloseTo(axis === 'rate' ? data.grid[k] : spent[k], 2);
        expect(back(y, py)).toBeCloseTo(values[k], 1);
      });
    }
    expect(svg.match(/class="band/g)).toHaveLength(2);
  });

  it.each([760, 400])('keeps labels, ticks and titles in a picture %i wide', (width) => {
    const layout = layoutCurves(costFigure(data, axis), { width });
    const boxes = layout.lines.map(({ labelBox, legendBox }) => (labelBox ?? legendBox)!);
    boxes.forEach((box, k) => {
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      for (const other of boxes.slice(k + 1)) expect(overlap(box, other)).toBe(false);
    });
    const ends = layout.xTicks.map(({ at, text }) => [
      at - textWidth(text, 12) / 2,
      at + textWidth(text, 12) / 2,
    ]);
    expect(ends.length).toBeGreaterThan(1);
    ends.slice(1).forEach(([from], k) => {
      expect(from).toBeGreaterThan(ends[k][1]);
    });
    expect(layout.plot.x + textWidth(layout.xTitle, 12)).toBeLessThanOrEqual(width);
    expect(layout.xTitle).not.toContain('…');
  });

  it('is well-formed in light and dark, and the two differ', () => {
    const [light, dark] = (['light', 'dark'] as const).map((theme) =>
      costsSvg(data, axis, { theme }),
    );
    for (const svg of [light, dark]) {
      expect(() => new Resvg(svg)).not.toThrow();
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
    expect(light).not.toBe(dark);
  });
});

describe('costs in a report', () => {
  it('says what it shows', () => {
    const notes = (axis: (typeof AXES)[number]) =>
      layoutCurves(costFigure(data, axis), { width: 1200 }).notes.join(' ');
    const bare = layoutCurves(costFigure(data, 'rate'), { width: 1200, bands: 'none' });
    expect(bare.notes.join(' ')).toContain('knows what each case will cost, leaves the picture');
    expect(notes('rate')).not.toContain('horizontal');
    expect(notes('spending')).toContain('The horizontal axis starts at what the model alone costs');
    expect(notes('spending')).toContain('rates at once, drawn at what that rate spends');
    const { values } = data.costs!.curves!.methods.find(({ name }) => name === 'drcpe-gce')!;
    const least = values.indexOf(Math.min(...values));
    expect(costsSvg(data)).toContain(
      `is lowest at ${Math.round(100 * data.grid[least])} % of cases handed over`,
    );
    const dear = { ...data, costs: { ...data.costs!, curves: rising(data) } };
    expect(layoutCurves(costFigure(dear, 'rate')).notes.join(' ')).toContain(
      'there every method costs more than the model alone',
    );
  });

  it('has one format for an amount: in sentences, at lines, on the axis and in tables', () => {
    const { costs } = data;
    const mean = [0.0178, 0.0176];
    const priced: ReportData = {
      ...data,
      costs: {
        ...{ ...costs!, currency: '$', rows: [{ label: 'a', rate: 0, cost: 0.0178, value: 80 }] },
        table: {
          ...{ rates: [0.05, 0.1], modelAlone: 0.018, note: 'n' },
          methods: [{ name: 'drcpe-gce', mean, cheapest: { rate: 0.5, cost: 0.0154 } }],
        },
      },
    };
    const page = renderReport(priced);
    expect(page).toContain(
      '<th scope="row">Density ratio (GCE loss)</th><td>17.80</td><td>17.60</td><td>15.40 at 50',
    );
    expect(page).toContain('Cost per 1,000 cases, $: errors and answers together.');
    expect(terminalCosts(priced)).toMatch(
      /Density ratio \(GCE loss\) +17\.80 +17\.60 +15\.40 at 50 %/,
    );
    const { levels, xTitle } = layoutCurves(costFigure(priced, 'spending'));
    expect(levels).toEqual([]);
    expect(xTitle).toBe('Spent on answers per 1,000 cases, $');
    const along = layoutCurves(costFigure(priced, 'rate'));
    expect([...along.levels.map(({ label }) => label), ...along.sentences].join()).toMatch(/\$\d/);
    expect([...along.levels.map(({ label }) => label), ...along.sentences].join()).not.toMatch(
      /\d \$/,
    );
  });

  it('has the figures where there are curves, the second where answers differ in cost', () => {
    const figures = (report: ReportData) =>
      renderReport(report).match(/id="costs-\w+-wide-title"/g);
    // Where only answers have a price, cost along the rate says nothing.
    expect(figures(data)).toBeNull();
    const costs = { ...data.costs!, saving: { claim: 'Saves.', evidence: '1.' } };
    expect(figures({ ...data, costs })).toHaveLength(2);
    const even = { ...costs!, curves: { ...costs!.curves!, spendingDiffers: false } };
    expect(figures({ ...data, costs: even })).toHaveLength(1);
    expect(figures({ ...data, costs: { ...costs!, curves: undefined } })).toBeNull();
    expect(figures({ ...data, costs: undefined })).toBeNull();
  });

  it('is a CSV with a line for every method and rate', () => {
    const lines = costsCsv(data).trimEnd().split('\n');
    expect(lines[0]).toBe('method,rate,cases,cost,lower,upper,spent_on_answers');
    expect(lines).toHaveLength(1 + (data.methods.length + 2) * 21);
    const line = lines.find((text) => text.startsWith('oracle,0.5,'))!.split(',');
    const { values, spent } = data.costs!.curves!.oracle;
    expect(line.slice(4, 6)).toEqual(['', '']);
    expect([line[3], line[6]].map(Number)).toEqual(
      [values[10], spent[10]].map((value) => Number(value.toPrecision(8))),
    );
  });

  it('refuses curves that would draw a wrong picture', () => {
    const { costs } = data;
    const [first, ...others] = costs!.curves!.methods;
    const draw = (methods: typeof others) =>
      costsSvg({ ...data, costs: { ...costs!, curves: { ...costs!.curves!, methods } } });
    expect(() => draw(others)).toThrow(`${first.name} has no cost curve`);
    expect(() => draw([{ ...first, spent: [1] }, ...others])).toThrow(
      `costs of ${first.name}, spent, has 1 entries but grid has 21`,
    );
  });
});

/** Every hand-over costs more than it saves. */
function rising({ costs, grid }: ReportData) {
  const { curves } = costs!;
  const dearer = <Line extends { values: readonly number[] }>(line: Line): Line => ({
    ...line,
    values: grid.map((rate) => 1 + rate),
  });
  return {
    ...curves!,
    methods: curves!.methods.map(dearer),
    random: dearer(curves!.random),
    oracle: dearer(curves!.oracle),
  };
}
