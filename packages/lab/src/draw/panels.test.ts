import { expect, it } from 'vitest';
import { exampleData } from '../../../report/test/example.js';
import { panelsSvg } from './panels.js';

const title = 'CIFAR-100 label noise(10) [14-56], 2 epochs';
const places = (width: number) => {
  const panels = [1, 2].map(() => ({ title, report: exampleData({ rows: 400, stops: 11 }) }));
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
