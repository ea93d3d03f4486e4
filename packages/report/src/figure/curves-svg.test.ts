import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import type { MethodResult, ReportData } from '../report-data.js';
import type { Box } from './box.js';
import { type CurveOptions, layoutCurves, NOTE_FONT } from './curve-layout.js';
import { curvesSvg } from './curves-svg.js';
import { overlap } from './label-places.js';
import { textWidth } from './text-width.js';

const small = exampleData({ rows: 400, stops: 21 });

const flat: ReportData = {
  ...small,
  methods: small.methods.map((method) => ({
    ...method,
    values: small.grid.map(() => 80),
    lower: undefined,
    upper: undefined,
  })),
  random: { ...small.random, values: small.grid.map(() => 80) },
  oracle: { ...small.oracle, values: small.grid.map(() => 80) },
};
const many: ReportData = {
  ...small,
  methods: Array.from({ length: 40 }, (_, k): MethodResult => {
    const method = small.methods[k % 8];
    return { ...method, name: `${method.name}-g${k}` };
  }),
  finding: { ...small.finding, method: 'drcpe-gce-g5', rival: undefined },
};
const longNames: ReportData = {
  ...small,
  expert: { ...small.expert, name: 'the committee of senior reviewers '.repeat(6) },
  methods: small.methods.map((method) => ({
    ...method,
    label: `${method.name} ${'W'.repeat(90)}`,
  })),
};
const cost: ReportData = {
  ...small,
  target: { kind: 'cost', name: 'cost', unit: '€', differenceUnit: '€', higherIsBetter: false },
};

const worlds: [string, ReportData, CurveOptions][] = [
  ['a usual comparison', small, {}],
  ['a narrow screen', small, { width: 400, height: 400 }],
  ['half of the rates', small, { maxRate: 0.5 }],
  [
    'one method',
    exampleData({ rows: 300, stops: 11, methods: [['linear', 'comparison', 0.3]] }),
    {},
  ],
  ['40 methods', many, {}],
  ['flat curves', flat, {}],
  ['an expert worse than the model', exampleData({ rows: 300, stops: 11, expert: 0.4 }), {}],
  ['an expert who is always right', exampleData({ rows: 300, stops: 11, expert: 1 }), {}],
  ['long names', longNames, {}],
  ['a cost', cost, {}],
];

describe.each(worlds)('curvesSvg of %s', (_, data, options) => {
  const layout = layoutCurves(data, options);

  it('names every line, on the line or in the legend, inside the picture, none over another', () => {
    expect(layout.lines).toHaveLength(data.methods.length + 2);
    const boxes: Box[] = layout.levels.map(({ labelBox }) => labelBox);
    for (const { labelBox, legendBox, label } of layout.lines) {
      expect(label.length).toBeGreaterThan(1);
      expect((labelBox === null) !== (legendBox === null)).toBe(true);
      const box = (labelBox ?? legendBox)!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(layout.width);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(layout.height);
      for (const other of boxes) expect(overlap(box, other)).toBe(false);
      boxes.push(box);
    }
  });

  it('lets no other line run through a name', () => {
    for (const { name, labelBox } of layout.lines)
      for (const other of layout.lines) {
        if (!labelBox || other.name === name) continue;
        const through = other.points.some(
          ({ x, y }) =>
            x > labelBox.x &&
            x < labelBox.x + labelBox.width &&
            y > labelBox.y &&
            y < labelBox.y + labelBox.height,
        );
        expect(through, `${other.name} through ${name}`).toBe(false);
      }
  });

  it('keeps ticks apart and notes within the width', () => {
    expect(layout.yTicks.length).toBeGreaterThanOrEqual(2);
    const xs = layout.xTicks.map(({ at, text }) => ({ at, half: textWidth(text, 12) / 2 }));
    xs.slice(1).forEach(({ at, half }, k) => {
      expect(at - half).toBeGreaterThan(xs[k].at + xs[k].half);
    });
    for (const note of layout.notes) {
      expect(layout.plot.x + textWidth(note, NOTE_FONT)).toBeLessThanOrEqual(layout.width);
    }
    expect(layout.plot.x + textWidth(layout.xTitle, 12)).toBeLessThanOrEqual(layout.width);
  });

  it('says where its axis starts, and starts just below what it shows', () => {
    expect(layout.notes.join(' ')).toMatch(/vertical axis starts at/);
    const shown = data.grid.filter((rate) => rate <= layout.x.domain[1]).length;
    const lowest = Math.min(
      ...data.random.values.slice(0, shown),
      ...data.methods.flatMap(({ values }) => values.slice(0, shown)),
    );
    expect(layout.y.domain[0]).toBeLessThan(lowest);
  });

  it('is well-formed, finite and the same every time', () => {
    const svg = curvesSvg(data, options);
    expect(() => new Resvg(svg)).not.toThrow();
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(curvesSvg(JSON.parse(JSON.stringify(data)), options)).toBe(svg);
  });
});

describe('curvesSvg', () => {
  it('looks like this', async () => {
    await expect(curvesSvg(small)).toMatchFileSnapshot('../../snapshots/curvesSvg.svg');
  });

  it('draws the values of the data: paths read back give the numbers', () => {
    const layout = layoutCurves(small);
    const svg = curvesSvg(small);
    const { domain, range } = layout.y;
    for (const { name, values } of small.methods) {
      const d = svg.match(new RegExp(`class="line" data-method="${name}" d="M([^"]+)"`))![1];
      const read = d.split('L').map((point) => {
        const y = Number(point.split(',')[1]);
        return domain[0] + ((y - range[0]) / (range[1] - range[0])) * (domain[1] - domain[0]);
      });
      const pixel = (domain[1] - domain[0]) / (range[0] - range[1]);
      read.forEach((value, k) => {
        expect(Math.abs(value - values[k])).toBeLessThan(0.06 * pixel);
      });
    }
  });

  it('lets a far oracle leave the picture, and says how far it goes', () => {
    const layout = layoutCurves(small, { bands: 'none' });
    const best = Math.max(...small.oracle.values);
    expect(layout.y.domain[1]).toBeLessThan(best);
    expect(layout.notes.join(' ')).toContain(`it reaches ${best.toFixed(1)} %`);
    expect(layoutCurves(flat).notes.join(' ')).not.toContain('hindsight');
  });

  it('leaves out the far half where every method only loses there, and says so', () => {
    const worse = exampleData({ rows: 400, stops: 21, expert: 0.4 });
    const layout = layoutCurves(worse);
    expect(layout.x.domain).toEqual([0, 0.5]);
    expect(layout.lines[0].points).toHaveLength(11);
    expect(layout.notes.join(' ')).toContain('Rates above 50 % are left out');
    expect(layoutCurves(worse, { maxRate: 1 }).x.domain).toEqual([0, 1]);
    // One method that still gains at one far rate keeps the whole range.
    const gains = worse.grid.map((rate) => (rate === 0.75 ? 99 : 10));
    const [first, ...others] = worse.methods;
    const kept = { ...worse, methods: [{ ...first, values: gains }, ...others] };
    expect(layoutCurves(kept).x.domain).toEqual([0, 1]);
    expect(layoutCurves(small).x.domain).toEqual([0, 1]);
  });

  it('says whose band and what it means', () => {
    const notes = (data: ReportData, options: CurveOptions = {}) =>
      layoutCurves(data, { width: 1200, ...options }).notes.join(' ');
    expect(notes(small)).toContain(
      'Shaded (Density ratio (GCE loss) and Model confidence): 95 % interval over test rows and seeds, for all rates at once.',
    );
    expect(notes({ ...small, band: { kind: 'seeds' } })).toContain(
      'Shaded: ± one standard deviation over seeds.',
    );
    expect(notes(small, { bands: 'none' })).not.toContain('Shaded');
    expect(curvesSvg(small).match(/class="band/g)).toHaveLength(2);
    expect(curvesSvg(small, { bands: 'all' }).match(/class="band/g)).toHaveLength(8);
    expect(curvesSvg(small, { bands: 'none' })).not.toContain('class="band');
  });

  it('gives each line its own colour or dash', () => {
    const styles = layoutCurves(small).lines.map(({ style }) => `${style.colour} ${style.dash}`);
    expect(new Set(styles).size).toBe(styles.length);
  });

  it('keeps the names of levels off the needle where there is room beside it', () => {
    const size = { width: 360, height: 330 };
    for (let needle = 0; needle < small.grid.length; needle++) {
      const { levels, lines, plot } = layoutCurves(small, { ...size, needle });
      const at = lines[0].points[needle]?.x;
      if (at === undefined) continue;
      // Below the model's level no curve runs, so there is room wherever the needle leaves some.
      const [{ label, labelBox }] = levels;
      const room = Math.max(at - plot.x, plot.x + plot.width - at);
      if (room < labelBox.width + 20) continue;
      expect(at > labelBox.x - 4 && at < labelBox.x + labelBox.width + 4, label).toBe(false);
    }
  });

  it('draws the model alone and the expert alone as levels, where the curves begin and end', () => {
    const { levels, lines } = layoutCurves(small);
    const { points } = lines.find(({ name }) => name === 'random')!;
    expect(levels.map(({ label }) => label.replace(/ [\d.]+ %$/, ''))).toEqual([
      'Model alone',
      'Moderator alone',
    ]);
    expect(levels[0].y).toBeCloseTo(points[0].y, 6);
    expect(levels[1].y).toBeCloseTo(points[points.length - 1].y, 6);
  });

  it('cuts a long name of a level, never its number', () => {
    const named = { ...small, expert: { ...small.expert, name: 'die Sachbearbeiterin im Dienst' } };
    const labels = layoutCurves(named, { width: 360, height: 330 }).levels.map(
      ({ label }) => label,
    );
    expect(labels[1]).toMatch(/^Die Sach.*… alone [\d.]+ %$/);
    expect(labels[0]).toMatch(/^Model alone [\d.]+ %$/);
  });

  it('names a level at the very edge of the picture inside it', () => {
    // Curves from the lowest to the highest value, as where the expert is always the better one.
    const rising = small.grid.map((share) => 35 + 50 * share);
    const line = { values: rising, lower: undefined, upper: undefined };
    const steep: ReportData = {
      ...small,
      methods: small.methods.map((method) => ({ ...method, ...line })),
      random: { ...small.random, values: rising },
      oracle: { ...small.oracle, values: rising },
      finding: { ...small.finding, modelValue: 35, expertValue: 85 },
    };
    const { levels, plot } = layoutCurves(steep);
    expect(levels.map(({ label }) => label)).toEqual([
      'Model alone 35.0 %',
      'Moderator alone 85.0 %',
    ]);
    for (const { labelBox } of levels) {
      expect(labelBox.y).toBeGreaterThanOrEqual(plot.y - 2);
      expect(labelBox.y + labelBox.height).toBeLessThanOrEqual(plot.y + plot.height + 2);
    }
  });

  it('draws a method alike in every figure, whoever else is there and in whatever order', () => {
    const style = (data: ReportData, name: string) =>
      layoutCurves(data).lines.find((line) => line.name === name)!.style;
    const others = {
      ...small,
      methods: [...small.methods].reverse().slice(0, 7),
      finding: { ...small.finding, method: 'maxprob', rival: undefined },
    };
    for (const { name } of others.methods) expect(style(others, name)).toEqual(style(small, name));
  });

  it('escapes names', () => {
    const methods = small.methods.map((method) => ({ ...method, label: `<${method.name}&` }));
    expect(curvesSvg({ ...small, methods })).toContain('&lt;conf&amp;');
    expect(() => new Resvg(curvesSvg({ ...small, methods }))).not.toThrow();
  });
});
