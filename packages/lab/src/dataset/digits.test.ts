import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectDataset } from '../../test/dataset-contract.js';
import { countClasses } from './dataset.js';
import { digitsOf } from './digits.js';
import { loadDataset } from './registry.js';

describe('digits', () => {
  it('are embedded: 797 for networks, 500 for scorers, 500 for curves, balanced', async () => {
    const digits = await loadDataset('digits');
    expectDataset(digits);
    const { splits, classes, width, height, channels, verified } = digits;
    expect({ width, height, channels, verified }).toEqual({
      width: 8,
      height: 8,
      channels: 1,
      verified: true,
    });
    expect(classes.length).toBe(10);
    const fifty = new Array(10).fill(50);
    expect(countClasses(splits.validation.labels, 10)).toEqual(fifty);
    expect(countClasses(splits.test.labels, 10)).toEqual(fifty);
    // The whole file has 178 182 177 183 181 182 181 179 174 180 of the ten digits.
    expect(countClasses(splits.train.labels, 10)).toEqual([78, 82, 77, 83, 81, 82, 81, 79, 74, 80]);
    for (const { images, labels } of Object.values(splits)) {
      expect(images.length).toBe(labels.length * 64);
    }
    const values = new Set(Object.values(splits).flatMap(({ images }) => [...images]));
    expect([...values].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 17 }, (_, value) => Math.round(value * 15.9375)),
    );
  });

  it('are split by the seed', async () => {
    const [one, again, two] = await Promise.all(
      [1, 1, 2].map((seed) => loadDataset('digits', { seed })),
    );
    const bytes = ({ splits }: typeof one) => Buffer.from(splits.test.images).toString('base64');
    expect(bytes(again)).toBe(bytes(one));
    expect(bytes(two)).not.toBe(bytes(one));
  });

  const line = (label: number | string, pixel: number | string = 3) =>
    [...new Array(63).fill(0), pixel, label].join();
  const file = (...lines: string[]) => gzipSync(lines.join('\n'));
  it.each<[string, Uint8Array, RegExp]>([
    ['a short line', file(line(1), '1,2,3'), /d.gz, line 2: 3 values, expected 64 pixels/],
    ['a pixel of 17', file(line(1, 17)), /line 1: pixel 64 is 17, expected a whole number 0 … 16/],
    ['a word for a pixel', file(line(1, 'x')), /pixel 64 is NaN/],
    ['a label of 10', file(line(10)), /line 1: label 10 is not one of 0 … 9/],
    ['too few of a class', file(line(1)), /class 0 has 0 examples, but 100/],
    ['a cut file', file(line(1), line(2)).subarray(0, 20), /d.gz .* can't be unpacked/],
    ['no gzip at all', Buffer.from('hello'), /can't be unpacked/],
  ])('refuse %s', (_, bytes, message) => {
    expect(() => digitsOf(bytes, 'd.gz', 1)).toThrow(message);
  });
});
