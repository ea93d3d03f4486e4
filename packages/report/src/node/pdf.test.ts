import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import { curvesSvg } from '../figure/curves-svg.js';
import { pdfOf } from './pdf.js';
import { svgElements } from './svg-elements.js';

const svg = curvesSvg(exampleData({ rows: 200, stops: 11 }), { width: 317, notes: false });

/** Every compressed part of a PDF as text. */
function partsOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1');
  return [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)].map(
    ([, body]) => inflateSync(Buffer.from(body, 'latin1')).toString('latin1'),
  );
}

describe('pdfOf', () => {
  it('has the size on paper, the fonts inside and no picture: all of it is lines and letters', async () => {
    const pdf = Buffer.from(await pdfOf(svg)).toString('latin1');
    expect(pdf.startsWith('%PDF-1.')).toBe(true);
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!.map(Number);
    expect(width).toBeCloseTo(0.75 * 317, 6);
    expect(height).toBeCloseTo(0.75 * Number(/height="(\d+)/.exec(svg)![1]), 6);
    expect(pdf.match(/\/FontFile2/g)).toHaveLength(2);
    expect(pdf).not.toContain('/Image\n');
  });

  it('draws every line of the SVG, dashes and clipping with it', async () => {
    const [page] = partsOf(await pdfOf(svg));
    const count = (pattern: RegExp, text: string) => (text.match(pattern) ?? []).length;
    const strokes = count(/ stroke="#/g, svg);
    expect(count(/^S$/gm, page)).toBe(strokes - count(/paint-order/g, svg));
    expect(count(/^\[[\d. ]+\] 0 d$/gm, page)).toBe(count(/stroke-dasharray/g, svg));
    expect(count(/^W n$/gm, page)).toBe(1);
    expect(count(/^BT$/gm, page)).toBe(count(/<text/g, svg) + count(/paint-order/g, svg));
  });

  it('moves a group as it moves a picture inside a picture, and knows no other transform', async () => {
    const page = (inner: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="80">${inner}</svg>`;
    const mark = '<rect x="1" y="2" width="3" height="4" fill="#123456"/>';
    const group = await pdfOf(page(`<g transform="translate(50,20)">${mark}</g>`));
    const inside = await pdfOf(page(`<svg x="50" y="20">${mark}</svg>`));
    expect(Buffer.from(group).equals(inside)).toBe(true);
    expect(Buffer.from(group).equals(await pdfOf(page(`<g>${mark}</g>`)))).toBe(false);
    await expect(pdfOf(page(`<g transform="rotate(5)">${mark}</g>`))).rejects.toThrow('rotate');
  });

  it('is the same bytes every time', async () => {
    expect(Buffer.from(await pdfOf(svg)).equals(await pdfOf(svg))).toBe(true);
  });

  it('refuses letters that its font lacks', async () => {
    await expect(pdfOf(svg.replace('Random', '乱数'))).rejects.toThrow(
      'a letter that its font lacks (乱)',
    );
  });

  it('refuses an element that it does not know', async () => {
    await expect(pdfOf(svg.replace('</svg>', '<ellipse rx="1"/></svg>'))).rejects.toThrow(
      '<ellipse>',
    );
  });

  it('says what to install where the library is missing', async () => {
    const missing = Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' });
    await expect(pdfOf(svg, () => Promise.reject(missing))).rejects.toThrow(
      'needs pdfkit, which is not installed: run npm install pdfkit@0.20.2',
    );
  });
});

describe('svgElements', () => {
  it('gives what was written back', () => {
    const { children, attributes } = svgElements(
      '<svg width="2"><g a="1 &amp; 2"><text x="0">&lt;b&gt;</text><rect/></g><desc>d</desc></svg>',
    );
    expect(attributes).toEqual({ width: '2' });
    expect(children.map(({ name }) => name)).toEqual(['g', 'desc']);
    expect(children[0].attributes).toEqual({ a: '1 & 2' });
    expect(children[0].children.map(({ name, text }) => [name, text])).toEqual([
      ['text', '<b>'],
      ['rect', ''],
    ]);
  });
});
