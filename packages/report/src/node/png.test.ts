import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import { curvesSvg } from '../figure/curves-svg.js';
import { pngOf } from './png.js';

const svg = curvesSvg(exampleData({ rows: 200, stops: 11 }));

describe('pngOf', () => {
  it('is a PNG of the asked size, the same bytes every time', () => {
    const png = Buffer.from(pngOf(svg, 1.5));
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(
      ['width', 'height'].map((side) =>
        Math.ceil(1.5 * Number(new RegExp(`${side}="(\\d+)`).exec(svg)![1])),
      ),
    );
    expect(png.equals(pngOf(svg, 1.5))).toBe(true);
  });

  it('draws letters: without its text the picture differs', () => {
    const mute = svg.replace(/<text[^>]*>[^<]*<\/text>/g, '');
    expect(Buffer.from(pngOf(mute)).equals(pngOf(svg))).toBe(false);
  });
});
