import { describe, expect, it } from 'vitest';
import { terminalMarkdown } from './terminal-markdown.js';

const TABLE = `# Digits

| method | 5 % | 10 % |
|---|---:|---:|
| conf | 94.40 ± 0.00 | **96.00 ± 0.10** |
| *… the paper* | *1.2* | 3 † |

after`;

describe('Markdown on a terminal', () => {
  it('aligns a table, names left and numbers right', () => {
    expect(terminalMarkdown(TABLE, { width: 80 })).toBe(`Digits

method                5 %          10 %
conf         94.40 ± 0.00  96.00 ± 0.10
… the paper           1.2           3 †

after`);
  });

  it('drops the ± and then columns where the terminal is narrow, and says so', () => {
    expect(terminalMarkdown(TABLE, { width: 34 })).toContain('\nconf         94.40  96.00\n');
    const narrow = terminalMarkdown(TABLE, { width: 22 });
    expect(narrow).toContain('\nconf         94.40\n');
    expect(narrow).toContain('(1 more column in the file)');
    for (const line of narrow.split('\n').slice(2, 5)) expect(line.length).toBeLessThanOrEqual(22);
  });

  it('prints bold as bold, and lets escape sequences of a file do nothing', () => {
    expect(terminalMarkdown(TABLE, { colour: true })).toContain('\x1b[1m96.00 ± 0.10\x1b[');
    expect(terminalMarkdown('## A **b** c', { colour: true })).toContain('\x1b[1m');
    expect(terminalMarkdown('## One\n**Bold**: best')).toBe('One\nBold: best');
    const evil = '| a\x1b[31m | b |\n|---|---|\n| x\x1b]0;y\x07 | z |';
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
    expect(terminalMarkdown(evil)).not.toMatch(/\u001b/);
  });

  it('leaves prose and a lonely bar alone', () => {
    expect(terminalMarkdown('one\n| two\nthree')).toBe('one\n| two\nthree');
  });
});
