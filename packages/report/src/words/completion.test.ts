import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScript, SHELLS } from './completion.js';

const commands = [
  { name: 'fit', description: "Learn: it's done.", words: ['--rate', '--rates', '--method'] },
  { name: 'demo', description: 'The job.', words: ['--list', 'moderation'] },
];

describe('shell completion', () => {
  it.each(SHELLS)('names every command and word for %s', (shell) => {
    const script = completionScript(shell, commands);
    for (const { name, words } of commands)
      for (const word of [name, ...words.map((each) => each.replace('--', ''))])
        expect(script).toContain(word);
    expect(script).not.toContain("it's");
  });

  // The shell itself is under test: what it would offer.
  it('completes in bash', () => {
    const offered = (...line: string[]) => {
      const ask = `COMP_WORDS=(${line.join(' ')}); COMP_CWORD=${line.length - 1}; _cede; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', `${completionScript('bash', commands)}\n${ask}`])
        .toString()
        .trim();
    };
    expect(offered('cede', 'd')).toBe('demo');
    expect(offered('cede', 'fit', '--rat')).toBe('--rate --rates');
    expect(offered('cede', 'demo', 'mod')).toBe('moderation');
  });
});
