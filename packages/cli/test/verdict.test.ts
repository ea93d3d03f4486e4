import { writeFileSync } from 'node:fs';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, done, QUICK, temporaryFolder } from './cede.js';
import { questions, world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
const verdict = (...args: string[]) => done(['check', ...args, '--verdict', ...QUICK], { cwd });

beforeAll(() => writeTable(folder.at('cases.csv'), world()));
afterAll(folder.remove);

describe('cede check --verdict', () => {
  it('names the method it judged, and where nobody named one that auto chose in every fold', async () => {
    const anew = 'The method was chosen anew for every fold, without its rows.';
    const byDefault = await verdict('cases.csv', '--scorer', 'linear');
    expect(byDefault).toContain(`each scored by auto fitted on the other folds (5). ${anew}`);
    const asked = await verdict('cases.csv', '--method', 'linear');
    expect(asked).toContain('each scored by linear fitted on the other folds (5). Gains');
    expect(asked).not.toContain(anew);
  });

  it('says nothing of confidence beside itself', async () => {
    const found = await document(
      ['check', 'cases.csv', '--verdict', '--method', 'conf', ...QUICK],
      { cwd },
    );
    expect(found.verdict).toMatchObject({ kind: 'defer', method: 'conf' });
    expect(found.verdict.sentence).not.toContain('confidence');
    expect(found.verdict.controls[0].name).toBe('conf'); // the numbers stay
  });

  it('with times, says that scorers saw earlier rows only and how many rows are not scored', async () => {
    const lines = questions('correct').trimEnd().split('\n');
    writeFileSync(
      folder.at('dated.csv'),
      lines.map((line, i) => `${line},${i === 0 ? 'day' : i}`).join('\n'),
    );
    const asked = ['dated.csv', '--features', 'f_*', '--time', 'day', '--method', 'linear'];
    expect(await verdict(...asked)).toContain(
      'From 334 rows, each scored by linear fitted on earlier rows only (5 folds; the earliest 66 rows are not scored).',
    );
    const found = await document(['check', ...asked, '--verdict', ...QUICK], { cwd });
    expect(found.verdict).toMatchObject({ rows: 334, earliest: 66, folds: 5 });
  });

  it('of several experts, names the one it judged', async () => {
    const [ann, bob] = [world(), world({ seed: 4 })].map(({ experts }) => experts[0]);
    const experts = [
      { ...ann, name: 'ann' },
      { ...bob, name: 'bob' },
    ];
    await writeTable(folder.at('two.csv'), { ...world(), experts });
    const names = ['--expert', 'ann=expert1_p*', '--expert', 'bob=expert2_p*'];
    const asked = ['check', 'two.csv', ...names, '--verdict', '--method', 'conf', ...QUICK];
    const found = await document(asked, { cwd });
    expect(found.verdict.expert).toBe('ann');
    expect(found.verdict.sentence).toContain('handing over to ann');
    expect(found.verdict.sentence).not.toContain('the expert');
    const alone = await document(
      ['check', 'cases.csv', '--verdict', '--method', 'conf', ...QUICK],
      { cwd },
    );
    expect(alone.verdict.expert).toBeUndefined();
    expect(alone.verdict.gains).toEqual(found.verdict.gains);
  });
});

describe('cede compare', () => {
  it('names the method judged, and where nobody named one that auto chose it', async () => {
    const compare = (out: string, ...more: string[]) =>
      done(
        [
          ...['compare', 'cases.csv', '--test-share', '0.5', '--methods', 'conf', '--out', out],
          ...['--seeds', '1', '--scorer', 'linear', ...more],
        ],
        { cwd },
      );
    expect(await compare('chosen')).toMatch(
      /\nThe method, Automatic choice, was set by cross-validation on the fitting rows, before the test rows were looked at\.\n(.*\n)*Automatic choice took .+ out of/,
    );
    expect(await compare('named', '--method', 'conf')).toContain(
      '\nThe method, Model confidence, was set by --method, before the test rows were looked at.\n',
    );
  });
});
