import { curvesSvg } from '@cede/report';
import { pngOf } from '@cede/report/node';
import { expect, it } from 'vitest';
import { exampleData } from '../../../report/test/example.js';
import { panelsSvg } from './panels.js';

const title = 'CIFAR-100 label noise(10) [14-56], 2 epochs';
const places = (width: number) => {
  const report = exampleData({ rows: 400, stops: 11 });
  const draw = (options: object) => curvesSvg(report, options);
  const panels = [1, 2].map(() => ({ title, draw }));
  const svg = panelsSvg(panels, { width });
  return [
    ...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)" font-weight="600"/g),
  ].map(([, x, y, size]) => ({ x: Number(x), y: Number(y), size: Number(size) }));
};

it('panels stand side by side on a page, and one below the other in a column of it', () => {
  const [left, right] = places(648);
  expect(right.y).toBe(left.y);
  expect(right.x).toBeGreaterThan(300);
  const [upper, lower] = places(317);
  expect(lower.x).toBe(upper.x);
  expect(lower.y).toBeGreaterThan(upper.y + 200);
});

it('a name is no wider than its panel', () => {
  for (const width of [317, 648, 1280])
    for (const { size } of places(width))
      expect(size * 0.62 * title.length).toBeLessThanOrEqual(Math.max(317, width / 2) - 31);
});

it('the lines of the second panel are seen in a PNG, though one leaves the picture', () => {
  const report = exampleData({ rows: 400, stops: 11 });
  const draw = (options: object) =>
    curvesSvg(report, options).replace(
      /(data-method="oracle" d=")[^"]*/,
      '$1M56,300L80,-1000L300,-3000L340,100',
    );
  const inPink = (options: object) =>
    draw(options).replaceAll(/(<path class="line"[^>]* stroke=")#\w{6}/g, '$1#ff00ff');
  const png = (second: typeof draw) =>
    pngOf(
      panelsSvg(
        [draw, second].map((each) => ({ title, draw: each })),
        { width: 800 },
      ),
    );
  expect(Buffer.from(png(draw)).equals(png(inPink))).toBe(false);
});
