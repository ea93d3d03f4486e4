import { describe, expect, it } from 'vitest';
import { forScreen, wrap } from './wrap.js';

describe('prose on a terminal', () => {
  it('is broken between words, a number never from its %', () => {
    const text = 'Handing over 20 % lifts accuracy by 3.1 points (95 % interval 1.2 to 5.0).';
    for (let width = 20; width <= 80; width++) {
      const lines = wrap(text, width).split('\n');
      expect(lines.join(' ')).toBe(text);
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(/^%/);
      }
    }
    expect(wrap(text, 80)).toBe(text);
  });

  it('goes by 80 columns where the terminal does not know its own', () => {
    const text = 'word '.repeat(30).trim();
    expect(forScreen(text, { isTTY: true, columns: 0 })).toBe(wrap(text, 80));
    expect(forScreen(text, { isTTY: true })).toBe(wrap(text, 80));
  });

  it('keeps its indent, its blank lines and a command that is to be copied', () => {
    expect(wrap('one two\n\n  three four five', 10)).toBe('one two\n\n  three\n  four\n  five');
    expect(wrap('  harms    11.00 % the expert spoils', 20)).toBe(
      '  harms    11.00 %\n           the\n           expert\n           spoils',
    );
    const text = 'Wrote policy.json. Turn the dial with: cede tune policy.json --rate 0.1';
    expect(wrap(text, 45)).toBe(
      'Wrote policy.json. Turn the dial with:\ncede tune policy.json --rate 0.1',
    );
  });

  it('leaves tables and drawings alone, coloured too', () => {
    for (const line of [
      'method      5 %    10 %   15 %',
      '│ conf │ 81.2 │ 83.0 │',
      '\x1b[2mmethod\x1b[22m      \x1b[2m5 %\x1b[22m    \x1b[2m10 %\x1b[22m',
    ])
      expect(wrap(line, 10)).toBe(line);
  });

  it('breaks a coloured sentence as it does any other: colours take no room', () => {
    const text = '\x1b[33mwarning\x1b[39m: the label is the majority of votes';
    expect(wrap(text, 20)).toBe('\x1b[33mwarning\x1b[39m: the label\nis the majority of\nvotes');
  });

  it('is as wide as the window, up to 100 letters; elsewhere it stays as it is', () => {
    const text = 'word '.repeat(60).trimEnd();
    const widest = (shown: string) => Math.max(...shown.split('\n').map(({ length }) => length));
    expect(forScreen(text, { isTTY: false, columns: 40 })).toBe(text);
    expect(forScreen(text, {})).toBe(text);
    expect(widest(forScreen(text, { isTTY: true, columns: 40 }))).toBe(39);
    expect(widest(forScreen(text, { isTTY: true, columns: 300 }))).toBe(99);
  });
});
