import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import { histogramSvg } from './histogram-svg.js';

const data = exampleData({ rows: 400, stops: 11 });

describe('histogramSvg', () => {
  it('looks like this', async () => {
    const svg = histogramSvg(data, data.histogram!);
    expect(() => new Resvg(svg)).not.toThrow();
    await expect(svg).toMatchFileSnapshot('../../snapshots/histogramSvg.svg');
  });

  it('draws bars in proportion: heights add up to the rows', () => {
    const svg = histogramSvg(data, data.histogram!);
    const bars = [...svg.matchAll(/<rect x="[^"]+" y="[^"]+" width="[^"]+" height="([^"]+)"/g)];
    const total = bars.reduce((sum, [, height]) => sum + Number(height), 0);
    const highest = Math.max(
      ...data.histogram!.kept.map((kept, k) => kept + data.histogram!.deferred[k]),
    );
    expect((total / (240 - 84)) * highest).toBeCloseTo(400, -1);
  });

  it('shows small bars beside a pile on a square-root scale, and says so', () => {
    const pile = {
      method: 'x',
      edges: [0, 1, 2, 3],
      deferred: [25, 25, 0],
      kept: [0, 0, 2500],
      threshold: 2,
    };
    const svg = histogramSvg(data, pile);
    expect(svg).toContain('Cases (square-root scale)');
    const heights = [...svg.matchAll(/<rect x="[^"]+" y="[^"]+" width="[^"]+" height="([^"]+)"/g)];
    expect(heights.map(([, height]) => Number(height))).toEqual([15.6, 15.6, 156]);
    // The scale reaches nearly as high as the highest bar does.
    const scale = [...svg.matchAll(/text-anchor="end">([\d,]+)</g)].map(([, text]) => text);
    expect(scale).toEqual(['0', '200', '600', '1,000', '2,000']);
    expect(histogramSvg(data, data.histogram!)).not.toContain('square-root');
  });

  it('keeps a threshold outside the scores at the edge, and survives one bin', () => {
    const one = { method: 'conf', edges: [0, 1], deferred: [0], kept: [5], threshold: 7 };
    const svg = histogramSvg(data, one);
    expect(svg).toContain('threshold 7<');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});
