import { readFileSync } from 'node:fs';
import { stream } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/commands/list.js';
import { cede, document, done, expectRefusal, QUICK, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.remove);

beforeAll(async () => {
  const table = world();
  const random = stream(1, 'features');
  const values = () => Float32Array.from({ length: table.rows }, () => random.uniform());
  const columns = ['f_age', 'f_crp', 'f_noise'].map((name) => ({ name, values: values() }));
  const [expert] = table.experts;
  const experts = [
    { ...expert, name: 'ann' },
    { ...world({ seed: 4 }).experts[0], name: 'bob' },
  ];
  await writeTable(folder.at('t.csv'), { ...table, columns, experts });
});

const EXPERTS = ['--expert', 'ann=expert1_p*', '--expert', 'bob=expert2_p*'];
const fit = async (name: string, ...words: string[]) => {
  const args = ['fit', 't.csv', '-o', name, '--method', 'linear', ...words];
  const said = await done(args, { cwd });
  return { said, policy: JSON.parse(readFileSync(folder.at(name), 'utf8')) };
};

describe('columns given in several ways', () => {
  it('repeats, commas and braces are the same features', async () => {
    const ways = [
      ['--features', 'f_age', '--features', 'f_crp'],
      ['--features', 'f_age,f_crp'],
      ['--features', 'f_{age,crp}'],
    ];
    const policies = [];
    for (const way of ways) policies.push((await fit('p.json', ...EXPERTS, ...way)).policy);
    const [first, ...others] = policies;
    expect(first.features.columns.map(({ name }: { name: string }) => name)).toEqual([
      'f_age',
      'f_crp',
    ]);
    for (const other of others) expect(other.id).toBe(first.id);
  });

  it('columns of the model and of experts too', async () => {
    const whole = await document(['check', 't.csv', ...EXPERTS, '--json'], { cwd });
    const listed = await document(
      [
        ...['check', 't.csv', '--model', 'model_p0,model_p1', '--model', 'model_p2'],
        ...['--expert', 'ann=expert1_p{0,1,2},bob=expert2_p*', '--json'],
      ],
      { cwd },
    );
    expect(listed.experts).toEqual(whole.experts);
    expect(listed.classes).toEqual(whole.classes);
  });

  it('a policy remembers a list of features and reads new rows by it', async () => {
    const { policy } = await fit('m.json', ...EXPERTS, '--model', 'model_p0,model_p1,model_p2');
    expect(policy.columns.model).toEqual(['model_p0', 'model_p1', 'model_p2']);
    expect(await done(['evaluate', 'm.json', 't.csv'], { cwd })).toContain('handed over');
    expect((await cede(['decide', 'm.json', 't.csv'], { cwd })).code).toBe(0);
  });
});

describe('what was used is named', () => {
  const features = ['--features', 'f_age,f_crp'];
  it('by check', async () => {
    const said = await done(['check', 't.csv', ...EXPERTS, ...features], { cwd });
    expect(said).toContain("a scorer sees the model's probabilities, f_age, f_crp\n");
    const found = await document(['check', 't.csv', ...EXPERTS, ...features, '--json'], { cwd });
    expect(found.features).toEqual(['f_age', 'f_crp']);
  });

  it('by fit, with the expert that is asked and the one that is not', async () => {
    const { said } = await fit('p.json', ...EXPERTS, ...features);
    expect(said).toMatch(/threshold set on 80 other rows/);
    expect(said.replace(/\s+/g, ' ')).toContain(
      "Sees the model's probabilities, f_age, f_crp. Expert: ann (the first; bob is not used: name the one you want with --expert).",
    );
    const args = ['fit', 't.csv', '-o', 'q.json', '--method', 'linear', ...EXPERTS, ...features];
    expect(await document([...args, '--json'], { cwd })).toMatchObject({
      features: ['f_age', 'f_crp'],
      expert: 'ann',
      unusedExperts: ['bob'],
      rows: { fit: 320, calibration: 80 },
    });
    const { said: alone } = await fit('p.json', '--expert', 'bob=expert2_p*');
    expect(alone.replace(/\s+/g, ' ')).toContain('f_age, f_crp, f_noise. Expert: bob. Hands');
  });

  it('by compare and its report', async () => {
    const words = ['--methods', 'conf', '--methods', 'linear', '--method', 'linear'];
    const said = await done(
      ['compare', 't.csv', '--test-share', '0.5', '--out', 'out', ...EXPERTS.slice(0, 2)].concat(
        features,
        words,
        QUICK,
      ),
      { cwd },
    );
    expect(said.replace(/\s+/g, ' ')).toContain(
      "Scorers saw the model's probabilities, f_age, f_crp; expert: ann; threshold set on 40 calibration rows.",
    );
    const report = readFileSync(folder.at('out/report.html'), 'utf8');
    expect(report).toContain('model&#39;s probabilities, f_age, f_crp</td>');
    expect(report).toContain('40 calibration rows of t.csv (fit)');
    const results = JSON.parse(readFileSync(folder.at('out/results.json'), 'utf8'));
    expect(results).toMatchObject({
      fit: { features: ['f_age', 'f_crp'] },
      expert: 'ann',
      calibrationRows: 40,
    });
    expect(Object.keys(results.methods)).toContain('conf');
  });
});

/** There these name a file each. */
const PREDICT = /^predict --(model|expert)$/;

describe('an option that takes one value', () => {
  it('is refused when given twice, in every command', async () => {
    const program = new Command('cede');
    for (const { load } of COMMANDS) (await load())(program);
    const mayRepeat = new Set(
      '--model --expert --features --categories --expert-cost --propensity --label-votes --classes --methods'.split(
        ' ',
      ),
    );
    let tried = 0;
    for (const command of program.commands)
      for (const option of command.options) {
        if (!option.required || option.variadic) continue;
        if (mayRepeat.has(option.long!) && !PREDICT.test(`${command.name()} ${option.long}`))
          continue;
        const value = option.argChoices?.[0] ?? (/method/.test(option.long!) ? 'conf' : '0.5');
        const likely = /share/.test(option.flags) ? ['0.5'] : ['1', value, '3.3in'];
        const fits = likely.find((text) => {
          try {
            option.parseArg?.(text, undefined);
            return true;
          } catch {
            return false;
          }
        })!;
        const ran = await cede([command.name(), option.long!, fits, option.long!, fits], { cwd });
        expectRefusal(ran, 2, new RegExp(`${option.long} was given twice, and takes one value`));
        tried++;
      }
    expect(tried).toBeGreaterThan(60);
  });

  it('so are an option and its former name, or its negation', async () => {
    const refused = async (words: string[], said: RegExp) =>
      expectRefusal(await cede(words, { cwd }), 2, said);
    await refused(
      ['tune', 'p.json', '--density-ratio', '1', '--ratio', '2'],
      /--density-ratio and --ratio were both given/,
    );
    await refused(
      ['check', 't.csv', '--worth', '.1', '--smallest-gain', '.2'],
      /--worth and --smallest-gain/,
    );
    await refused(
      ['fit', 't.csv', '--inputs', 'full', '--probability-features', 'paper'],
      /--inputs and --probability-features/,
    );
    await refused(['decide', 'p.json', '--logits', '--no-logits'], /--logits and --no-logits/);
  });

  it('a column too many for the experts is refused', async () => {
    const words = ['check', 't.csv', ...EXPERTS, '--expert-cost', 'f_age,f_crp,f_noise'];
    expectRefusal(
      await cede(words, { cwd }),
      1,
      /3 columns for --expert-cost \(f_age, f_crp, f_noise\), but 2 experts \(ann, bob\)/,
    );
  });
});
