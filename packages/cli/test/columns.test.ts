import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Table, takeRows } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cede, document, done, expectRefusal, QUICK, QUICK_FIT, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;

/** A world with groups, whose columns have names that nobody would guess. */
const grouped = (seed: number): Table => {
  const table = world({ seed });
  const index = Int32Array.from({ length: table.rows }, (_, i) => +(i % 3 === 0));
  return { ...table, group: { names: ['north', 'south'], index } };
};
const OWN: [RegExp, string][] = [
  [/\bmodel_p?(?=_?\d)/g, 'bert_p'],
  [/\bexpert_p?(?=_?\d)/g, 'big_p'],
  [/\blabel\b/, 'truth'],
  [/\bid\b/, 'case'],
  [/\bgroup\b/, 'region'],
];
async function writeBoth(name: string, table: Table): Promise<void> {
  await writeTable(folder.at(`usual-${name}.csv`), table);
  const [header, ...lines] = readFileSync(folder.at(`usual-${name}.csv`), 'utf8').split('\n');
  const own = OWN.reduce((text, [usual, other]) => text.replace(usual, other), header);
  expect(own).not.toMatch(/model|expert|label|id|group/);
  writeFileSync(folder.at(`${name}.csv`), [own, ...lines].join('\n'));
}
const ROLES = [
  ...['--model', 'bert_p*', '--expert', 'big_p*', '--label', 'truth'],
  ...['--id', 'case', '--group', 'region'],
];

beforeAll(async () => {
  await writeBoth('fit', grouped(1));
  await writeBoth('new', grouped(2));
  await writeBoth(
    'half',
    takeRows(
      grouped(1),
      Uint32Array.from({ length: 200 }, (_, i) => 399 - i),
    ),
  );
  const strange = readFileSync(folder.at('new.csv'), 'utf8').replaceAll('bert_p', 'gpt_q');
  writeFileSync(folder.at('strange.csv'), strange);
  await done(['fit', 'fit.csv', '-o', 'policy.json', ...ROLES, ...QUICK_FIT], { cwd });
});
afterAll(folder.remove);

const policyFile = (name: string) => JSON.parse(readFileSync(folder.at(name), 'utf8'));
const input = (name: string) => readFileSync(folder.at(name));

describe.concurrent('columns named once, when the policy was fitted', () => {
  it('are in the policy as they were named; nothing is where nothing was named', async () => {
    expect(policyFile('policy.json').columns).toEqual({
      label: 'truth',
      model: 'bert_p*',
      modelColumns: ['bert_p0', 'bert_p1', 'bert_p2'],
      expert: ['big_p*'],
      group: 'region',
      id: 'case',
    });
    await done(['fit', 'usual-fit.csv', '-o', 'usual.json', ...QUICK_FIT], { cwd });
    const { checksum: _usual, columns, ...usual } = policyFile('usual.json');
    expect(columns).toEqual({ modelColumns: [0, 1, 2].map((k) => `model_p${k}`) });
    // The names are all that differs.
    const { columns: _, checksum: _own, id, experts, ...rest } = policyFile('policy.json');
    expect({ ...rest, id: usual.id, experts: usual.experts }).toEqual(usual);
    expect([id === usual.id, experts]).toEqual([false, ['big']]);
  });

  it('need not be named again, by evaluate, tune and decide', async () => {
    const said = await document(['evaluate', 'policy.json', 'new.csv'], { cwd });
    expect(said).toEqual(await document(['evaluate', 'policy.json', 'new.csv', ...ROLES], { cwd }));
    expect(said.groups).toMatchObject({ column: 'region', groups: [{ rows: 134 }, { rows: 266 }] });
    const traffic = ['tune', 'policy.json', '--rate', '0.1', '--traffic', 'new.csv', '-o'];
    expect(await done([...traffic, 'rate.json'], { cwd })).toMatch(
      /hands over 10\.0 % of the 400 rows of traffic\.\nOn the 80 calibration rows that is [\d.]+ %, /,
    );
    expect((await document([...traffic, 'rate.json'], { cwd })).traffic).toEqual({
      rows: 400,
      rate: 0.1,
    });
    const promise = ['tune', 'policy.json', 'new.csv', '--max-error', '0.9', '-o', 'sure.json'];
    expect(await document(promise, { cwd })).toMatchObject({
      feasible: true,
      rows: 400,
      groups: 1,
    });
    const lines = await done(['decide', 'policy.json', 'new.csv'], { cwd });
    expect(lines).toMatch(/^\{"id":"case-2-0","route":"(model|big)"/);
    expect(
      await done(['decide', 'policy.json', 'new.csv', ...ROLES.slice(0, 2), '--id', 'case'], {
        cwd,
      }),
    ).toBe(lines);
    expect(await done(['decide', 'policy.json'], { cwd, input: input('new.csv') })).toBe(lines);
  });

  it('may be called as usual in another table, or missing where they are not needed', async () => {
    const numbers = ({ table: _, warnings: __, ...said }: Record<string, unknown>) => ({
      ...said,
      policy: '',
    });
    const own = await document(['evaluate', 'policy.json', 'new.csv'], { cwd });
    const usual = await document(['evaluate', 'policy.json', 'usual-new.csv'], { cwd });
    expect({ ...numbers(usual), expert: 'big' }).toEqual(numbers(own));
    const piped = { cwd, input: input('usual-new.csv') };
    expect(await document(['evaluate', 'policy.json', '-'], piped)).toMatchObject({
      rows: 400,
      rate: own.rate,
    });
    // Beside a file too, and by names that take a second look.
    expect(await document(['evaluate', 'policy.json', '-', 'usual-half.csv'], piped)).toMatchObject(
      { rows: 600 },
    );
    const lines = await done(['decide', 'policy.json', 'new.csv'], { cwd });
    expect(await done(['decide', 'policy.json', 'usual-new.csv'], { cwd })).toBe(lines);
    const top = await done(['decide', 'policy.json', 'new.csv', '--top', '9'], { cwd });
    expect(await done(['decide', 'policy.json', '--top', '9'], piped)).toBe(top);
    // Lines of either kind in one stream; an id where there is one.
    const mixed = [
      '{"model": [0.5, 0.3, 0.2]}',
      '{"bert_p0": 0.5, "bert_p1": 0.3, "bert_p2": 0.2, "case": 7}',
      '{"model": [0.5, 0.3, 0.2], "case": 8}',
    ].join('\n');
    const said = (await done(['decide', 'policy.json'], { cwd, input: mixed })).trim().split('\n');
    const [first, second, third] = said.map((line) => JSON.parse(line));
    expect(first).not.toHaveProperty('id');
    expect(second).toEqual({ ...first, id: '7' });
    expect(third).toEqual({ ...first, id: '8' });
  });

  it('give way to columns named now', async () => {
    const swapped = ['--model', 'big_p*', '--expert', 'me=bert_p*'];
    const said = await document(['evaluate', 'policy.json', 'new.csv', ...swapped], { cwd });
    const before = await document(['evaluate', 'policy.json', 'new.csv'], { cwd });
    expect(said).toMatchObject({
      expert: 'me',
      model: before.expertAlone,
      expertAlone: before.model,
    });
  });

  it('are told once where a table has neither them nor the usual ones', async () => {
    const both = /no model columns found \(looked for model_0.*remembers --model 'bert_p\*'/;
    for (const args of [
      ['evaluate', 'policy.json', 'strange.csv'],
      ['decide', 'policy.json', 'strange.csv'],
      ['decide', 'policy.json', 'strange.csv', '--top', '3'],
    ])
      expectRefusal(await cede(args, { cwd }), 1, both);
    const piped = { cwd, input: input('strange.csv') };
    expectRefusal(
      await cede(['decide', 'policy.json'], piped),
      1,
      /^cede: stdin: no model columns/,
    );
    const narrow = 'bert_p0,bert_p1\n0.5,0.5\n0.4,0.6\n';
    writeFileSync(folder.at('narrow.csv'), narrow);
    const short = await cede(['decide', 'policy.json', 'narrow.csv'], { cwd });
    expectRefusal(short, 1, /narrow\.csv: 2 model probabilities \(expected 3\)/);
    // A table without classes is not what this policy was made for; few rows are not about columns.
    const header = 'model_correct,expert_correct,case,region,truth';
    const bare = [header, ...new Array(40).fill('1,0,a,north,0')].join('\n');
    writeFileSync(folder.at('bare.csv'), bare);
    for (const line of ['evaluate policy.json bare.csv', 'decide policy.json bare.csv --top 3'])
      expectRefusal(
        await cede(line.split(' '), { cwd }),
        1,
        /^cede: table bare\.csv: no model columns found .*remembers --model 'bert_p\*'/,
      );
    const few = readFileSync(folder.at('new.csv'), 'utf8').split('\n').slice(0, 8).join('\n');
    writeFileSync(folder.at('few.csv'), few);
    const short7 = await cede(['evaluate', 'policy.json', 'few.csv'], { cwd });
    expectRefusal(short7, 1, /few\.csv: only 7 rows \(expected at least 20\)\. Collect more\.\n$/);
    // Whatever else is wrong with the columns: which columns were read is said too.
    writeFileSync(
      folder.at('sums.csv'),
      'truth,bert_p0,bert_p1,bert_p2,big_p0,big_p1,big_p2\n0,1,1,0,1,0,0\n',
    );
    const sums = await cede(['evaluate', 'policy.json', 'sums.csv'], { cwd });
    expectRefusal(
      sums,
      1,
      /sum to 2.*\(Columns as the policy remembers them: --label truth --model 'bert_p\*'/,
    );
  });

  it('are remembered by the policy of a comparison, each expert by its own', async () => {
    const compare = ['compare', 'fit.csv', 'new.csv', '--out', 'out', '--quiet', ...QUICK];
    const second = ['--expert', 'self=bert_p*', '--methods', 'conf', '--method', 'conf'];
    await done([...compare, ...ROLES, ...second, '--seeds', '1'], { cwd });
    expect(policyFile('out/policy.json').columns).toMatchObject({ expert: ['big_p*'] });
    expect(policyFile('out/experts/self/policy.json').columns).toMatchObject({
      expert: ['self=bert_p*'],
      model: 'bert_p*',
    });
    expect(await document(['evaluate', 'out/policy.json', 'new.csv'], { cwd })).toMatchObject({
      expert: 'big',
    });

    // Again with one expert: what is left of the other would be taken for a result of this run.
    mkdirSync(folder.at('out/experts/mine'));
    const again = ['compare', 'fit.csv', 'new.csv', '--out', 'out', '--methods', 'conf'].concat(
      '--scorer',
      'linear',
    );
    expectRefusal(await cede([...again, ...ROLES, '--seeds', '1'], { cwd }), 1, /--overwrite/);
    const { out, err } = await cede([...again, ...ROLES, '--seeds', '1', '--overwrite'], { cwd });
    expect(err).toMatch(/Removed from out, .*: experts\/self\.\n/);
    expect(readdirSync(folder.at('out/experts'))).toEqual(['mine']);
    expect(out).toContain('auto was not asked for: it is the default method');
    expect(readFileSync(folder.at('out/report.html'), 'utf8')).toContain('Added: auto');
  });
});

describe.concurrent('cases that nobody has answered yet', () => {
  const COSTS = ['--expert-cost', 'price', '--weight', 'size', '--propensity', 'asked'];

  /** Some more columns, each of one value. */
  const more = (name: string, out: string, columns: Record<string, string>, cut?: RegExp) => {
    const [header, ...lines] = readFileSync(folder.at(name), 'utf8').trim().split('\n');
    const emptied = header.split(',').map((column) => cut?.test(column));
    const values = Object.values(columns).join();
    const body = lines.map((line) =>
      [...line.split(',').map((cell, k) => (emptied[k] ? '' : cell)), values].join(),
    );
    const text = [[header, ...Object.keys(columns)].join(), ...body, ''].join('\n');
    writeFileSync(folder.at(out), out.endsWith('.gz') ? gzipSync(text) : text);
  };

  it('are decided, counted and certified by the columns that this needs', async () => {
    more('fit.csv', 'priced.csv', { price: '2', size: '1', asked: '1' });
    const fit = ['fit', 'priced.csv', '-o', 'priced.json', ...ROLES, ...COSTS, ...QUICK_FIT];
    await done(fit, { cwd });
    const answers = /^(truth|big_p\d)$/;
    more('new.csv', 'open.csv.gz', { price: '', size: '', asked: '' }, answers);
    more('new.csv', 'counted.csv', { price: '', size: '1', asked: '' }, answers);
    more('new.csv', 'known.csv', { price: '2', size: '1', asked: '' }, /^truth$/);
    const decided = await done(['decide', 'priced.json', 'open.csv.gz'], { cwd });
    expect(decided).toBe(await done(['decide', 'priced.json', 'new.csv'], { cwd }));
    await done(['decide', 'priced.json', 'open.csv.gz', '--top', '5'], { cwd });
    const tune = (rows: string[], ...asked: string[]) =>
      cede(['tune', 'priced.json', ...rows, '-o', `tuned-${asked[0]}.json`, ...asked], { cwd });
    for (const ran of [
      await tune([], '--rate', '0.2', '--traffic', 'open.csv.gz'),
      await tune(['counted.csv'], '--max-rate', '0.9'),
      await tune(['known.csv'], '--budget', '1.8', '--confidence', '0.9'),
    ])
      expect(ran).toMatchObject({ code: 0, err: '' });
    // What a promise does need is missed.
    expectRefusal(await tune(['open.csv.gz'], '--max-rate', '0.9'), 1, /"size"/);
    const budget = await tune(['counted.csv'], '--budget', '1.8', '--confidence', '0.9');
    expectRefusal(budget, 1, /"price"/);
  });
});

describe.concurrent('logits', () => {
  it('are remembered, and probabilities in their place refused until somebody says', async () => {
    const [header, ...lines] = readFileSync(folder.at('fit.csv'), 'utf8').trim().split('\n');
    const at = header.split(',').flatMap((name, k) => (/_p\d/.test(name) ? [k] : []));
    const logits = lines.map((line) =>
      line
        .split(',')
        .map((cell, k) => (at.includes(k) ? Math.log(Number(cell)) + 3 : cell))
        .join(','),
    );
    writeFileSync(folder.at('logits.csv'), [header, ...logits].join('\n'));
    await done(['fit', 'logits.csv', '--logits', '-o', 'logits.json', ...ROLES, ...QUICK_FIT], {
      cwd,
    });
    expect(policyFile('logits.json').columns.logits).toBe(true);
    const said = await done(['decide', 'logits.json', 'logits.csv'], { cwd });
    expect(await done(['decide', 'logits.json', 'logits.csv', '--logits'], { cwd })).toBe(said);

    const ask = /the policy remembers --logits, but .* could be probabilities.*--no-logits/;
    for (const args of [
      ['decide', 'logits.json', 'new.csv'],
      ['decide', 'logits.json', 'new.csv', '--top', '3'],
      ['evaluate', 'logits.json', 'new.csv'],
    ]) {
      expectRefusal(await cede(args, { cwd }), 1, ask);
      await done([...args, '--no-logits'], { cwd });
    }
    // Said now, by name: too many rows to be chance, so no word makes them logits.
    const sure = /new\.csv: the numbers of the model are given as logits but are probabilities/;
    for (const line of ['evaluate logits.json new.csv', 'decide logits.json new.csv --top 3'])
      expectRefusal(await cede([...line.split(' '), '--logits'], { cwd }), 1, sure);
    const check = ['check', 'new.csv', ...ROLES, '--logits'];
    expectRefusal(await cede(check, { cwd }), 1, sure);
    // Small logits could come from probabilities by a shift, but they are none.
    writeFileSync(
      folder.at('small.csv'),
      'bert_p0,bert_p1,bert_p2,case,region\n0.4,-0.1,0.3,a,north\n0.2,0.1,-0.2,b,south\n',
    );
    await done(['decide', 'logits.json', 'small.csv', '--top', '2'], { cwd });
    // Of two kinds of columns the remembered ones are logits, the usual ones are what they say.
    const usual = await done(['decide', 'logits.json', 'usual-new.csv'], { cwd });
    expect(usual).toBe(await done(['decide', 'logits.json', 'new.csv', '--no-logits'], { cwd }));
    const input = '{"bert_p0": 0.2, "bert_p1": 0.3, "bert_p2": 0.5}\n'.repeat(3);
    expectRefusal(
      await cede(['decide', 'logits.json'], { cwd, input }),
      1,
      /its first 3 rows could/,
    );
    await done(['decide', 'logits.json', '--logits'], { cwd, input });
  });
});

describe.concurrent('rows that the policy was fitted on', () => {
  it.each([
    ['fit.csv', 1, /^warning: fit\.csv holds the rows that the policy was fitted on, so/],
    ['usual-fit.csv', 1, /^warning: usual-fit\.csv holds the rows/],
    ['half.csv', 0.5, /^warning: half\.csv holds about \d\d % of the rows that the policy was/],
  ])('%s: evaluate warns', async (name, share, sentence) => {
    expect(await done(['evaluate', 'policy.json', name], { cwd })).toMatch(sentence);
    const { fittingRows, warnings } = await document(['evaluate', 'policy.json', name], { cwd });
    expect(Math.abs(fittingRows - share)).toBeLessThan(share === 1 ? 1e-9 : 0.25);
    expect(`warning: ${warnings[0]}`).toMatch(sentence);
  });

  it('new.csv: it does not', async () => {
    const said = await document(['evaluate', 'policy.json', 'new.csv'], { cwd });
    expect(said.fittingRows).toBe(0);
    expect(said.warnings.join()).not.toContain('fitted on');
  });
});
