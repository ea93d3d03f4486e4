import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { exp, stream } from '@cede/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cede, document, done, expectRefusal, temporaryFolder } from './cede.js';
import { questions } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
const FIT = ['--method', 'drcpe-zeroone', '--epochs', '6'];

/** Past predictions with costs and groups; `missing` leaves sure cases mostly without an expert. */
function predictions(
  name: string,
  rows: number,
  seed: number,
  { missing = false, harm = false } = {},
) {
  const random = stream(seed, 'predictions');
  const head =
    'id,label,model_0,model_1,model_2,expert_label,group,f_length,model_cost,expert_cost';
  const lines = [missing ? `${head},asked` : head];
  for (let i = 0; i < rows; i++) {
    const label = random.below(3);
    const length = random.normal();
    const force = 3 * random.uniform();
    const weights = [0, 1, 2].map((c) => exp(random.normal() + (c === label ? force : 0)));
    const total = weights[0] + weights[1] + weights[2];
    const p = weights.map((w) => w / total);
    const group = ['north', 'south'][random.below(2)];
    const good = harm && group === 'south' ? 0.1 : label === 0 || length > 0 ? 0.95 : 0.7;
    const expert = random.uniform() < good ? label : (label + 1) % 3;
    const chance = Math.max(...p) < 0.6 ? 0.9 : 0.2;
    const asked = !missing || random.uniform() < chance;
    const cells = [`${seed}-${i}`, label, ...p.map((v) => v.toFixed(6)), asked ? expert : ''];
    cells.push(group, length.toFixed(4), 0.01, (0.5 + random.uniform()).toFixed(3));
    lines.push([...cells, ...(missing ? [chance] : [])].join());
  }
  writeFileSync(folder.at(name), `${lines.join('\n')}\n`);
}

/** The same file without some columns. */
function without(from: string, to: string, dropped: readonly string[]) {
  const rows = readFileSync(folder.at(from), 'utf8')
    .trim()
    .split('\n')
    .map((l) => l.split(','));
  const keep = rows[0].map((name) => !dropped.includes(name));
  const text = rows.map((row) => row.filter((_, k) => keep[k]).join()).join('\n');
  writeFileSync(folder.at(to), `${text}\n`);
}

beforeAll(async () => {
  predictions('fit.csv', 900, 1);
  predictions('cal.csv', 1500, 2);
  predictions('next.csv', 1200, 3);
  predictions('worse.csv', 1200, 4, { harm: true });
  predictions('asked.csv', 1500, 5, { missing: true });
  without('fit.csv', 'alone.csv', ['expert_label', 'expert_cost']);
  without('next.csv', 'alone-next.csv', ['expert_label', 'expert_cost']);
  without('next.csv', 'nameless.csv', ['group']);
  without('next.csv', 'free.csv', ['expert_cost', 'model_cost']);
  await done(['fit', 'fit.csv', '-o', 'policy.json', ...FIT], { cwd });
});
afterAll(folder.remove);

const policyOf = (name: string) => JSON.parse(readFileSync(folder.at(name), 'utf8'));

describe('a certified threshold', () => {
  it('comes from the thresholds that fit stored, and is kept in the policy', async () => {
    const grid = policyOf('policy.json').grid;
    expect(grid.thresholds.length).toBeLessThanOrEqual(50);
    const args = ['tune', 'policy.json', 'cal.csv', '--max-error', '0.2', '-o', 'sure.json'];
    const answer = await document(args, { cwd });
    expect(answer).toMatchObject({ feasible: true, bound: 0.2, rows: 1500, confidence: 0.95 });
    expect(grid.thresholds).toContain(answer.threshold);
    expect(answer.rate).toBeGreaterThan(0);
    const stored = policyOf('sure.json');
    expect(stored.threshold).toMatchObject({
      values: [answer.threshold],
      chosen: { by: 'certificate', certificate: 0 },
    });
    expect(stored.certificates[0]).toMatchObject({
      applies: true,
      promises: { maxError: 0.2 },
      table: { rows: 1500 },
    });
    expect(stored.dial.points).toHaveLength(grid.thresholds.length);
    expect(stored.id).toBe(policyOf('policy.json').id);
  });

  it('several promises at once; the rate alone needs no labels', async () => {
    const all = ['--max-error', '0.25', '--max-rate', '0.5', '--min-gain', '0'];
    const args = [
      'tune',
      'policy.json',
      'cal.csv',
      ...all,
      '--confidence',
      '0.9',
      '-o',
      'all.json',
    ];
    expect(await document(args, { cwd })).toMatchObject({ feasible: true, confidence: 0.9 });
    without('cal.csv', 'scores.csv', ['label', 'expert_label', 'expert_cost']);
    const rate = ['tune', 'policy.json', 'scores.csv', '--max-rate', '0.3', '-o', 'rate.json'];
    const answer = await document(rate, { cwd });
    expect(answer).toMatchObject({ feasible: true, bound: 0.3, estimate: null });
    expect(answer.rate).toBeLessThan(0.3);
    expectRefusal(
      await cede([...rate, '--bounds'], { cwd }),
      1,
      /bounds are about errors, and scores\.csv .* Leave --bounds out/,
    );
  });

  it('none qualifies: says so, ends with 1, leaves the policy alone', async () => {
    const before = readFileSync(folder.at('policy.json'));
    const args = ['tune', 'policy.json', 'cal.csv', '--max-error', '0.001'];
    const text = await cede(args, { cwd });
    expect(text.code).toBe(1);
    expect(text.out).toMatch(/No threshold qualifies: error at most 0\.10 %/);
    expect(text.out).toContain('left as it is');
    const json = await cede([...args, '--json'], { cwd });
    expect([json.code, json.err]).toEqual([1, '']);
    expect(JSON.parse(json.out)).toMatchObject({ feasible: false, threshold: null, rate: null });
    expect((await cede([...args, '--quiet'], { cwd })).err).toContain('No threshold qualifies');
    expect(readFileSync(folder.at('policy.json'))).toEqual(before);
  });

  it('is shown by evaluate, which notices when new rows contradict it', async () => {
    const sure = ['tune', 'policy.json', 'cal.csv', '--max-error', '0.2', '-o', 'shown.json'];
    await done(sure, { cwd });
    const fine = await document(['evaluate', 'shown.json', 'next.csv'], { cwd });
    expect(fine.certificates[0]).toMatchObject({ applies: true, contradicted: false });
    const broken = await document(['evaluate', 'shown.json', 'worse.csv'], { cwd });
    expect(broken.certificates[0]).toMatchObject({ contradicted: true });
    expect(await done(['evaluate', 'shown.json', 'worse.csv'], { cwd })).toContain('CONTRADICTED');
    await done(['tune', 'shown.json', '--rate', '0.05', '-o', 'moved.json'], { cwd });
    expect(policyOf('moved.json').certificates[0].applies).toBe(false);
    expect(await done(['evaluate', 'moved.json', 'worse.csv'], { cwd })).toMatch(
      /does not apply, the threshold was changed/,
    );
  });

  it('refuses the rows of the fit, old policies, and halves of a command', async () => {
    const run = (line: string) => cede(line.split(' '), { cwd });
    expectRefusal(
      await run('tune policy.json fit.csv --max-error 0.2 -o x.json'),
      1,
      /fit\.csv is the very table the policy was fitted on/,
    );
    // Half of them, with the ids and costs gone: no hash of the file would tell.
    without('fit.csv', 'half.csv', ['id', 'expert_cost', 'model_cost']);
    const half = readFileSync(folder.at('half.csv'), 'utf8').split('\n').slice(0, 450);
    writeFileSync(folder.at('half.csv'), `${half.join('\n')}\n`);
    expectRefusal(
      await run('tune policy.json half.csv --max-error 0.2 -o x.json'),
      1,
      /half\.csv holds rows the policy was fitted on \(about \d\d % of those\)/,
    );
    expectRefusal(await run('tune policy.json --max-error 0.2'), 2, /a promise needs rows/);
    expectRefusal(
      await run('tune policy.json cal.csv --max-error 0.2 --rate 0.1'),
      2,
      /a promise or a setting, not both; got --rate/,
    );
    expectRefusal(await run('tune policy.json cal.csv --rate 0.1'), 2, /rows are for promises/);
    expectRefusal(await run('tune policy.json cal.csv --per-group error'), 2, /Add --group/);
  });

  it('twice on the same rows is two tests, and is told', async () => {
    await done(['tune', 'policy.json', 'cal.csv', '--max-error', '0.2', '-o', 'twice.json'], {
      cwd,
    });
    const again = ['tune', 'twice.json', 'cal.csv', '--max-error', '0.21', '-o', 'twice.json'];
    expect((await document(again, { cwd })).warnings.join()).toContain('several tests');
  });

  it('--bounds gives bounds at every setting at once', async () => {
    const { dial } = await document(
      ['tune', 'policy.json', 'cal.csv', '--bounds', '-o', 'd.json'],
      {
        cwd,
      },
    );
    for (const point of dial.points) {
      expect(point.errorAtMost).toBeGreaterThanOrEqual(point.error);
      expect(point.rateAtMost).toBeGreaterThanOrEqual(point.rate);
      expect(point.gainAtLeast).toBeLessThanOrEqual(point.gain);
    }
    expect(policyOf('d.json').dial.points).toEqual(dial.points);
  });
});

describe('costs', () => {
  it('of errors and of answers are told apart, and what they come to', async () => {
    const priced = ['evaluate', 'policy.json', 'next.csv', '--error-cost', '10'];
    const { costs, value } = await document(priced, { cwd });
    expect(costs.errors.mean).toBeCloseTo(10 * (1 - value), 9);
    expect(costs.total.mean).toBeCloseTo(costs.errors.mean + costs.answers.mean, 9);
    expect(costs.total.saving).toBeCloseTo(costs.total.modelAlone - costs.total.mean, 9);
    expect(await done(priced, { cwd })).toMatch(
      /errors cost .*, always the expert .*\n {2}answers cost .*\n {2}in all .*\n {2}Errors and answers together, this policy (costs|saves) /,
    );
    // Columns of the matrix in any order, by name.
    writeFileSync(folder.at('named.csv'), 'truth,2,0,1\n1,5,5,0\n0,5,0,5\n2,0,5,5\n');
    const matrix = ['--cost-matrix', 'named.csv'];
    const fitted = ['fit', 'fit.csv', '-o', 'priced.json', ...matrix, '--epochs', '4'];
    expect(await done(fitted, { cwd })).toMatch(
      /: errors cost [\d.]+, the model alone [\d.]+; answers cost [\d.]+ per case, in all [\d.]+ \(the model alone [\d.]+\) \(estimated on those 180 rows\)\./,
    );
    const found = await document(['evaluate', 'priced.json', 'next.csv', ...matrix], { cwd });
    expect(found.costs.errors.mean).toBeCloseTo(5 * (1 - found.costs.accuracy.mean), 9);
    expect(await done(['tune', 'priced.json', '--rate', '0.1'], { cwd })).toMatch(
      /calibration rows, errors cost [\d.]+, answers cost [\d.]+ per case, in all /,
    );
  });

  it('a budget buys the largest rate it pays for; a mean cost can be promised', async () => {
    const spent = await document(['tune', 'policy.json', '--budget', '0.2', '-o', 'b.json'], {
      cwd,
    });
    expect(spent.cost).toBeLessThanOrEqual(0.2);
    expect(spent.rate).toBeGreaterThan(0.1);
    const cost = ['--max-cost', '3', '--error-cost', '10', '-o', 'm.json'];
    const promised = await document(['tune', 'policy.json', 'cal.csv', ...cost], { cwd });
    expect(promised).toMatchObject({ feasible: true, test: 'betting' });
    expect(promised.bound).toBeCloseTo(3, 9);
    // As it was asked for; `promises` has the share of the largest cost that was tested.
    expect(promised.asked).toEqual({ maxCost: 3 });
    expect(promised.promises.maxError * promised.largestCost).toBeCloseTo(3, 9);
    const checked = await document(['evaluate', 'm.json', 'next.csv'], {
      cwd,
    });
    expect(checked.certificates[0]).toMatchObject({ applies: true, contradicted: false });
  });
});

describe('a certified budget', () => {
  const tuneBudget = (budget: string, ...more: string[]) => [
    'tune',
    'policy.json',
    'cal.csv',
    '--budget',
    budget,
    '--confidence',
    '0.9',
    ...more,
  ];

  it('hands over as much as surely costs no more, and needs no labels', async () => {
    const answer = await document(tuneBudget('0.2', '-o', 'paid.json'), { cwd });
    expect(answer).toMatchObject({ feasible: true, rows: 1500, confidence: 0.9, test: 'betting' });
    expect(answer.bound).toBeCloseTo(0.2, 12);
    const stored = policyOf('paid.json');
    expect(stored.grid.thresholds).toContain(answer.threshold);
    expect(stored.threshold.chosen).toEqual({ by: 'certificate', certificate: 0 });
    expect(stored.certificates[0]).toMatchObject({ applies: true, budget: { asked: 0.2 } });
    // A hair below what the same rows cost there; the next higher threshold was not sure enough.
    const spent = answer.estimate.error * answer.largestCost;
    expect(spent).toBeLessThan(0.2);
    expect(spent).toBeGreaterThan(0.15);
    without('cal.csv', 'unlabelled.csv', ['label']);
    const blind = ['tune', 'policy.json', 'unlabelled.csv', '--budget', '0.2', '--confidence'];
    const same = await document([...blind, '0.9', '-o', 'blind.json'], { cwd });
    expect(same.threshold).toBe(answer.threshold);
    expect(await done(tuneBudget('0.2', '-o', 'said.json'), { cwd })).toMatch(
      /Certified with 90 % confidence on 1,500 rows: mean cost of answers at most 0\.2\.\n.*mean cost of answers 0\.1\d+ \(an estimate\)/,
    );
  });

  it('covers less, not more; evaluate shows it and notices dearer cases', async () => {
    await done(tuneBudget('0.2', '-o', 'less.json'), { cwd });
    await done(['tune', 'less.json', '--rate', '0.02', '-o', 'less-still.json'], { cwd });
    expect(policyOf('less-still.json').certificates[0].applies).toBe(true);
    await done(['tune', 'less.json', '--rate', '0.6', '-o', 'more.json'], { cwd });
    expect(policyOf('more.json').certificates[0].applies).toBe(false);
    const fine = await document(['evaluate', 'less.json', 'next.csv'], { cwd });
    expect(fine.certificates[0]).toMatchObject({ contradicted: false, budget: { asked: 0.2 } });
    const dearer = readFileSync(folder.at('next.csv'), 'utf8').replaceAll(',0.01,', ',0.2,');
    writeFileSync(folder.at('dearer.csv'), dearer);
    expect(await done(['evaluate', 'less.json', 'dearer.csv'], { cwd })).toMatch(
      /mean cost of answers at most 0\.2.*CONTRADICTED[^\n]*\n.*promised 0\.2, found 0\.[2-4]/,
    );
    expect(await done(['evaluate', 'less.json', 'free.csv'], { cwd })).toContain(
      "these rows have no costs of answers, so they can't contradict it",
    );
  });

  it('says when even the model alone is too dear, and refuses what makes no sense', async () => {
    const poor = await cede([...tuneBudget('0.001'), '--json'], { cwd });
    expect(poor.code).toBe(1);
    expect(JSON.parse(poor.out)).toMatchObject({ feasible: false, rowsNeeded: null });
    const run = (line: string) => cede(line.split(' '), { cwd });
    expectRefusal(
      await run('tune policy.json --budget 0.2 --confidence 0.9'),
      2,
      /a promise needs rows/,
    );
    expectRefusal(
      await run('tune policy.json cal.csv --budget 0.2'),
      2,
      /--budget is set from what the policy remembers, and certified on rows with --confidence/,
    );
    expectRefusal(
      await run('tune policy.json cal.csv --budget 50 --confidence 0.9'),
      2,
      /must lie between 0 and what the dearest case costs \(1\.5\d*\), got 50/,
    );
    expectRefusal(
      await run('tune policy.json free.csv --budget 0.2 --confidence 0.9'),
      1,
      /no costs of answers/,
    );
  });
});

it('a budget is certified together with other promises: the worse of the two decides', async () => {
  const ask = async (...promises: string[]) => {
    const line = ['tune', 'policy.json', 'cal.csv', ...promises, '--confidence', '0.9'];
    const { code, out } = await cede([...line, '-o', 'both.json', '--json'], { cwd });
    return { code, document: JSON.parse(out) };
  };
  const both = await ask('--budget', '0.5', '--max-error', '0.99');
  expect(both.code).toBe(0);
  // An error that is met anyway is met most cheaply by handing nothing over.
  expect(both.document).toMatchObject({ feasible: true, threshold: '-inf' });
  const impossible = await ask('--budget', '0.5', '--max-error', '0.001');
  expect(impossible.code).toBe(1);
  expect(impossible.document).toMatchObject({ feasible: false });
});

it('bounds that are asked for beside a promise are told, and not only kept', async () => {
  const line = ['tune', 'policy.json', 'cal.csv', '--max-rate', '0.9', '--bounds', '-o', 'b.json'];
  const asked = await document(line, { cwd });
  expect(asked.feasible).toBe(true);
  const alone = await document(['tune', 'policy.json', 'cal.csv', '--bounds', '-o', 'c.json'], {
    cwd,
  });
  expect(asked.dial.points.length).toBeGreaterThan(3);
  expect(asked.dial.points).toEqual(alone.dial.points);
  expect((await cede(line, { cwd })).out).toMatch(/each column holds at all \d+ settings at once/);
  const none = [...line.slice(0, 3), '--max-error', '0.0001', '--bounds', '-o', 'd.json'];
  const { code, out } = await cede(none, { cwd });
  expect(code).toBe(1);
  expect(out).toContain('--bounds goes with a threshold that qualifies, and there is none.');
});

describe('the dial and costs', () => {
  it('bounds what answers cost, and mean costs where errors have a price', async () => {
    const dial = ['tune', 'policy.json', 'cal.csv', '--bounds', '-o', 'dear.json'];
    const plain = (await document(dial, { cwd })).dial;
    const priced = (await document([...dial, '--error-cost', '10'], { cwd })).dial;
    expect([plain.cost, priced.cost.errorCost]).toEqual([undefined, 10]);
    plain.points.forEach((point: Record<string, number>, k: number) => {
      expect(point.spentAtMost).toBeGreaterThan(point.spent);
      const cost = priced.points[k];
      // 10 for every error, and what the answers cost; kept as a share of the largest cost.
      expect(priced.cost.largest * cost.error).toBeCloseTo(10 * point.error + point.spent, 4);
      expect(cost.errorAtMost).toBeGreaterThan(cost.error);
      expect(cost.gainAtLeast).toBeLessThanOrEqual(cost.gain);
    });
    expect(await done([...dial, '--error-cost', '10'], { cwd })).toMatch(
      /mean cost +at most +saving +at least +answers +at most/,
    );
  });

  it('counts them on tables of right and wrong too', async () => {
    const rows = questions('correct', 500, 1).trim().split('\n');
    const costs = (line: string, k: number) => `${line},${k === 0 ? 'expert_cost' : 0.5 + (k % 3)}`;
    writeFileSync(folder.at('questions.csv'), `${rows.map(costs).join('\n')}\n`);
    const others = questions('correct', 400, 2).trim().split('\n');
    writeFileSync(folder.at('others.csv'), `${others.map(costs).join('\n')}\n`);
    const fit = ['fit', 'questions.csv', '--features', 'f_*', '-o', 'questions.json'];
    await done([...fit, '--method', 'linear'], { cwd });
    const args = ['tune', 'questions.json', 'others.csv', '--bounds', '--error-cost', '4'];
    const { dial } = await document([...args, '-o', 'asked.json'], { cwd });
    const start = dial.points.at(-1);
    expect(start).toMatchObject({ threshold: '-inf', spent: 0, spentAtMost: 0 });
    const wrong = others.slice(1).filter((line) => line.split(',')[1] === '0').length;
    expect(dial.cost.largest * start.error).toBeCloseTo((4 * wrong) / 400, 6);
  });
});

describe('a policy from before certificates', () => {
  it('is told to be fitted again, whatever promise is asked', async () => {
    const { grid, id, checksum: _checksum, inputMeans: _means, ...file } = policyOf('policy.json');
    const { requires, threshold, certificates, ...named } = file;
    const name = createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 16);
    writeFileSync(folder.at('old.json'), JSON.stringify({ ...file, id: name }));
    expect(grid.thresholds.length).toBeGreaterThan(1);
    await done(['tune', 'old.json', '--rate', '0.2'], { cwd });
    for (const promise of ['--max-error 0.2', '--bounds', '--budget 0.2 --confidence 0.9'])
      expectRefusal(
        await cede(['tune', 'old.json', 'cal.csv', ...promise.split(' ')], { cwd }),
        1,
        /written before certificates and has no stored thresholds.*Fit it again with cede fit\./,
      );
  });
});

describe('groups', () => {
  it('evaluate reports each, and warns of harm where there is harm', async () => {
    const args = ['evaluate', 'policy.json', 'worse.csv', '--group', 'group'];
    const { groups } = await document(args, { cwd });
    const harmed = Object.fromEntries(
      groups.groups.map(({ name, harmed }: { name: string; harmed: boolean }) => [name, harmed]),
    );
    expect(harmed).toEqual({ north: false, south: true });
    expect(await done(args, { cwd })).toContain('Handing over harms south');
  });

  it('may have thresholds of their own: an equal rate, or a promise kept in each', async () => {
    const rate = ['--group', 'group', '--per-group', 'rate', '--rate', '0.3', '-o', 'equal.json'];
    await done(['tune', 'policy.json', 'cal.csv', ...rate], { cwd });
    const own = policyOf('equal.json');
    expect(own.requires).toEqual(['group-thresholds']);
    const { groups } = await document(['evaluate', 'equal.json', 'cal.csv'], { cwd });
    for (const { rate } of groups.groups) expect(rate).toBeCloseTo(0.3, 2);
    const lines = (await done(['decide', 'equal.json', 'next.csv'], { cwd })).trim().split('\n');
    const used = new Set(lines.map((line) => JSON.parse(line).threshold));
    expect([...used].sort()).toEqual([...own.threshold.groups.values].sort());
    // The batch honours them too: those furthest below their own threshold come first.
    const { top } = await document(['decide', 'equal.json', 'next.csv', '--top', '1200'], { cwd });
    const margins = lines.map((line) => JSON.parse(line).margin).sort((a, b) => a - b);
    top.forEach(({ margin }: { margin: number }, k: number) => {
      expect(margin).toBeCloseTo(margins[k], 6);
    });
    expect(new Set(top.map(({ group }: { group: string }) => group)).size).toBe(2);
    const common = await done(['decide', 'equal.json', 'nameless.csv'], { cwd });
    expect(JSON.parse(common.split('\n')[0]).threshold).toBe(own.threshold.values[0]);

    const error = ['--group', 'group', '--per-group', 'error', '--max-error', '0.22'];
    const answer = await document(['tune', 'policy.json', 'cal.csv', ...error, '-o', 'e.json'], {
      cwd,
    });
    expect(answer.feasible).toBe(true);
    expect(answer.groups.map(({ confidence }: { confidence: number }) => confidence)).toEqual([
      0.975, 0.975,
    ]);
    expect(answer.confidence).toBe(0.95);
    const said = await done(['tune', 'policy.json', 'cal.csv', ...error, '-o', 'e.json'], { cwd });
    expect(said).toContain(
      'Certified with 97.5 % confidence (so that all 2 groups together have 95 %) on ',
    );
    const [north] = answer.groups;
    const seen = await done(['evaluate', 'e.json', 'next.csv'], { cwd });
    expect(seen).toMatch(
      /^1,200 rows, 2 groups \(group\) with thresholds of their own; for other cases −?[\d.]+\n {2}handed over {3}[^;]*\n/,
    );
    expect(seen).toContain(`(group: north), 97.5 % confidence, ${north.rows} rows: these rows`);
    expect(north.rows).toBeLessThan(1000);
    expect(await done(['evaluate', 'e.json', 'nameless.csv'], { cwd })).toMatch(
      /^1,200 rows, threshold \S+, the common one: these rows don't tell their group \(group\)\n.*; the calibration rows said[\s\S]*97\.5 % confidence, \d+ rows: these rows don't tell their group, so they can't contradict it/,
    );
  });
});

describe('experts who answered only some cases', () => {
  it('are weighed by propensity: given, or fitted with a warning', async () => {
    const given = ['fit', 'asked.csv', '--propensity', 'asked', ...FIT, '-o', 'given.json'];
    expect((await document(given, { cwd })).warnings).toEqual([]);
    const fitted = ['fit', 'asked.csv', ...FIT, '-o', 'fitted.json'];
    const { warnings } = await document(fitted, { cwd });
    expect(warnings.join()).toMatch(/answered [\d,]+ of 1,500 rows.*estimated from the features/);
    // On the same cases with every answer there, both come close to what was said without them.
    for (const name of ['given.json', 'fitted.json']) {
      const { expected, value } = await document(['evaluate', name, 'next.csv'], { cwd });
      expect(Math.abs(expected.value - value)).toBeLessThan(0.06);
    }
    const partly = ['evaluate', 'given.json', 'asked.csv', '--propensity', 'asked'];
    const found = await document(partly, { cwd });
    const all = await document(['evaluate', 'given.json', 'next.csv'], { cwd });
    expect(found.answered).toBeLessThan(found.rows);
    expect(Math.abs(found.expertAlone - all.expertAlone)).toBeLessThan(0.06);
  });

  it('several are compared side by side', async () => {
    const args = ['compare', 'fit.csv', 'next.csv', '--out', 'two', '--methods', 'conf,linear'];
    const experts = ['--expert', 'a=expert_label', '--expert', 'b=label', '--method', 'linear'];
    const results = await document([...args, ...experts, '--seeds', '1'], { cwd });
    expect(Object.keys(results.experts)).toEqual(['a', 'b']);
    expect(results.experts.b.test.expertAccuracy).toBe(100);
    expect(results.experts.a.methods).toEqual(results.methods);
    const { asked, ...alone } = policyOf('two/experts/b/results.json');
    expect(alone).toEqual(results.experts.b);
    expect(asked).toEqual({ ...results.asked, expert: asked.expert });
  });
});

describe('no expert at all', () => {
  it('fit, evaluate, certify, decide and compare work for reject', async () => {
    const fit = ['fit', 'alone.csv', '--method', 'reject', '--epochs', '15', '-o', 'reject.json'];
    await done(fit, { cwd });
    const { rejection } = await document(['evaluate', 'reject.json', 'alone-next.csv'], { cwd });
    expect(rejection.aurc).toBeGreaterThan(rejection.augrc);
    expect(rejection.curve.at(-1).coverage).toBe(1);
    expect(rejection.risk).toBeLessThan(rejection.curve.at(-1).risk);
    const sure = ['tune', 'reject.json', 'cal.csv', '--max-error', '0.15', '-o', 'r.json'];
    expect(await document(sure, { cwd })).toMatchObject({ feasible: true });
    const line = (await done(['decide', 'r.json', 'alone-next.csv'], { cwd })).split('\n')[0];
    expect(['model', 'reject']).toContain(JSON.parse(line).route);
    const dear = ['tune', 'reject.json', 'cal.csv', '--max-cost', '0.75', '-o', 'dear.json'];
    const paid = await document([...dear, '--error-cost', '5'], { cwd });
    expect(paid).toMatchObject({ feasible: true, bound: 0.75 });
    const kept = await document(['evaluate', 'dear.json', 'cal.csv'], { cwd });
    // The model has run on every case, turned away or not: its answer is paid for.
    const [head, ...lines] = readFileSync(folder.at('cal.csv'), 'utf8').trim().split('\n');
    const at = head.split(',').indexOf('model_cost');
    const spent = lines.reduce((sum, each) => sum + Number(each.split(',')[at]), 0) / lines.length;
    expect(paid.largestCost * paid.estimate.error).toBeCloseTo(
      5 * kept.rejection.generalisedRisk + spent,
      5,
    );
    expect(kept.certificates[0]).toMatchObject({ applies: true, contradicted: false });
    expectRefusal(
      await cede(dear, { cwd }),
      1,
      /nothing says how much\. Price errors with --error-cost 5/,
    );
    // A matrix of 5 for every error is the same price.
    writeFileSync(folder.at('fives.csv'), '0,5,5\n5,0,5\n5,5,0\n');
    const matrix = ['--cost-matrix', 'fives.csv'];
    const priced = await document([...dear, ...matrix], { cwd });
    expect([priced.threshold, priced.largestCost]).toEqual([paid.threshold, paid.largestCost]);
    const unseen = await document(['evaluate', 'dear.json', 'cal.csv'], { cwd });
    expect(unseen.certificates[0].untold).toBe('these rows came without --cost-matrix');
    const again = await document(['evaluate', 'dear.json', 'cal.csv', ...matrix], { cwd });
    expect(again.certificates[0].found[0].found).toBeCloseTo(priced.estimate.error, 9);
    const dial = ['tune', 'reject.json', 'cal.csv', '--bounds', '-o', 'dial.json'];
    const bounds = await document([...dial, ...matrix], { cwd });
    expect(bounds.dial.cost).toEqual({ largest: paid.largestCost });
    const out = ['--out', 'rej', '--method', 'reject', '--seeds', '1', '--epochs', '5'];
    const results = await document(['compare', 'alone.csv', 'alone-next.csv', ...out], { cwd });
    expect(Object.keys(results.methods)).toEqual(['random', 'conf', 'reject', 'oracle']);
    expect(results.methods.oracle.aurc).toBeLessThan(results.methods.reject.aurc);
    expect(results.methods.conf.augrc).toBeGreaterThan(0);
    expect(results.verdict).toBeNull();
  });

  it('other methods still ask for the expert', async () => {
    expectRefusal(
      await cede(['fit', 'alone.csv', '-o', 'x.json'], { cwd }),
      1,
      /no expert columns found/,
    );
  });
});

describe('metrics of a comparison', () => {
  it('are added to results.json, and groups and costs to the report', async () => {
    const args = ['compare', 'fit.csv', 'next.csv', '--out', 'm', '--methods', 'conf,linear'];
    const money = ['--method', 'linear', '--seeds', '1', '--error-cost', '5', '--budget', '0.3'];
    const results = await document([...args, ...money], { cwd });
    const { linear, oracle, random } = results.methods;
    expect([random.shareOfGap, oracle.shareOfGap]).toEqual([0, 1]);
    expect(linear.shareOfGap).toBeGreaterThan(0);
    expect(linear.ratesForGain.map(({ share }: { share: number }) => share)).toEqual([
      0.5, 0.8, 0.95,
    ]);
    expect(linear.reviewsSaved).toHaveLength(3);
    expect(linear.balancedAccuracy).toHaveLength(results.rates.length);
    expect(results.test.model.brier).toBeGreaterThan(0);
    expect(results.groups.groups).toHaveLength(2);
    const { cheapest, modelAlone, budget } = results.costs;
    expect(cheapest.cost).toBeLessThanOrEqual(modelAlone);
    expect(cheapest.lower).toBeLessThanOrEqual(cheapest.upper);
    expect(budget.asked).toBe(0.3);
    // The headline and the policy are those of the budget, as the calibration rows have it.
    const { threshold } = JSON.parse(readFileSync(folder.at('m/policy.json'), 'utf8'));
    expect(threshold.chosen).toEqual({ by: 'budget', budget: 0.3 });
    expect(results.finding.rateFrom).toBe('budget');
    expect(Math.abs(results.finding.rate - budget.point.rate)).toBeLessThan(0.1);
    expect(budget.point.spent).toBeLessThanOrEqual(0.3);
    const costs = results.costs.methods;
    expect(Object.keys(costs)).toEqual(['random', 'conf', 'linear', 'oracle']);
    results.rates.forEach((rate: number, k: number) => {
      expect(costs.random.mean[k]).toBeCloseTo(
        modelAlone + rate * (results.costs.expertAlways - modelAlone),
        9,
      );
      for (const name of ['conf', 'linear']) {
        expect(costs.oracle.mean[k]).toBeLessThanOrEqual(costs[name].mean[k] + 1e-9);
        expect(costs[name].lower[k]).toBeLessThan(costs[name].mean[k]);
        expect(costs[name].upper[k]).toBeGreaterThan(costs[name].mean[k]);
        expect(costs[name].spent[k]).toBeLessThan(costs[name].mean[k]);
      }
    });
    expect(costs.linear.cheapest).toEqual({ rate: cheapest.rate, cost: cheapest.cost });
    const lines = readFileSync(folder.at('m/costs.csv'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1 + 4 * 101);
    for (const name of ['costs', 'costs-by-spending']) {
      expect(readFileSync(folder.at(`m/${name}.svg`), 'utf8')).toContain('Cost per case');
      expect(
        readFileSync(folder.at(`m/${name}.png`))
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
    }
    const report = readFileSync(folder.at('m/report.html'), 'utf8');
    expect(report).toContain('id="costs-spending-wide-title"');
    expect(report).toContain('cheapest rate');
    expect(report).toContain('of it for answers');
    expect(report).toContain('Between groups, rates differ');
  });
});
