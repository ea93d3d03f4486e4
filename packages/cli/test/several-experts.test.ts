import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { writeTable } from '@cede/data/node';
import { afterAll, describe, expect, it } from 'vitest';
import { cede, expectRefusal, QUICK, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.remove);

const COMPARE = [
  ...['compare', 'two.csv', '--test-share', '0.5', '--out', 'two'],
  ...[
    '--methods',
    'conf,linear',
    '--method',
    'linear',
    '--rate',
    '0.3075',
    '--rates',
    '0.3075',
    '--seeds',
    '2',
    ...QUICK,
  ],
];

describe('several experts', () => {
  it('stand side by side in terminal and report, at the same rate', async () => {
    const [first, second] = [world().experts[0], world({ seed: 4 }).experts[0]];
    const experts = [
      { ...first, name: 'ann' },
      { ...second, name: 'bob' },
    ];
    await writeTable(folder.at('two.csv'), { ...world(), experts });
    const run = (...experts: string[]) =>
      cede(
        [
          ...COMPARE,
          ...experts.flatMap((name) => (name.startsWith('--') ? [name] : ['--expert', name])),
        ],
        { cwd },
      );
    const { out: said } = await run('ann=expert1_p*', 'bob=expert2_p*');
    const { experts: found } = JSON.parse(readFileSync(folder.at('two/results.json'), 'utf8'));
    const report = readFileSync(folder.at('two/report.html'), 'utf8');
    const section = report.slice(report.indexOf('Whom to ask'), report.indexOf('Class by class'));
    expect(section).toContain('<a href="experts/bob/report.html">bob</a>');
    expect(said).toContain('with 30.75 % of the cases handed over');
    for (const name of ['ann', 'bob']) {
      const alone = found[name].test.expertAccuracy.toFixed(2);
      // At that very rate, which is no whole percent.
      const together = found[name].methods.linear.mean[0].toFixed(2);
      expect(said).toMatch(
        new RegExp(
          `  ${name} +alone ${alone.replace('.', '\\.')}, together ${together.replace('.', '\\.')}, gain [+−][\\d.]+ \\(`,
        ),
      );
      expect(section).toContain(`<td>${alone}</td>`);
    }
    const bob = folder.at('two/experts/bob/report.html');
    expect(readFileSync(bob, 'utf8')).toContain('bob');
    // A run without bob that does not come to its end leaves him to the results that name him.
    rmSync(folder.at('two/report.html'));
    mkdirSync(folder.at('two/report.html'));
    const again = ['ann=expert1_p*', '--overwrite'] as const;
    expectRefusal(await run(...again), 1, /report\.html: can't be written/);
    expect(existsSync(bob)).toBe(true);
    rmSync(folder.at('two/report.html'), { recursive: true });
    expect((await run(...again)).err).toMatch(/^Removed from two, .*: experts\/bob\.$/m);
    expect(existsSync(folder.at('two/experts'))).toBe(false);
  });
});
