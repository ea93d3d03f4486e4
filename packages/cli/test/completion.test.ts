import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from './run-here.js';

/** The shells themselves are under test: what each would offer at the end of a line. */
type Shell = 'bash' | 'zsh' | 'fish';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cede-completion-'));
  mkdirSync(join(folder, 'results'));
  writeFileSync(join(folder, 'rows.csv'), '');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await runHere(['completion', shell], { env: process.env });
    writeFileSync(join(folder, `_cede.${shell}`), out);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const ran = (shell: Shell, ...words: string[]): string[] =>
  execFileSync(shell, words, { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean);

const OFFERED: Readonly<Record<Shell, (line: string) => string[]>> = {
  bash(line) {
    const words = line.split(/(?==)|(?<==)| /).map((word) => `'${word}'`);
    const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _cede`;
    // Where nothing fits, bash itself offers files.
    const print = `printf '%s\\n' "\${COMPREPLY[@]:-$(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")}"`;
    return ran('bash', '-c', `source ./_cede.bash; ${ask}; ${print}`);
  },
  zsh: (line) => ran('zsh', '-f', join(import.meta.dirname, 'completion.zsh'), line),
  fish: (line) =>
    ran('fish', '--no-config', '-c', `source ./_cede.fish; complete -C '${line}'`).map(
      (offer) => offer.split('\t')[0],
    ),
};

const isInstalled = (shell: Shell) => spawnSync(shell, ['-c', 'true']).status === 0;

for (const shell of ['bash', 'zsh', 'fish'] as const)
  describe.skipIf(!isInstalled(shell))(`completion in ${shell} (where it is installed)`, () => {
    const offered = (line: string) => OFFERED[shell](line).sort();

    it('offers commands, and those below them', () => {
      expect(offered('cede com')).toEqual(['compare', 'completion']);
      expect(offered('cede lab f')).toEqual(['fetch', 'figures']);
      expect(offered('cede ')).not.toContain('rows.csv');
    });

    it('offers the options of the command it is at', () => {
      expect(offered('cede compare rows.csv --rat')).toEqual(['--rate', '--rates']);
      expect(offered('cede lab run digits-specialist --unv')).toEqual(['--unverified']);
      expect(offered('cede lab table --unv')).toEqual([]);
    });

    it('offers the values of an option', () => {
      expect(offered('cede fit rows.csv --answers ')).toEqual([
        ...['argmax', 'calibrated', 'least-cost'],
      ]);
      expect(offered('cede compare --method drcpe-')).toEqual([
        ...['drcpe-gce', 'drcpe-prob01', 'drcpe-zeroone'],
      ]);
      expect(offered('cede fit rows.csv --scorer lin')).toEqual(['linear']);
    });

    it('takes --option=value, too', () => {
      const [offer] = offered('cede fit --scorer=lin');
      expect(offer.replace('--scorer=', '')).toBe('linear');
    });

    it('offers names and files as arguments', () => {
      expect(offered('cede demo mod')).toEqual(['moderation']);
      expect(offered('cede lab run digits-lo')).toEqual(['digits-long-tail']);
      expect(offered('cede check row')).toEqual(['rows.csv']);
      expect(offered('cede compare rows.csv --out res')[0]).toMatch(/^results\/?$/);
    });
  });
