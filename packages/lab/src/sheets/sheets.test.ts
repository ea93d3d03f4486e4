import { deflateSync } from 'node:zlib';
import { stream } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { cifarRecords } from './cifar-records.js';
import { readPng } from './png.js';

function chunk(type: string, body: Uint8Array): Buffer {
  const frame = Buffer.alloc(12 + body.length); // the check sum is left 0: zlib has its own
  frame.writeUInt32BE(body.length, 0);
  frame.write(type, 4, 'latin1');
  frame.set(body, 8);
  return frame;
}

/** Writes an RGB picture with the given filter on each row, straight from the standard's text. */
function png(pixels: Uint8Array, width: number, filters: number[], header = [8, 2, 0, 0, 0]) {
  const stride = width * 3;
  const height = filters.length;
  const rows = filters.map((filter, y) => {
    const at = (x: number, row: number) => (x < 0 || row < 0 ? 0 : pixels[row * stride + x]);
    const bytes = Array.from({ length: stride }, (_, x) => {
      const [a, b, c] = [at(x - 3, y), at(x, y - 1), x < 3 ? 0 : at(x - 3, y - 1)];
      const p = a + b - c;
      const nearest = [a, b, c].sort(
        (u, v) => Math.abs(p - u) - Math.abs(p - v) || [a, b, c].indexOf(u) - [a, b, c].indexOf(v),
      )[0];
      return at(x, y) - [0, a, b, Math.floor((a + b) / 2), nearest][filter];
    });
    return Uint8Array.from([filter, ...bytes]);
  });
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set(header, 8);
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('tEXt', Buffer.from('passed over')),
    chunk('IDAT', data.subarray(0, 20)),
    chunk('IDAT', data.subarray(20)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const random = stream(2, 'pixels');
const PIXELS = Uint8Array.from({ length: 11 * 3 * 8 }, () => random.below(256));
const FILTERS = [4, 3, 2, 1, 0, 4, 3, 1];

describe('PNG sheets', () => {
  it('are read through all five filters, the first row included', () => {
    expect(readPng(png(PIXELS, 11, FILTERS), 's.png')).toEqual({
      width: 11,
      height: 8,
      pixels: PIXELS,
    });
  });

  const whole = png(PIXELS, 11, FILTERS);
  it.each<[string, Uint8Array, RegExp]>([
    ['another file', Buffer.from('GIF89a, not this'), /s.png is not a PNG file/],
    ['a cut file', whole.subarray(0, whole.length - 30), /without PNG's closing chunk/],
    ['grey pictures', png(PIXELS, 11, FILTERS, [8, 0, 0, 0, 0]), /depth 8, colour type 0/],
    ['interlaced pictures', png(PIXELS, 11, FILTERS, [8, 2, 0, 0, 1]), /interlace 1/],
    ['an unknown filter', png(PIXELS, 11, [0, 7]), /pixel row 2: filter 7/],
  ])('refuse %s', (_, bytes, message) => {
    expect(() => readPng(bytes, 's.png')).toThrow(message);
  });

  it('refuse damaged pixels', () => {
    const damaged = Buffer.from(whole);
    damaged[damaged.indexOf('IDAT') + 8] ^= 0xff;
    expect(() => readPng(damaged, 's.png')).toThrow(/can't be decompressed/);
  });
});

describe('CIFAR records', () => {
  it('hold the label and three planes', () => {
    const pixels = Uint8Array.from({ length: 2 * 1024 * 3 }, (_, i) => (i * 13) % 256);
    const records = cifarRecords({ width: 1024, height: 2, pixels }, [7, 2], 's.png');
    expect(records.length).toBe(2 * 3073);
    expect([records[0], records[3073]]).toEqual([7, 2]);
    expect(records[3073 + 1 + 2 * 1024 + 500]).toBe(pixels[(1024 + 500) * 3 + 2]);
    expect(records[1 + 1024 + 9]).toBe(pixels[9 * 3 + 1]);
  });

  it('refuse sheets and labels that do not go together', () => {
    const sheet = { width: 1024, height: 1, pixels: new Uint8Array(3072) };
    expect(() => cifarRecords(sheet, [1, 2], 's.png')).toThrow(/1024×1 pixels; 2 labels/);
    expect(() => cifarRecords(sheet, [10], 's.png')).toThrow(/image 1: label 10/);
  });
});
