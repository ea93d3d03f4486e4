import { expect, it } from 'vitest';
import { decodeChunk } from './chunk.js';
import { createKernel, takeMemory } from './kernel.js';
import { numbersInto } from './numbers.js';
import type { Chunk, Column, Layout, PagesPlan } from './plan.js';
import { TYPES } from './types.js';

const layout: Layout = {
  mostRows: 100,
  raw: 64,
  page: 1024,
  pageBytes: 512,
  dictionary: 2048,
  levels: 3072,
  indices: 4096,
  pointers: 5120,
  block: 6144,
  answers: 7000,
  total: 8192,
};
const column: Column = { type: 4, optional: true, bytes: 4, narrowed: false, at: 7168 };

/** A number of a header: the distance to the field before, then the number folded. */
const field = (distance: number, value: number) => {
  const folded = value * 2;
  const rest = folded < 128 ? [folded] : [(folded & 127) | 128, folded >> 7];
  return [(distance << 4) | 5, ...rest];
};

/** A data page of the second version: levels in front, never packed. */
function secondPage(
  values: number,
  encoding: number,
  levels: number[],
  body: number[],
  size: number,
) {
  const packed = size !== body.length;
  const details = [
    ...field(1, values),
    ...field(1, 0),
    ...field(1, values),
    ...field(1, encoding),
    ...field(1, levels.length),
    ...field(1, 0),
    (1 << 4) | (packed ? 1 : 2),
    0,
  ];
  const sizes = [...field(1, levels.length + size), ...field(1, levels.length + body.length)];
  return [...field(1, 3), ...sizes, (5 << 4) | 12, ...details, 0, ...levels, ...body];
}

function decode(bytes: number[], rows: number, snappy = true, of = column): Float32Array {
  const memory = takeMemory({ layout } as PagesPlan);
  const all = new Uint8Array(memory.buffer);
  all.set(bytes, layout.raw);
  const chunk: Chunk = { offset: 4, bytes: bytes.length, snappy };
  const kernel = createKernel(memory);
  decodeChunk(kernel, all, layout, true, chunk, rows, numbersInto(kernel, all, layout, of));
  return new Float32Array(memory.buffer, column.at, rows);
}

const floats = (...values: number[]) => [...new Uint8Array(Float32Array.from(values).buffer)];
/** One packed group of eight levels. */
const levels = [0b11, 0b01101];

it('decodes data pages of the second version, packed or not', () => {
  const body = floats(1, 2, 3);
  const packed = [body.length, (body.length - 1) << 2, ...body];
  const expected = Float32Array.of(1, Number.NaN, 2, 3, Number.NaN);
  expect(decode(secondPage(5, 0, levels, body, body.length), 5)).toEqual(expected);
  expect(decode(secondPage(5, 0, levels, packed, body.length), 5)).toEqual(expected);
});

/** A data page of the first version: levels in front of the values and packed with them. */
function firstPage(values: number, levels: number[], body: number[]) {
  const content = [levels.length, 0, 0, 0, ...levels, ...body];
  const packed = [content.length, (content.length - 1) << 2, ...content];
  const details = [...field(1, values), ...field(1, 0), ...field(1, 3), ...field(1, 3), 0];
  const sizes = [...field(1, content.length), ...field(1, packed.length)];
  return [...field(1, 0), ...sizes, (2 << 4) | 12, ...details, 0, ...packed];
}

it('unpacks pages in place and keeps the page before whole', () => {
  const pages = [
    ...firstPage(3, [6, 1], floats(1, 2, 3)),
    ...firstPage(2, [4, 1], floats(4, 5)),
    // Levels that take so many bytes that the page looks as long as one without gaps.
    ...firstPage(4, [2, 1, 2, 0, 2, 1, 2, 1], floats(6, 7, 8)),
    ...secondPage(2, 0, [4, 1], [8, 7 << 2, ...floats(9, 10)], 8),
  ];
  expect(decode(pages, 11)).toEqual(Float32Array.of(1, 2, 3, 4, 5, 6, Number.NaN, 7, 8, 9, 10));
});

it('is not taken in by pages that only look as if nothing were missing', () => {
  const gap = [2, 1, 2, 0, 4, 1];
  const expected = Float32Array.of(1, Number.NaN, 2, 3);
  expect(decode(firstPage(4, gap, floats(1, 2, 3, 99)), 4)).toEqual(expected);
  const packed = [16, 15 << 2, ...floats(1, 2, 3, 99)];
  expect(decode(secondPage(4, 0, gap, packed, 16), 4)).toEqual(expected);
  // Bytes behind the values, which don't begin later for it.
  expect(decode(firstPage(2, [4, 1], floats(1, 2, 99)), 2)).toEqual(Float32Array.of(1, 2));
});

it('unpacks copies that overlap what they write', () => {
  // 1, then its 4 bytes three times more: a literal of 4, a copy of 12 from 4 back.
  const packed = [16, 3 << 2, ...floats(1), ((12 - 1) << 2) | 2, 4, 0];
  const all = [8, 1];
  expect(decode(secondPage(4, 0, all, packed, 16), 4)).toEqual(Float32Array.of(1, 1, 1, 1));
});

it('refuses pages that say more than they hold', () => {
  const body = floats(1, 2, 3);
  expect(() => decode(secondPage(5, 0, [10, 1], body, body.length), 5)).toThrow('a short page');
  expect(() => decode(secondPage(5, 7, levels, body, body.length), 5)).toThrow('encoding 7');
  expect(() => decode(secondPage(9, 0, levels, body, body.length), 5)).toThrow(
    'more than 5 values',
  );
  expect(() => decode(secondPage(3, 8, [6, 1], [1, 6, 0], 3), 3)).toThrow('outside the dictionary');
  expect(() => decode(secondPage(3, 0, [6, 1], [99, 0, 0], 12), 3)).toThrow('does not unpack');
  expect(() => decode([], 1)).toThrow('cut off');
});

it('takes whole numbers as floats only where they are the same', () => {
  const narrowed: Column = { ...column, type: 1, narrowed: true };
  const page = (...values: number[]) => {
    const body = [...new Uint8Array(Int32Array.from(values).buffer)];
    return secondPage(values.length, 0, [2 * values.length, 1], body, body.length);
  };
  const most = 2 ** 24;
  const expected = Float32Array.of(3, -most, most);
  expect(decode(page(3, -most, most), 3, false, narrowed)).toEqual(expected);
  expect(() => decode(page(3, most + 1), 2, false, narrowed)).toThrow('larger');
});

it.each([
  ['INT32', Int32Array.of(1, -2, 3)],
  ['INT64', BigInt64Array.of(1n, -2n, 3n)],
  ['FLOAT', Float32Array.of(1, -2, 3)],
  ['DOUBLE', Float64Array.of(1, -2, 3)],
])('values of %s are as wide here as in the kernel', (name, values) => {
  const bytes = [...new Uint8Array(values.buffer)];
  const of: Column = { ...column, type: TYPES[name]! };
  const page = (body: number[]) => secondPage(3, 0, [6, 1], body, body.length);
  expect(decode(page(bytes), 3, false, of)).toEqual(Float32Array.of(1, -2, 3));
  expect(() => decode(page(bytes.slice(1)), 3, false, of)).toThrow('a short page');
});
