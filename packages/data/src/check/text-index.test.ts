import { stream } from '@cede/core';
import { expect, it } from 'vitest';
import { TextIndex } from './text-index.js';

it('knows texts again as a Set does', () => {
  const random = stream(1, 'texts');
  for (const size of [0, 1, 2, 7, 64, 5000]) {
    const texts = Array.from(
      { length: size },
      () => `id-${random.below(2 * size)}${'é'.repeat(random.below(2))}`,
    );
    const seen = new Set<string>();
    const expected = [...texts.keys()].filter((row) => seen.size === seen.add(texts[row]!).size);
    const repeated: number[] = [];
    const index = new TextIndex(texts, (row) => repeated.push(row));
    expect(repeated).toEqual(expected);
    for (let k = 0; k < 2 * size; k++) expect(index.has(`id-${k}`)).toBe(seen.has(`id-${k}`));
    expect(index.has('')).toBe(false);
  }
  expect(new TextIndex(['']).has('')).toBe(true);
});

it('tells apart texts of equal hash', () => {
  // Found by search: FNV-1a gives both the same 32 bits.
  const [one, other] = ['costarring', 'liquid'];
  const repeated: number[] = [];
  const index = new TextIndex([one, other, 'declinate', 'macallums', other], (row) =>
    repeated.push(row),
  );
  expect(repeated).toEqual([4]);
  expect([one, other, 'macallums', 'liquids'].map((text) => index.has(text))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
