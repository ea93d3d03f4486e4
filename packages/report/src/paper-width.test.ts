import { expect, it } from 'vitest';
import { pixelsOf } from './paper-width.js';

it('reads lengths as papers give them', () => {
  const lengths = ['3.3in', '84mm', '8.4cm', '240pt', '600px'];
  expect(lengths.map(pixelsOf('--width'))).toEqual([317, 317, 317, 320, 600]);
});

it('refuses what is no length, and what no page has', () => {
  for (const text of ['3.3', 'in', '-3in', '1in', '90in', '3 inches'])
    expect(() => pixelsOf('--width')(text)).toThrow(`--width: "${text}"`);
});
