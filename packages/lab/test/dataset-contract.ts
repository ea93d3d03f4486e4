import { expect } from 'vitest';
import type { Dataset } from '../src/dataset/dataset.js';

/** What every loaded dataset keeps, whichever file it came from. */
export function expectDataset(dataset: Dataset): void {
  const { name, title, classes, groups, width, height, channels, splits, verified } = dataset;
  expect(name).toMatch(/^[a-z0-9-]+$/);
  expect(title.endsWith('(unverified)')).toBe(!verified);
  expect(new Set(classes).size).toBe(classes.length);
  for (const group of Object.values(groups)) {
    expect(group.every((label) => classes[label] !== undefined)).toBe(true);
  }
  expect(Object.keys(splits)).toEqual(['train', 'validation', 'test']);
  for (const { images, labels } of Object.values(splits)) {
    expect(labels.length).toBeGreaterThan(0);
    expect(images.length).toBe(labels.length * width * height * channels);
    expect(labels.every((label) => label < classes.length)).toBe(true);
  }
}
