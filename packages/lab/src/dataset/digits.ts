import { readFile } from 'node:fs/promises';
import { insist, stream } from '@cede/core';
import {
  type Dataset,
  type DatasetMember,
  type LoadOptions,
  type Split,
  takeExamples,
} from './dataset.js';
import { holdOut } from './hold-out.js';
import { gunzip } from './tar.js';

const SIDE = 8;
const PIXELS = SIDE * SIDE;
const BRIGHTEST = 16;
/** 500 rows for scorers and 500 for curves leave 797 for networks. */
const HELD_OUT_PER_CLASS = [50, 50];

const EMBEDDED = new URL('../../data/digits.csv.gz', import.meta.url);

/** The 1,797 handwritten digits that come with the project, so that a first run needs no network. */
export const digits: DatasetMember = {
  name: 'digits',
  title: 'Digits',
  official: null,
  load: async ({ seed = 1, split }) =>
    digitsOf(await readFile(EMBEDDED), 'digits.csv.gz', seed, split),
};

export function digitsOf(
  compressed: Uint8Array,
  name: string,
  seed: number,
  split: LoadOptions['split'] = 'drawn',
): Dataset {
  const whole = parseDigits(Buffer.from(gunzip(compressed, name)).toString('latin1'), name);
  const order = split === 'first' ? 'as they come' : stream(seed, 'split of digits');
  const { kept, held } = holdOut(whole.labels, 10, HELD_OUT_PER_CLASS, order);
  return {
    name: 'digits',
    title: 'Digits',
    classes: [...'0123456789'],
    groups: {},
    width: SIDE,
    height: SIDE,
    channels: 1,
    splits: {
      train: takeExamples(whole, kept),
      validation: takeExamples(whole, held[0]),
      test: takeExamples(whole, held[1]),
    },
    verified: true,
  };
}

/** Each line: 64 pixel values 0 … 16 row by row, then the digit. */
function parseDigits(text: string, name: string): Split {
  const lines = text.trimEnd().split('\n');
  const images = new Uint8Array(lines.length * PIXELS);
  const labels = new Uint8Array(lines.length);
  for (const [row, line] of lines.entries()) {
    const values = line.split(',').map(Number);
    const at = () => `${name}, line ${row + 1}`;
    insist(
      values.length === PIXELS + 1,
      () => `${at()}: ${values.length} values, expected ${PIXELS} pixels and a label.`,
    );
    for (let i = 0; i < PIXELS; i++) {
      const value = values[i];
      insist(
        Number.isInteger(value) && value >= 0 && value <= BRIGHTEST,
        () => `${at()}: pixel ${i + 1} is ${value}, expected a whole number 0 … ${BRIGHTEST}.`,
      );
      images[row * PIXELS + i] = Math.round((value * 255) / BRIGHTEST);
    }
    const label = values[PIXELS];
    insist(
      Number.isInteger(label) && label >= 0 && label <= 9,
      () => `${at()}: label ${label} is not one of 0 … 9.`,
    );
    labels[row] = label;
  }
  return { images, labels };
}
