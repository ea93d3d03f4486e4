import { stream } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { CONTROL, createContext, createMemory } from './context.js';
import { layoutOf } from './layout.js';
import { placePictures } from './pictures.js';

const [height, width, channels, padding] = [5, 7, 3, 2];
const spec = {
  ...{ depth: 8, classes: 2, height, width, channels },
  ...{ mean: [0.1, 0.2, 0.3], deviation: [0.5, 0.25, 2] },
};
const random = stream(1, 'pictures');
const pixels = new Uint8Array(4 * height * width * channels).map(() => random.below(256));

/** The picture by its definition: pad with black, crop, mirror, normalise. */
function expected(image: number, row: number, column: number, flip: boolean): number[] {
  const padded = (y: number, x: number, c: number) => {
    const [top, left] = [y - padding, x - padding];
    const inside = top >= 0 && top < height && left >= 0 && left < width;
    return inside ? pixels[((image * height + top) * width + left) * channels + c] : 0;
  };
  const values = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < channels; c++) {
        const value = padded(y + row, (flip ? width - 1 - x : x) + column, c);
        values.push(Math.fround((value / 255 - spec.mean[c]) / spec.deviation[c]));
      }
    }
  }
  return values;
}

describe('pictures', () => {
  const configuration = {
    ...{ spec, batch: 8, threads: 1, fma: false, reference: true, training: false },
  };
  const layout = layoutOf(configuration);
  const context = createContext(configuration, createMemory(layout), pixels, 0);
  const picks: [number, number, number, number][] = [
    [0, 2, 2, 0],
    [1, 0, 0, 0],
    [2, 4, 4, 0],
    [3, 2, 2, 1],
    [0, 0, 4, 1],
    [1, 3, 1, 1],
    [2, 1, 0, 1],
    [3, 4, 0, 0],
  ];

  it('are padded, cropped, mirrored and normalised, inside a border that stays zero', () => {
    context.control[CONTROL.padding] = padding;
    for (const [n, pick] of picks.entries()) context.integers.set(pick, layout.picks / 4 + 4 * n);
    placePictures(context, 0, 8);
    const { pitch, size } = layout.pictureBorder;
    const rows = size / pitch / channels;
    for (const [n, [image, row, column, flip]] of picks.entries()) {
      const inner: number[] = [];
      let border = 0;
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < pitch; x++) {
          for (let c = 0; c < channels; c++) {
            const value =
              context.heap[layout.pictures / 4 + n * size + (y * pitch + x) * channels + c];
            if (y >= 1 && y <= height && x >= 1 && x <= width) inner.push(value);
            else border = Math.max(border, Math.abs(value));
          }
        }
      }
      expect(inner).toEqual(expected(image, row, column, flip === 1));
      expect(border).toBe(0);
    }
  });
});
