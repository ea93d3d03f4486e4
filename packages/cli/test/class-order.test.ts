import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cede, cedeProcess, document, expectRefusal, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

/**
 * Columns are numbered in the order entail, neutral, contra; the labels are names. Sorted, they
 * would be contra, entail, neutral, and every number would be wrong.
 */
const NAMES = ['entail', 'neutral', 'contra'];
const folder = temporaryFolder();
const cwd = folder.path;

beforeAll(() => {
  for (const [name, seed] of [
    ['fit.csv', 1],
    ['test.csv', 2],
  ] as const) {
    const { rows, label, model, experts } = world({ rows: 600, seed });
    const [expert] = experts;
    if (expert.kind !== 'probabilities') throw new Error('the world changed');
    const lines = Array.from({ length: rows }, (_, i) =>
      [
        NAMES[label![i]],
        ...model!.subarray(3 * i, 3 * i + 3),
        ...expert.probabilities.subarray(3 * i, 3 * i + 3),
      ].join(','),
    );
    writeFileSync(
      folder.at(name),
      `label,model_0,model_1,model_2,expert_0,expert_1,expert_2\n${lines.join('\n')}\n`,
    );
  }
});
afterAll(folder.remove);

it.each([
  ['check', 'fit.csv'],
  ['check', 'fit.csv', '--verdict'],
  ['fit', 'fit.csv', '--method', 'linear', '-o', 'p.json'],
  ['compare', 'fit.csv', 'test.csv', '--out', 'c'],
])('%s %s %s refuses names in the wrong order and gives the right one', async (...args) => {
  const ran = await cede(args, { cwd });
  expectRefusal(ran, 1, /^cede: table fit\.csv: .*; --classes entail,neutral,contra makes it \d/);
});

it('with that option the commands agree, and a policy carries the order on', async () => {
  const classes = ['--classes', 'entail,neutral,contra'];
  const fitted = ['fit', 'fit.csv', '--method', 'linear', '-o', 'policy.json', ...classes];
  expect((await cede(fitted, { cwd })).code).toBe(0);
  const [right, wrong] = await Promise.all([
    document(['evaluate', 'policy.json', 'test.csv'], { cwd }),
    document(['check', 'test.csv', '--classes', 'contra,entail,neutral'], { cwd }),
  ]);
  expect(right.model).toBeGreaterThan(0.6);
  // Who states an order gets it: only a guess is refused.
  expect(JSON.stringify(wrong)).toContain('if its columns were entail, neutral, contra');
});

it('rows whose columns name other classes are refused, unless --classes says that they are these', async () => {
  const header = (names: readonly string[]) =>
    `label,${names.map((name) => `model_p_${name}`).join(',')},expert_label`;
  const rows = Array.from({ length: 200 }, (_, i) => {
    const said = [0.2, 0.2, 0.2].map((p, k) => (k === i % 3 ? 0.6 : p));
    return [i % 7 === 0 ? 'neutral' : NAMES[i % 3], ...said, NAMES[(i * i) % 3]].join(',');
  });
  writeFileSync(folder.at('named.csv'), [header(NAMES), ...rows].join('\n'));
  writeFileSync(folder.at('other.csv'), [header(['x', 'y', 'z']), ...rows].join('\n'));
  const fitted = ['fit', 'named.csv', '--method', 'linear', '--rate', '0.2', '-o', 'named.json'];
  expect((await cede(fitted, { cwd })).code).toBe(0);
  const said = (whose: string) =>
    new RegExp(
      `^cede: .*model columns "model_p_\\*" speak of x, y, z, but the classes of ${whose} are entail, neutral, contra\\. If these are the same in the same order, pass --classes entail,neutral,contra\\.`,
    );
  for (const args of [
    ['decide', 'named.json', 'other.csv'],
    ['decide', 'named.json', 'other.csv', '--top', '5'],
    ['evaluate', 'named.json', 'other.csv'],
    ['tune', 'named.json', '--traffic', 'other.csv', '--rate', '0.1', '-o', 'tuned.json'],
  ])
    expectRefusal(await cede(args, { cwd }), 1, said('the policy'));
  const compared = ['compare', 'named.csv', 'other.csv', '--out', 'c'];
  expectRefusal(await cede(compared, { cwd }), 1, said('named.csv'));
  const given = ['decide', 'named.json', 'other.csv', '--classes', NAMES.join(',')];
  expect((await cede(given, { cwd })).out.trim().split('\n')).toHaveLength(200);
});

it("the policy's own classes in another order are no names for its rows", async () => {
  const policy = (
    await cede(['fit', 'named.csv', '--rate', '0.2', '-o', 'moved.json', '--method', 'linear'], {
      cwd,
    })
  ).code;
  expect(policy).toBe(0);
  const moved = ['--classes', 'neutral,entail,contra'];
  const said =
    /--classes neutral,entail,contra: the policy has class neutral at another place \(entail, neutral, contra\)/;
  for (const args of [
    ['decide', 'moved.json', 'named.csv', ...moved],
    ['evaluate', 'moved.json', 'named.csv', ...moved],
    ['score', 'moved.json', 'named.csv', '-o', 'scored', ...moved],
    ['tune', 'moved.json', '--traffic', 'named.csv', '--rate', '0.1', '-o', 'x.json', ...moved],
  ])
    expectRefusal(await cede(args, { cwd }), 1, said);
  const two = ['decide', 'moved.json', 'named.csv', '--classes', 'a,b'];
  expectRefusal(await cede(two, { cwd }), 1, /names 2 classes, and the policy has 3: entail/);
  // Refused before the file is opened, which can't be: one sentence, and no stack of the second error.
  const gone = ['decide', 'moved.json', 'gone.csv', '--classes', 'a,b'];
  expectRefusal(await cedeProcess(gone, { cwd }), 1, /names 2 classes/);
});

it('a comma of a name is written \\,', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const y = i % 2 === 0 ? '"yes, sure"' : 'no';
    return `${y},${i % 2 === 0 ? '0.7,0.3' : '0.2,0.8'},${y},${i}`;
  });
  const header = 'label,model_p0,model_p1,expert_label,"size, cm"';
  writeFileSync(folder.at('comma.csv'), [header, ...rows].join('\n'));
  const args = ['check', 'comma.csv', '--classes', 'yes\\, sure,no', '--features', 'size\\, cm'];
  expect((await cede(args, { cwd })).out).toMatch(
    /sees the model's probabilities, size, cm[\s\S]*model alone +100\.00 %/,
  );
});
