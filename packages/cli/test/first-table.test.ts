import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cede, done, expectRefusal, QUICK, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

/**
 * A table as somebody brings it who has only read docs/start.md: columns named by a spreadsheet,
 * and probabilities that call the classes something else than the labels do.
 */
const folder = temporaryFolder();
const cwd = folder.path;
const SHORT = ['M', 'B', 'U'];
const LONG = ['malignant', 'benign', 'unclear'];
const COLUMNS = ['--model', 'p *', '--label', 'Diagnosis', '--expert', 'Dr.: *'];
const RENAMED = [...COLUMNS, '--classes', SHORT.join()];

beforeAll(() => {
  const { rows, label, model, experts } = world({ rows: 400, seed: 1 });
  const [expert] = experts;
  if (expert.kind !== 'probabilities') throw new Error('the world changed');
  const lines = (order: readonly number[]) =>
    Array.from({ length: rows }, (_, i) =>
      [
        i,
        SHORT[label![i]],
        ...order.map((k) => model![3 * i + k]),
        ...expert.probabilities.subarray(3 * i, 3 * i + 3),
        `${20 + (i % 50)}`,
      ].join(','),
    );
  const head = (order: readonly number[]) =>
    `Case No.,Diagnosis,${order.map((k) => `p (${LONG[k]})`)},${SHORT.map((name) => `Dr.: ${name}`)},Age`;
  const write = (name: string, order: readonly number[]) =>
    writeFileSync(folder.at(name), `${[head(order), ...lines(order)].join('\n')}\n`);
  write('reads.csv', [0, 1, 2]);
  write('turned.csv', [2, 0, 1]);
  writeFileSync(
    folder.at('other.csv'),
    readFileSync(folder.at('reads.csv'), 'utf8').replace('(benign)', '(harmless)'),
  );
});
afterAll(folder.remove);

describe('columns with names of their own', () => {
  it('are all asked for in one refusal', async () => {
    const { err } = await cede(['check', 'reads.csv'], { cwd });
    for (const option of ['--model', '--label', '--expert']) expect(err).toContain(option);
    const second = await cede(['check', 'reads.csv', ...COLUMNS.slice(0, 2)], { cwd });
    for (const option of ['--label', '--expert']) expect(second.err).toContain(option);
    expect(second.err).not.toContain('--model');
  });

  it('are named once: what is not used is told, and the expert has a clean name', async () => {
    const text = await done(['check', 'reads.csv', ...RENAMED], { cwd });
    expect(text).toMatch(
      /Not used: Case No\., Age\. To use them: --id 'Case No\.', --features Age /,
    );
    expect(text).toContain('expert Dr (class probabilities, 400 answers)');
  });
});

describe('a table that only says who was right', () => {
  const WHO = ['--model', 'Small right', '--expert', 'Large.Right', '--features', 'Words'];
  const lines = (yes: string, no: string) =>
    Array.from({ length: 80 }, (_, i) =>
      [i, i % 3 ? yes : no, i % 5 ? yes : no, (7 * i) % 40].join(','),
    );
  beforeAll(() => {
    const head = 'Question,Small right,Large.Right,Words';
    writeFileSync(folder.at('quiz.csv'), `${[head, ...lines('TRUE', 'FALSE')].join('\n')}\n`);
    writeFileSync(folder.at('yes.csv'), `${[head, ...lines('yes', 'no')].join('\n')}\n`);
  });

  it('is told how to name it, and read by names of its own', async () => {
    const { err } = await cede(['check', 'quiz.csv'], { cwd });
    expect(err).toContain('--model small_correct --expert large_correct');
    const text = await done(['check', 'quiz.csv', ...WHO], { cwd });
    expect(text).toContain('expert Large.Right (right or wrong, 80 answers)');
  });

  it('calls the expert by what stands before "right" in sentences', async () => {
    const asked = ['--test-share', '.5', '--methods', 'linear', '--method', 'linear', ...QUICK];
    const text = await done(['compare', 'quiz.csv', ...WHO, ...asked, '--out', 'quiz'], { cwd });
    expect(text).toContain('Cases handed to Large');
    expect(text).not.toContain('Large.Right');
  });

  it('is refused with what to write where it holds yes and no', async () => {
    const { err } = await cede(['check', 'yes.csv', ...WHO], { cwd });
    expect(err).toContain('holds "no" (expected a number)');
    expect(err).toContain('Write 1 and 0, or true and false.');
  });
});

describe('a policy fitted with --classes', () => {
  beforeAll(async () => {
    await done(['fit', 'reads.csv', ...RENAMED, '--method', 'linear', '-o', 'p.json'], { cwd });
  });

  it('knows the columns of its own table again, in whatever order they stand', async () => {
    const right = async (table: string) =>
      JSON.parse(await done(['evaluate', 'p.json', table, '--json'], { cwd }));
    const { system, gain } = await right('reads.csv');
    const turned = await right('turned.csv');
    expect([turned.system, turned.gain]).toEqual([system, gain]);
    const decided = (table: string) => done(['decide', 'p.json', table], { cwd });
    expect(await decided('turned.csv')).toBe(await decided('reads.csv'));
  });

  it('still refuses columns of other names', async () => {
    expectRefusal(await cede(['evaluate', 'p.json', 'other.csv'], { cwd }), 1, /--classes M,B,U/);
  });

  it('may come from compare, which says where it is', async () => {
    const words = ['compare', 'reads.csv', ...RENAMED, '--test-share', '.5', '--out', 'results'];
    const text = await done([...words, '--method', 'linear', '--seeds', '1', ...QUICK], { cwd });
    expect(text).toContain('A policy to deploy: results/policy.json');
    await done(['evaluate', 'results/policy.json', 'turned.csv'], { cwd });
  });
});
