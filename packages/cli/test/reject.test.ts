import { readFileSync } from 'node:fs';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, done, QUICK, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
/** What has no meaning where nobody can be asked. */
const EXPERT_WORDS = /expert|hand(s|ed|ing)? over|handing|model alone|100\.[1-9] %/i;
const test = { ...world({ seed: 2 }), experts: [] };

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), { ...world(), experts: [] });
  await writeTable(folder.at('test.csv'), test);
});
afterAll(folder.remove);

describe.concurrent('nobody to ask', () => {
  it('compare, report and figures speak of what is answered', async () => {
    const said = await done(
      [
        'compare',
        'fit.csv',
        'test.csv',
        '--method',
        'reject',
        '--out',
        'out',
        '--seeds',
        '2',
        ...QUICK,
      ],
      { cwd },
    );
    expect(said).not.toMatch(EXPERT_WORDS);
    expect(said).toMatch(
      /Answering 80 % of the cases and turning the others away, the model is right in [\d.]+ % of its answers/,
    );
    expect(said).toMatch(/AURC +AUGRC/);
    const report = readFileSync(folder.at('out/report.html'), 'utf8').replace(
      /<style[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g,
      '',
    );
    expect(report).not.toMatch(EXPERT_WORDS);
    expect(report).toContain('of those answered, % right');
    for (const name of ['curves.svg', 'table.md', 'table.tex'])
      expect(readFileSync(folder.at(`out/${name}`), 'utf8'), name).not.toMatch(EXPERT_WORDS);
    expect(readFileSync(folder.at('out/curves.svg'), 'utf8')).toContain(
      'Cases answered (coverage)',
    );
    // What the report prints is what results.json counts.
    const { methods } = JSON.parse(readFileSync(folder.at('out/results.json'), 'utf8'));
    expect(report).toContain(
      `<td>${methods.reject.aurc.toFixed(2)}</td><td>${methods.reject.augrc.toFixed(2)}</td>`,
    );
  });

  it('fit, tune and evaluate too, and none counts what is turned away as right', async () => {
    const fitted = await done(
      ['fit', 'fit.csv', '--method', 'reject', '--rate', '0.25', '-o', 'p.json', ...QUICK],
      { cwd },
    );
    expect(fitted).toMatch(
      /Turns away 25\.0 % \(score ≤ [−\d.]+\) and answers 75\.0 %; of those [\d.]+ % are right/,
    );
    const evaluated = await done(['evaluate', 'p.json', 'test.csv'], { cwd });
    const { rejection, model, rate } = await document(['evaluate', 'p.json', 'test.csv'], { cwd });
    const answered = (100 * (1 - rate)).toFixed(2);
    const right = (100 * (1 - rejection.risk)).toFixed(2);
    expect(evaluated).toContain(`answered      ${answered} %; of those right ${right} % (`);
    expect(evaluated).toContain(`all answered  right ${(100 * model).toFixed(2)} %`);
    expect(rejection.riskInterval.lower).toBeLessThan(rejection.risk);
    expect(rejection.riskInterval.upper).toBeGreaterThan(rejection.risk);
    const tuned = await done(['tune', 'p.json', '--rate', '0', '-o', 'all.json'], { cwd });
    expect(tuned).toContain(
      'Threshold below every score (turns nothing away: the model answers everything)',
    );
    for (const text of [fitted, evaluated, tuned]) {
      expect(text).not.toMatch(EXPERT_WORDS);
      expect(text).not.toMatch(/-\d|-?inf(inity)?\b/i);
    }
  });
});
