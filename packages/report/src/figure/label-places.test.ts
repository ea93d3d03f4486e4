import { describe, expect, it } from 'vitest';
import type { Box } from './box.js';
import { labelPlaces, overlap } from './label-places.js';

const plot: Box = { x: 0, y: 0, width: 700, height: 400 };
const line = (from: number, to: number) => ({
  points: Array.from({ length: 101 }, (_, k) => ({ x: 7 * k, y: from + ((to - from) * k) / 100 })),
  width: 60,
  height: 15,
});

describe('where names of lines go', () => {
  it('names a line on a slope as one that is level', () => {
    for (const to of [200, 60, 10, 300, 390])
      expect(labelPlaces([line(200, to)], plot), `to ${to}`).not.toContain(null);
  });

  it('keeps off the needle where there is another place, and is under it where there is none', () => {
    const needle = (x: number): Box => ({ x, y: 0, width: 2, height: 400 });
    const [plain] = labelPlaces([line(200, 200)], plot);
    const at = plain!.x + 30;
    const [moved] = labelPlaces([line(200, 200)], plot, [], [], [needle(at)]);
    expect(overlap(moved!, needle(at))).toBe(false);
    const everywhere = Array.from({ length: 70 }, (_, k) => needle(10 * k));
    expect(labelPlaces([line(200, 200)], plot, [], [], everywhere)).toEqual([plain]);
  });
});
