import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { outcomesOf, splitTable, stream, type Table } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, done, filesBelow, QUICK, THREADS, temporaryFolder } from './cede.js';
import { questions, world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
/** The straight rule unless told: what `auto` chooses is asked in src/auto, and takes seconds. */
const compare = (args: string[], out: string, env = {}) => {
  const method = args.includes('--method') ? [] : ['--method', 'linear'];
  const jobs = args.includes('--jobs') ? [] : ['--jobs', '1'];
  const words = ['compare', ...args, ...method, ...jobs, '--out', out, ...QUICK, '--seeds', '2'];
  return done([...words, '--quiet'], { cwd, env });
};
const results = (out: string) => JSON.parse(readFileSync(folder.at(`${out}/results.json`), 'utf8'));

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), world());
  await writeTable(folder.at('test.csv'), world({ seed: 2 }));
});
afterAll(folder.remove);

const DEFAULTS =
  'random conf linear two-stage diff01 maxprob drcpe-gce drcpe-prob01 drcpe-zeroone auto oracle'.split(
    ' ',
  );

/** Shares of right answers, counted here and not by the command. */
function accuracies(table: Table): [number, number] {
  const { model, expert } = outcomesOf(table, 0);
  const weight = (i: number) => table.weight?.[i] ?? 1;
  const mean = (values: Float32Array) => {
    let [sum, total] = [0, 0];
    for (let i = 0; i < values.length; i++) {
      sum += weight(i) * values[i];
      total += weight(i);
    }
    return (100 * sum) / total;
  };
  return [mean(model), mean(expert)];
}

describe.concurrent('cede compare', () => {
  it('leaves the same bytes with one job and with two', async () => {
    await compare(['fit.csv', 'test.csv', '--jobs', '1'], 'one');
    await compare(['fit.csv', 'test.csv', '--jobs', '2'], 'two', THREADS);
    const [one, two] = ['one', 'two'].map((out) => filesBelow(folder.at(out)));
    expect(Object.keys(one)).toEqual(
      expect.arrayContaining(
        'curves.csv curves.png curves.svg policy.json report.html results.json table.md table.tex timings.json'.split(
          ' ',
        ),
      ),
    );
    for (const files of [one, two]) delete files['timings.json'];
    expect(Object.keys(two)).toEqual(Object.keys(one));
    for (const [name, bytes] of Object.entries(one))
      expect(bytes === two[name], `${name} differs`).toBe(true);
  });

  it('does not write over the results of other tables, unless told to', async () => {
    const ask = (test: string, ...more: string[]) =>
      compare(['fit.csv', test, '--methods', 'conf', '--method', 'conf', ...more], 'owned');
    await ask('test.csv');
    const before = filesBelow(folder.at('owned'));
    await writeTable(folder.at('another.csv'), world({ seed: 12 }));
    await expect(ask('another.csv')).rejects.toThrow(
      /--out owned: holds the results of other tables \(400 rows fitted, 400 tested\)\. Give another folder, or --overwrite\./,
    );
    expect(filesBelow(folder.at('owned'))).toEqual(before);
    await ask('another.csv', '--overwrite');
    expect(filesBelow(folder.at('owned'))['results.json']).not.toBe(before['results.json']);
  });

  it('nor of another seed or other options of the same tables; the same command runs again', async () => {
    const ask = (...more: string[]) =>
      compare(['fit.csv', 'test.csv', '--methods', 'conf', '--method', 'conf', ...more], 'asked');
    await ask('--rate', '0.2');
    const { 'timings.json': _, ...before } = filesBelow(folder.at('asked'));
    await expect(ask('--rate', '0.2', '--seed', '7')).rejects.toThrow(
      '--out asked: holds the results of other options of the same tables (seed). Give another folder, or --overwrite.',
    );
    await expect(ask('--error-cost', '3')).rejects.toThrow('same tables (errorCost, rate)');
    expect(filesBelow(folder.at('asked'))).toMatchObject(before);
    await ask('--rate', '0.2', '--jobs', '1', '--title', 'Again');
    await ask('--rate', '0.2', '--seed', '7', '--overwrite');
    const { asked } = JSON.parse(String(filesBelow(folder.at('asked'))['results.json']));
    expect(asked).toMatchObject({ methods: ['conf'], rate: 0.2, seed: 7 });
  });

  it('keeps the contract of results.json', async () => {
    const args = ['compare', 'fit.csv', 'test.csv', '--out', 'contract', ...QUICK, '--seeds', '2'];
    const printed = await document(args, { cwd });
    expect(printed).toEqual(results('contract'));
    const [model, expert] = accuracies(world({ seed: 2 }));
    expect(printed).toMatchObject({
      format: 'cede/results',
      version: 1,
      fit: { rows: 400, classes: 3 },
      rates: [0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 0.75],
    });
    expect(printed.test.rows).toBe(400);
    expect(printed.test.modelAccuracy).toBeCloseTo(model, 9);
    expect(printed.test.expertAccuracy).toBeCloseTo(expert, 9);
    expect(Object.keys(printed.methods).sort()).toEqual([...DEFAULTS].sort());
    for (const [name, method] of Object.entries<Record<string, number[]>>(printed.methods)) {
      expect(method.mean, name).toHaveLength(7);
      expect(method.std, name).toHaveLength(7);
      const seeded = !['random', 'oracle', 'conf'].includes(name) && (method.seeds as unknown);
      if (!seeded) expect(method.std, name).toEqual([0, 0, 0, 0, 0, 0, 0]);
      else expect(seeded === 2 || method.std.every((value) => value === 0), name).toBe(true);
    }
    // Random is no simulation: the straight line between the two, and the oracle is above all.
    printed.rates.forEach((rate: number, k: number) => {
      expect(printed.methods.random.mean[k]).toBeCloseTo(model + rate * (expert - model), 9);
      for (const name of DEFAULTS)
        expect(printed.methods.oracle.mean[k]).toBeGreaterThanOrEqual(
          printed.methods[name].mean[k] - 1e-9,
        );
    });
    expect(printed.methods.random.area).toBeCloseTo((model + expert) / 2, 9);
  });

  it('takes its rate from the fitting table alone, unless one is asked for', async () => {
    await writeTable(folder.at('clear.csv'), world({ rows: 1500, seed: 7 }));
    const ask = (fit: string, test: string, out: string, ...more: string[]) =>
      compare([fit, test, '--methods', 'conf', '--method', 'conf', ...more], out);
    await ask('clear.csv', 'test.csv', 'rate-one');
    await ask('clear.csv', 'fit.csv', 'rate-two'); // another test table, the same rate
    const { finding, verdict } = results('rate-one');
    expect(verdict.deferRates.length).toBeGreaterThan(1);
    const open = verdict.gains.filter((gain: { rate: number }) =>
      verdict.deferRates.includes(gain.rate),
    );
    const ends = open.map(({ lower }: { lower: number }) => lower);
    const surest = open[ends.indexOf(Math.max(...ends))].rate;
    expect(surest).not.toBe(0.2);
    const chosen = { method: 'conf', rate: surest, rateFrom: 'verdict' };
    expect(finding).toMatchObject(chosen);
    expect(results('rate-two').finding).toMatchObject(chosen);
    const policy = JSON.parse(readFileSync(folder.at('rate-one/policy.json'), 'utf8'));
    expect(policy.threshold.chosen).toMatchObject({ by: 'rate', rate: surest });
    const report = (out: string) => readFileSync(folder.at(`${out}/report.html`), 'utf8');
    expect(report('rate-one')).toContain(
      `The rate, ${Math.round(100 * surest)}\u00a0%, was chosen on the fitting rows alone`,
    );
    await ask('clear.csv', 'test.csv', 'rate-asked', '--rate', '0.2');
    expect(results('rate-asked').finding).toMatchObject({ rate: 0.2, rateFrom: 'asked' });
    expect(report('rate-asked')).not.toContain('The rate, ');
  });

  it('says that random hand-over does as well, in words and numbers, and what to try', async () => {
    const random = stream(3, 'nothing to learn');
    const right = (share: number) => Number(random.uniform() < share);
    const lines = Array.from(
      { length: 800 },
      () => `${right(0.6)},${right(0.9)},${random.normal()}`,
    );
    writeFileSync(
      folder.at('blind.csv'),
      ['model_correct,expert_correct,f_1', ...lines].join('\n'),
    );
    const ask = (method: string, out: string) =>
      done(
        `compare blind.csv --test-share 0.5 --features f_* --methods ${method} --method ${method} --rate 0.3 --seeds 2 --out ${out}`
          .split(' ')
          .concat(QUICK),
        { cwd },
      );
    expect(await ask('linear', 'blind')).toMatch(
      /raises accuracy .*\n.* Picking as many cases at random: no clear difference \(.* points\)\.\nTry --method auto, which chooses a method by cross-validation, before the test rows are seen\.\n/,
    );
    const { finding, methods } = results('blind');
    expect(finding.overRandom.lower).toBeLessThan(0);
    expect(finding.overRandom.upper).toBeGreaterThan(0);
    expect(Math.abs(methods.linear.area - methods.random.area)).toBeLessThan(3);
    expect(finding.overConfidence).toBeUndefined();
    const auto = await ask('auto', 'blind-auto');
    // On noise one interval in twenty leaves 0 out, and this table's is at the edge.
    expect(auto).toMatch(/at random(: no clear difference| does better \(0\.0 to )/);
    expect(auto).not.toContain('Try --method');
  });

  it('says that the expert answered only some rows, in words and numbers', async () => {
    const partly = async (file: string, table: ReturnType<typeof world>) => {
      const [expert] = table.experts;
      if (expert.kind !== 'labels') throw new Error('labels expected');
      const labels = expert.labels.map((label, i) => (i % 3 === 0 ? -1 : label));
      await writeTable(folder.at(file), { ...table, experts: [{ ...expert, labels }] });
    };
    await partly('partly.csv', world({ expert: 'labels', rows: 600, seed: 7 }));
    await partly('fit-labels.csv', world({ expert: 'labels' }));
    const args = 'compare fit-labels.csv partly.csv --methods linear --method linear --seeds 1';
    const said = await done([...args.split(' '), '--rate', '0.2', '--out', 'part', ...QUICK], {
      cwd,
    });
    const sentence = 'The expert answered 400 of the 600 test rows. All figures are about';
    expect(said).toContain(sentence);
    expect(said.match(/no column says how likely each was to be asked/g) ?? []).toHaveLength(1);
    const page = readFileSync(folder.at('part/report.html'), 'utf8');
    for (const part of [
      sentence,
      'The largest gain at any rate is reached in steps: 50',
      'How much is wrong among the answers that the model keeps, as a share of those and',
    ])
      expect(page).toContain(part);
    // The finding first, then what was known before.
    expect(page.indexOf('<h1 ')).toBeLessThan(page.indexOf('class="verdict"'));
    expect(results('part').test).toMatchObject({ rows: 400, unanswered: 200 });
    const checked = ['check', 'partly.csv', '--verdict', '--method', 'linear'];
    const { verdict } = JSON.parse(await done([...checked, '--json'], { cwd }));
    expect(verdict).toMatchObject({ rows: 400, scored: 600 });
  });

  it('reads the same table from every format, several files and stdin', async () => {
    const table = world({ rows: 300 });
    const halves = splitTable(table, { testShare: 0.5, seed: 3 });
    for (const ending of ['csv', 'jsonl', 'parquet', 'npz'])
      await writeTable(folder.at(`same.${ending}`), table);
    const text = readFileSync(folder.at('same.csv'));
    writeFileSync(folder.at('packed.csv.gz'), gzipSync(text));
    const rest = ['--test-share', '0.5', '--methods', 'conf,linear', '--method', 'linear'];
    await compare(['same.csv', ...rest], 'csv');
    const expected = results('csv');
    await compare(['same.parquet', ...rest], 'parquet');
    expect(results('parquet')).toEqual(expected);
    // Of the others the hash says it, which is over all that a comparison starts from.
    const { hash } = await document(['check', 'same.csv'], { cwd });
    for (const name of ['same.jsonl', 'same.parquet', 'same.npz', 'packed.csv.gz'])
      expect((await document(['check', name], { cwd })).hash, name).toBe(hash);
    await done(['compare', '-', ...rest, '--out', 'stdin', ...QUICK, '--seeds', '2', '--quiet'], {
      cwd,
      input: text,
    });
    expect(results('stdin')).toEqual(expected);
    // Rows of several files follow each other in the order of their names.
    const lines = text.toString().trimEnd().split('\n');
    writeFileSync(folder.at('part-1.csv'), lines.slice(0, 101).join('\n'));
    writeFileSync(folder.at('part-2.csv'), [lines[0], ...lines.slice(101)].join('\n'));
    await compare(['part-*.csv', ...rest], 'glob');
    expect(results('glob')).toEqual(expected);
    const both = await document(['check', 'part-1.csv', 'part-2.csv'], { cwd });
    expect(both.hash).toBe((await document(['check', 'same.npz'], { cwd })).hash);
    expect(halves.fit.rows + halves.test.rows).toBe(300);
  });

  it.each(['correct', 'loss'] as const)('needs no classes: model_%s', async (kind) => {
    writeFileSync(folder.at(`${kind}.csv`), questions(kind));
    await compare([`${kind}.csv`, '--test-share', '0.5', '--features', 'f_*'], kind);
    const found = results(kind);
    const learned = kind === 'correct' ? 'drcpe-zeroone' : 'drcpe-given';
    expect(Object.keys(found.methods)).toEqual(
      expect.arrayContaining(['random', 'oracle', 'linear', 'diff01', learned]),
    );
    expect(found.fit.classes).toBe(0);
    const leftOut = found.leftOut.map(({ name }: { name: string }) => name);
    expect(leftOut).toEqual(expect.arrayContaining(['conf', 'maxprob']));
    // An oracle has the higher accuracy and the lower loss.
    const better = found.methods.oracle.mean[3] - found.methods.random.mean[3];
    expect(kind === 'correct' ? better : -better).toBeGreaterThan(0);
  });

  it('leaves maxprob out where the expert only gives labels, and says why', async () => {
    await writeTable(folder.at('labels.csv'), world({ expert: 'labels' }));
    await compare(['labels.csv', '--test-share', '0.5'], 'labels');
    const { methods, leftOut } = results('labels');
    expect(methods.maxprob).toBeUndefined();
    expect(leftOut).toContainEqual({
      name: 'maxprob',
      reason: expect.stringMatching(/expert's probabilities/),
    });
  });

  it('takes votes and weights', async () => {
    const table = world({ expert: 'votes', weight: true });
    await writeTable(folder.at('votes.csv'), table);
    await writeTable(
      folder.at('votes-test.csv'),
      world({ expert: 'votes', weight: true, seed: 2 }),
    );
    await compare(['votes.csv', 'votes-test.csv', '--methods', 'conf,drcpe-zeroone'], 'votes');
    const found = results('votes');
    const [model, expert] = accuracies(world({ expert: 'votes', weight: true, seed: 2 }));
    expect(found.test.modelAccuracy).toBeCloseTo(model, 4);
    expect(found.test.expertAccuracy).toBeCloseTo(expert, 4);
    const plain = accuracies(world({ expert: 'votes', seed: 2 }));
    expect(Math.abs(plain[0] - model)).toBeGreaterThan(0.01); // weights do matter here
  });

  const page = (out: string) =>
    readFileSync(folder.at(`${out}/report.html`), 'utf8').replaceAll('\u00a0', ' ');
  const SMALL = ['--methods', 'conf', '--method', 'conf', ...QUICK, '--seeds', '1'];

  it('says below the headline what costs say of its rate', async () => {
    const args = ['compare', 'fit.csv', 'test.csv', '--rate', '0.25', '--error-cost', '10'];
    const printed = await done([...args, '--out', 'costs', ...SMALL], { cwd });
    const { cheapest, finding, modelAlone } = results('costs').costs;
    const rounded = (cost: number) => cost.toFixed(2);
    const said = `: ${rounded(cheapest.cost)} per case, errors included.`;
    const headline = `together cost ${rounded(finding.cost)} instead of ${rounded(modelAlone)} per case`;
    expect(printed).toMatch(
      /^Sending 25 % of cases to .+ (saves|costs) [^\n]*\nErrors and answers together [^\n]*\nAccuracy goes [^\n]*\nCheapest on these rows is handing over \d+ % /m,
    );
    expect(printed).toContain(said);
    expect(printed).toContain(headline);
    // One blank line before and after the curve, never two.
    expect(printed).toMatch(/\S\n\n[^\n]*│[\s\S]*│[^\n]*\n[^\n]*└[\s\S]*\S\n\n method /);
    expect(printed).not.toContain('\n\n\n');
    expect(page('costs')).toContain(said);
    expect(finding.cost).toBeCloseTo(10 - results('costs').methods.conf.mean[4] / 10, 9);
  });

  it('draws figures as wide as a paper asks, as PDF too', async () => {
    const wide = (width: string) =>
      compare(
        [...'fit.csv test.csv --methods conf --method conf --figure-width'.split(' '), width],
        'paper',
      );
    await wide('84mm');
    expect(readFileSync(folder.at('paper/curves.svg'), 'utf8')).toContain(' width="317" ');
    expect(readFileSync(folder.at('paper/curves.pdf'), 'latin1').slice(0, 5)).toBe('%PDF-');
    await expect(wide('3')).rejects.toThrow(/--figure-width: "3" \(expected a length/);
  });

  it('leaves nothing of an earlier comparison that looks like its own', async () => {
    const names = (out: string) => Object.keys(filesBelow(folder.at(out)));
    const run = (...more: string[]) =>
      done(['compare', 'fit.csv', 'test.csv', '--out', 'again', ...SMALL, ...more], { cwd });
    await run('--error-cost', '10');
    expect(names('again')).toEqual(expect.arrayContaining(['costs.csv', 'costs.svg', 'costs.png']));
    writeFileSync(folder.at('again/costs-of-mine.csv'), 'mine');
    await run('--overwrite');
    expect(names('again').filter((name) => name.startsWith('costs'))).toEqual([
      'costs-of-mine.csv',
    ]);
    // A file of that name in a folder without results was put there by somebody else.
    mkdirSync(folder.at('mine'));
    writeFileSync(folder.at('mine/costs.csv'), 'mine');
    await done(['compare', 'fit.csv', 'test.csv', '--out', 'mine', ...SMALL], { cwd });
    expect(readFileSync(folder.at('mine/costs.csv'), 'utf8')).toBe('mine');
  });

  it('names a table by its file, gives a command that runs, and warns of fitted rows first', async () => {
    await done(['compare', 'fit.csv', '--test-share', '0.5', '--out', 'half', ...SMALL], { cwd });
    expect(page('half')).toContain('<p class="title">fit.csv</p>');
    expect(page('half').replace(/<\/?span[^>]*>/g, '')).toContain(
      `cede compare fit.csv --test-share 0.5 ${SMALL.join(' ')} --out FOLDER<`,
    );
    // Half of these rows are in fit.csv too.
    const lines = (name: string) => readFileSync(folder.at(name), 'utf8').split('\n');
    writeFileSync(
      folder.at('mixed.csv'),
      [...lines('test.csv').slice(0, 201), ...lines('fit.csv').slice(201)].join('\n'),
    );
    await done(['compare', 'fit.csv', 'mixed.csv', '--out', 'mixed', ...SMALL], { cwd });
    const warned = page('mixed').indexOf('200 ids of mixed.csv are in fit.csv too');
    expect(warned).toBeGreaterThan(0);
    expect(warned).toBeLessThan(page('mixed').indexOf('<h1 '));
  });
});
