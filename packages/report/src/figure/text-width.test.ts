import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../escape.js';
import { fitText, textWidth } from './text-width.js';
import { wrapText } from './wrap.js';

const fontFiles = ['cede-sans.ttf', 'cede-sans-bold.ttf'].map((name) =>
  fileURLToPath(new URL(`../../fonts/${name}`, import.meta.url)),
);

/** How far the ink really reaches, by drawing it. */
function drawnWidth(text: string, bold: boolean): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="40"><text y="20" font-size="12" font-family="Cede Sans"${bold ? ' font-weight="bold"' : ''}>${escapeHtml(text)}</text></svg>`;
  return new Resvg(svg, { font: { fontFiles, loadSystemFonts: false } }).getBBox()?.width ?? 0;
}

describe('textWidth', () => {
  it('is never less than what the renderer draws, and not much more', () => {
    const word = fc.string({
      unit: fc.constantFrom(
        ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.%()',
      ),
      minLength: 4,
      maxLength: 40,
    });
    fc.assert(
      fc.property(word, fc.boolean(), (text, bold) => {
        const drawn = drawnWidth(text, bold);
        expect(textWidth(text, 12, bold)).toBeGreaterThan(drawn - 1);
        expect(textWidth(text, 12, bold)).toBeLessThan(1.35 * drawn + 12);
      }),
      { numRuns: 60, examples: [['YaJK', true]] },
    );
  });
});

describe('fitText and wrapText', () => {
  it('cuts with an ellipsis only what is too long', () => {
    expect(fitText('conf', 100, 12)).toBe('conf');
    const cut = fitText('a very long name indeed', 60, 12);
    expect(cut).toMatch(/^a very.*…$/);
    expect(textWidth(cut, 12)).toBeLessThanOrEqual(60);
  });

  it('breaks lines at spaces and loses no word', () => {
    const sentence = 'The vertical axis starts at 83.4 %, just below the data.';
    const lines = wrapText(sentence, 120, 11);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(' ')).toBe(sentence);
    for (const line of lines) expect(textWidth(line, 11)).toBeLessThanOrEqual(120);
  });
});
