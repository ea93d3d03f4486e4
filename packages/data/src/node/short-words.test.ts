import { stream } from '@cede/core';
import { expect, it } from 'vitest';
import { shortWords } from './short-words.js';

/** As DuckDB keeps text of up to 12 bytes: its length, then the bytes. */
function vectorOf(texts: readonly string[]): DataView {
  const bytes = Buffer.alloc(16 * texts.length);
  texts.forEach((text, row) => {
    bytes.writeUInt32LE(Buffer.byteLength(text), 16 * row);
    bytes.write(text, 16 * row + 4);
  });
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

it('knows words again without decoding them, and mistakes none for another', () => {
  const random = stream(1, 'words');
  const letters = ['a', 'b', 'ü', '0', ' '];
  const word = () =>
    Array.from({ length: random.below(7) }, () => letters[random.below(letters.length)]).join('');
  const few = ['cat', 'dog', 'twelve bytes', 'twelve bites'];
  const texts = Array.from({ length: 20_000 }, (_, k) =>
    k % 2 === 0 ? few[random.below(few.length)]! : word(),
  );
  const view = vectorOf(texts);
  const words = shortWords();
  let decoded = 0;
  const read = texts.map((text, row) =>
    words(view, 16 * row, (from, bytes) => {
      expect([from, bytes]).toEqual([16 * row + 4, Buffer.byteLength(text)]);
      if (text === 'cat') decoded++;
      return text;
    }),
  );
  expect(read).toEqual(texts);
  expect(decoded).toBeLessThan(texts.filter((text) => text === 'cat').length / 2);
});
