import { insist } from '@cede/core';
import type { Picture } from './png.js';

const PIXELS = 32 * 32;

/**
 * A sheet (one row of 1,024 RGB pixels an image) as the records of CIFAR-10's binary files:
 * the label, then the red, the green and the blue plane.
 */
export function cifarRecords(sheet: Picture, labels: readonly number[], name: string): Uint8Array {
  insist(
    sheet.width === PIXELS && sheet.height === labels.length,
    () =>
      `${name} is ${sheet.width}×${sheet.height} pixels; ${labels.length} labels need a sheet of ` +
      `${PIXELS}×${labels.length}, one row an image.`,
  );
  const record = 1 + 3 * PIXELS;
  const records = new Uint8Array(labels.length * record);
  for (const [row, label] of labels.entries()) {
    insist(
      Number.isInteger(label) && label >= 0 && label < 10,
      () => `${name}, image ${row + 1}: label ${label} is not one of 0 … 9.`,
    );
    const target = row * record;
    records[target] = label;
    for (let pixel = 0; pixel < PIXELS; pixel++) {
      const source = (row * PIXELS + pixel) * 3;
      for (let plane = 0; plane < 3; plane++) {
        records[target + 1 + plane * PIXELS + pixel] = sheet.pixels[source + plane];
      }
    }
  }
  return records;
}
