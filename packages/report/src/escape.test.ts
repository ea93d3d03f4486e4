import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeCsv, escapeHtml, escapeLatex, escapeMarkdown, scriptJson } from './escape.js';

const NASTY = `<img src=x onerror="alert(1)">&'`;

describe('escaping', () => {
  it('escapeHtml leaves nothing that opens a tag, an entity or an attribute, and loses nothing', () => {
    expect(escapeHtml(NASTY)).not.toMatch(/[<>"']/);
    const back: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"']/);
        const again = escaped.replace(/&([^;]+);/g, (_, name: string) => back[name]);
        expect(again.replaceAll('\ufffd', '')).toBe(
          // biome-ignore lint/suspicious/noControlCharactersInRegex: dropped on purpose.
          text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/g, ''),
        );
      }),
    );
  });

  it('escapeMarkdown keeps a name inside its cell', () => {
    expect(escapeMarkdown('a|b\nc')).toBe('a\\|b c');
    expect(escapeMarkdown('a\\|b')).toBe('a\\\\\\|b');
    expect(escapeMarkdown('**x** <b>')).toBe('\\*\\*x\\*\\* \\<b\\>');
  });

  it('escapeLatex prints every special character', () => {
    expect(escapeLatex('50% of_a & b #1 {x} $y$ ~ ^ \\')).toBe(
      '50\\% of\\_a \\& b \\#1 \\{x\\} \\$y\\$ \\textasciitilde{} \\textasciicircum{} \\textbackslash{}',
    );
  });

  it('escapeCsv quotes only where it must', () => {
    expect(['plain', 'a,b', 'say "x"', 'two\nlines'].map(escapeCsv)).toEqual([
      'plain',
      '"a,b"',
      '"say ""x"""',
      '"two\nlines"',
    ]);
  });

  it('scriptJson cannot close its element and parses to the same', () => {
    const value = { name: '</script><!--<script>', line: '\u2028' };
    expect(scriptJson(value)).not.toMatch(/<|\u2028/);
    expect(JSON.parse(scriptJson(value))).toEqual(value);
  });
});
