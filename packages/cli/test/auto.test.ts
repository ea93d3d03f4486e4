import { readFileSync, writeFileSync } from 'node:fs';
import { AUTO_MEMBERS, choose, parsePolicy, splitTable } from '@cede/core';
import { readTable, writeTable } from '@cede/data/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cede, document, done, QUICK, THREADS, temporaryFolder } from './cede.js';
import { questions, world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), world({ rows: 300 }));
  await writeTable(folder.at('test.csv'), world({ rows: 300, seed: 2 }));
  await writeTable(folder.at('few.csv'), world({ rows: 40, seed: 4 }));
});
afterAll(folder.remove);

const file = (name: string) => readFileSync(folder.at(name), 'utf8');

describe('cede fit without --method', () => {
  it('chooses as core does on the fitting rows, and the policy says what and why', async () => {
    const fit = ['fit', 'fit.csv', '-o', 'auto.json', ...QUICK];
    const { method, choice } = await document(fit, { cwd });
    const { fit: rows } = splitTable(await readTable(folder.at('fit.csv')), {
      testShare: 0.2,
      seed: 0,
      purpose: 'calibration',
    });
    expect(choice).toEqual(choose(rows, { seed: 0, epochs: 2 }));
    const policy = parsePolicy(file('auto.json'));
    expect([policy.method, policy.choice]).toEqual([method, choice]);
    expect(choice.rows).toBe(240);
  });

  it('says it in words, the same bytes on one core and on two', async () => {
    const fit = (out: string, jobs: string, env = {}) =>
      done(['fit', 'fit.csv', '-o', out, '--rate', '0.3', '--jobs', jobs, ...QUICK], { cwd, env });
    const said = await fit('one.json', '1');
    expect(said).toMatch(
      /^Automatic choice took .+ out of 1\d candidates, .* Near a rate of 30 % it is/m,
    );
    expect(said).toMatch(/costs at most \d+\.\d\d points, averaged over rates \(95 % confidence\)/);
    await fit('two.json', '2', THREADS);
    expect(file('two.json')).toBe(file('one.json'));
  });

  it('asks for no choice where a method is named, or a density ratio', async () => {
    for (const flags of [
      ['--method', 'linear'],
      ['--density-ratio', '1'],
    ]) {
      const fitted = await document(['fit', 'fit.csv', '-o', 'named.json', ...flags, ...QUICK], {
        cwd,
      });
      expect(fitted).not.toHaveProperty('choice');
      expect(fitted.method).toBe(flags[0] === '--density-ratio' ? 'drcpe-gce' : 'linear');
    }
  });
});

describe('cede compare with auto', () => {
  it('stays auto, draws what it chose, and takes its choice and verdict from FIT alone', async () => {
    const compare = (test: string, out: string) =>
      document(
        ['compare', 'fit.csv', test, '--out', out, '--seeds', '1', ...QUICK].concat(
          ...['--methods', 'conf,linear,auto', '--scorer', 'linear'],
        ),
        { cwd },
      );
    const results = await compare('test.csv', 'out');
    const { auto } = results.methods;
    expect(auto.chosen).toBe(results.choice.method);
    const { mean, area } = results.methods[auto.chosen] ?? auto;
    expect([auto.mean, auto.area]).toEqual([mean, area]);
    const report = file('out/report.html');
    expect(report).toContain('class="verdict"');
    expect(JSON.parse(file('out/results.json'))).toEqual(results);
    await writeTable(
      folder.at('other.csv'),
      world({ rows: 200, seed: 9, expert: 'probabilities' }),
    );
    const other = await compare('other.csv', 'other');
    expect([other.choice, other.verdict]).toEqual([results.choice, results.verdict]);
    expect(other.methods.auto.area).not.toBe(auto.area);
  });
});

describe('cede compare --method auto', () => {
  it('deploys what fit would: chosen as core does, among single networks', async () => {
    const compare = ['compare', 'fit.csv', 'test.csv', '--out', 'auto', '--methods', 'conf'];
    await done([...compare, '--method', 'auto', '--seeds', '1', ...QUICK], { cwd });
    const { choice, method, options } = parsePolicy(file('auto/policy.json'));
    const { fit: rows } = splitTable(await readTable(folder.at('fit.csv')), {
      testShare: 0.2,
      seed: 0,
      purpose: 'calibration',
    });
    expect(choice).toEqual(choose(rows, { seed: 0, epochs: 2 }));
    expect([method, options.members]).toEqual([choice!.method, AUTO_MEMBERS]);
  });
});

describe('cede check --verdict', () => {
  const verdict = async (table: string, ...flags: string[]) =>
    (await document(['check', table, '--verdict', ...flags], { cwd })).verdict;

  it('finds what there is to gain, names the method and does not depend on the cores', async () => {
    // Straight rules: networks take twenty times as long, and every fold chooses anew.
    const words = ['--scorer', 'linear', '--epochs', '20'];
    const said = await verdict('fit.csv', ...words, '--jobs', '1');
    expect(said).toMatchObject({ kind: 'defer', method: 'auto', folds: 5, worth: 0.005 });
    const two = ['check', 'fit.csv', '--verdict', ...words, '--jobs', '2'];
    expect((await document(two, { cwd, env: THREADS })).verdict).toEqual(said);
    const text = await done(['check', 'fit.csv', '--verdict', ...words], { cwd });
    expect(text).toContain(said.sentence);
    expect(text).toMatch(/over confidence\s+over shuffled in class/);
  });

  it('says so where no gain would be large enough, and where rows are too few', async () => {
    expect((await verdict('fit.csv', '--worth', '0.9', '--method', 'linear')).kind).toBe(
      'not-worth-it',
    );
    const few = await verdict('few.csv', '--worth', '0.05', '--method', 'conf');
    expect(few.kind).toBe('cannot-tell');
    expect(few.rowsNeeded).toBeGreaterThan(0);
  });

  it('with auto chooses anew in every fold: here always conf, for want of rows', async () => {
    const said = await verdict('few.csv', '--method', 'auto', ...QUICK);
    expect(said.method).toBe('auto');
    const conf = await verdict('few.csv', '--method', 'conf', ...QUICK);
    expect(said.gains).toEqual(conf.gains);
  });

  it('--worth without --verdict, losses and a method that sees labels are refused', async () => {
    expect(await cede(['check', 'fit.csv', '--worth', '0.01'], { cwd })).toMatchObject({
      code: 2,
      err: 'cede: check: --smallest-gain is about the verdict. Add --verdict.\n',
    });
    writeFileSync(folder.at('loss.csv'), questions('loss', 100));
    const losses = await cede(['check', 'loss.csv', '--verdict'], { cwd });
    expect([losses.code, losses.err]).toEqual([1, expect.stringMatching(/the table has losses/)]);
    const oracle = await cede(['check', 'fit.csv', '--verdict', '--method', 'oracle'], { cwd });
    expect([oracle.code, oracle.err]).toEqual([1, expect.stringMatching(/oracle sees what/)]);
  });
});
