import { readFileSync } from 'node:fs';
import { writeTable } from '@cede/data/node';
import { afterAll, describe, expect, it } from 'vitest';
import { done, QUICK, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.remove);

describe('several experts', () => {
  it('stand side by side in terminal and report, at the same rate', async () => {
    const [first, second] = [world().experts[0], world({ seed: 4 }).experts[0]];
    const experts = [
      { ...first, name: 'ann' },
      { ...second, name: 'bob' },
    ];
    await writeTable(folder.at('two.csv'), { ...world(), experts });
    const said = await done(
      [
        'compare',
        'two.csv',
        '--test-share',
        '0.5',
        '--expert',
        'ann=expert1_p*',
        '--expert',
        'bob=expert2_p*',
        '--methods',
        'conf,linear',
        '--method',
        'linear',
        '--rate',
        '0.3',
        '--out',
        'two',
        '--seeds',
        '2',
        ...QUICK,
      ],
      { cwd },
    );
    const { experts: found } = JSON.parse(readFileSync(folder.at('two/results.json'), 'utf8'));
    const report = readFileSync(folder.at('two/report.html'), 'utf8');
    const section = report.slice(report.indexOf('Whom to ask'), report.indexOf('Class by class'));
    expect(section).toContain('<a href="experts/bob/report.html">bob</a>');
    for (const name of ['ann', 'bob']) {
      const alone = found[name].test.expertAccuracy.toFixed(2);
      expect(said).toMatch(
        new RegExp(
          `  ${name} +alone ${alone.replace('.', '\\.')}, together .* gain [+−][\\d.]+ \\(`,
        ),
      );
      expect(section).toContain(`<td>${alone}</td>`);
    }
    expect(readFileSync(folder.at('two/experts/bob/report.html'), 'utf8')).toContain('bob');
  });
});
