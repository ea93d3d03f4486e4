import { AbortedError, InputError } from '@cede/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functions } from '../../test/cells.js';
import type { Cell } from '../cell/cell.js';
import { memoryLedger } from '../ledger/memory.js';
import { inlineRunner } from '../runner/inline.js';
import type { RunProgress } from '../runner/progress.js';
import { runCells } from '../runner/run-cells.js';
import { poolRunner } from './pool.js';

const entry = new URL('../../test/cells.js', import.meta.url);
const numbers = (seed: number): Cell => ({ kind: 'numbers', spec: { seed, count: 3 } });

const context = { name: 'here', marks: new Int32Array(new SharedArrayBuffer(4)) };

/** What every runner must do. */
describe.each([
  ['inline', inlineRunner(functions, context)],
  ['a pool of one', poolRunner(entry, { jobs: 1, context })],
  ['a pool of three', poolRunner(entry, { jobs: 3, context })],
  ['a pool without threads', poolRunner(entry, { jobs: 1, context })],
])('%s', (name, runner) => {
  // Threads take a while to start; the tests are about cells.
  beforeAll(async () => {
    if (name === 'inline') return;
    if (name === 'a pool without threads') process.env.CEDE_INLINE = '1';
    const warm = Array.from({ length: runner.jobs }, (_, i) => ({
      kind: 'wait',
      spec: { milliseconds: 1_000 + i },
    }));
    await runCells(warm, { runner, ledger: memoryLedger() });
  });
  afterAll(() => {
    delete process.env.CEDE_INLINE;
    return runner.close();
  });

  test('gives the results in the order of the cells, not of the finish', async () => {
    const cells = [400, 1, 30, 2, 1].map((milliseconds) => ({
      kind: 'wait',
      spec: { milliseconds },
    }));
    const finished: unknown[] = [];
    const results = await runCells(cells, {
      runner,
      ledger: memoryLedger(),
      onFinished: (cell) => finished.push((cell.spec as { milliseconds: number }).milliseconds),
    });
    expect(results).toEqual([400, 1, 30, 2, 1]);
    expect(finished).toHaveLength(4); // the twins are one cell
    if (runner.jobs > 1) expect(finished.at(-1)).toBe(400);
  });

  test('hands on what a cell needs, typed arrays and all', async () => {
    const sum = { kind: 'sum', spec: {}, needs: { one: numbers(0), two: numbers(1) } };
    const [total, first] = await runCells([sum, numbers(0)], { runner, ledger: memoryLedger() });
    expect(total).toEqual({ total: expect.closeTo(3 * (1 + 1 / 2 + 1 / 3), 6) });
    // −∞ survives, a key without a value doesn't: as a later run would read it.
    expect(first).toStrictEqual({
      values: Float32Array.of(1, 1 / 2, 1 / 3),
      largest: Number.NEGATIVE_INFINITY,
    });
  });

  test('computes only what is missing, and looks no deeper than it must', async () => {
    const ledger = memoryLedger();
    const computed: Cell[] = [];
    const run = (cells: Cell[]) =>
      runCells(cells, { runner, ledger, onFinished: (cell) => computed.push(cell) });
    const sum = { kind: 'sum', spec: {}, needs: { one: numbers(0) } };
    await ledger.write(sum, 'known');
    expect(await run([sum])).toEqual(['known']);
    expect(computed).toEqual([]);
    await run([sum, numbers(5)]);
    await run([sum, numbers(5), numbers(6)]);
    expect(computed).toEqual([numbers(5), numbers(6)]);
  });

  test('passes on the progress a cell reports', async () => {
    const seen: RunProgress[] = [];
    const cells = [{ kind: 'reports', spec: {} }, numbers(0)];
    await runCells(cells, {
      runner,
      ledger: memoryLedger(),
      onProgress: (progress) => seen.push(progress),
    });
    const notes = seen.flatMap(({ running }) => running.map(({ progress }) => progress.note));
    expect(notes).toContain('a quarter');
    expect(notes).toContain('three quarters');
    expect(seen[0]).toMatchObject({ cells: 2, finished: 0, done: 0 });
    expect(seen.at(-1)).toMatchObject({ finished: 2, done: 1, running: [], secondsLeft: 0 });
    const shares = seen.map(({ done }) => done);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  test('what a cell refuses stays an InputError, and what was finished stays kept', async () => {
    const ledger = memoryLedger();
    const refuses = { kind: 'refuses', spec: { name: 'x' } };
    const late = { kind: 'wait', spec: { milliseconds: 5_000 } };
    const failed = runCells([numbers(0), refuses, late], { runner, ledger });
    const refusal = { message: 'spec x: refused.', sentence: 'refused.', subject: 'spec x' };
    await expect(failed).rejects.toMatchObject(refusal);
    await expect(failed).rejects.toMatchObject({ code: 'row-invalid', details: { row: 3 } });
    await expect(failed).rejects.toBeInstanceOf(InputError);
    expect(await ledger.read(refuses)).toBeUndefined();
    expect(await ledger.read(late)).toBeUndefined();
    if (runner.jobs === 1) expect(await ledger.read(numbers(0))).toBeDefined();
  });

  test('a broken function, an unknown kind and a result that no file holds are errors', async () => {
    const run = (kind: string) =>
      runCells([{ kind, spec: {} }], { runner, ledger: memoryLedger() });
    await expect(run('breaks')).rejects.toThrow('something is undefined');
    await expect(run('nothing')).rejects.toThrow(
      /cell kind "nothing" is unknown \(known: numbers,/,
    );
    await expect(run('unkeepable')).rejects.toThrow(/found a Map/);
  });

  test('stops when told, keeps what is finished, and works again afterwards', async () => {
    const ledger = memoryLedger();
    const control = new AbortController();
    const spins = Array.from({ length: 6 }, (_, i) => ({
      kind: 'spins',
      spec: { milliseconds: 3_000 + i },
    }));
    const began = performance.now();
    const stopped = runCells([numbers(0), ...spins], {
      runner,
      ledger,
      signal: control.signal,
      onFinished: () => control.abort(),
    });
    await expect(stopped).rejects.toBeInstanceOf(AbortedError);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await ledger.read(numbers(0))).toBeDefined();
    for (const cell of spins) expect(await ledger.read(cell)).toBeUndefined();
    await expect(runCells([numbers(1)], { runner, ledger })).resolves.toHaveLength(1);
    const again = runCells([numbers(1)], { runner, ledger, signal: control.signal });
    await expect(again).rejects.toBeInstanceOf(AbortedError);
  });

  test('gives every cell its context, shared memory not copied', async () => {
    context.marks[0] = 0;
    const cell = { kind: 'context', spec: {} };
    expect(await runCells([cell], { runner, ledger: memoryLedger() })).toEqual(['here']);
    expect(context.marks[0]).toBe(1);
  });

  test('no cells, no work', async () => {
    expect(await runCells([], { runner, ledger: memoryLedger() })).toEqual([]);
  });
});

describe('a pool', () => {
  test('ends a cell that holds its thread and never looks', async () => {
    const runner = poolRunner(entry, { jobs: 1 });
    const control = new AbortController();
    setTimeout(() => control.abort(), 300);
    const began = performance.now();
    const run = runCells([{ kind: 'spins', spec: { milliseconds: 20_000 } }], {
      runner,
      ledger: memoryLedger(),
      signal: control.signal,
    });
    await expect(run).rejects.toBeInstanceOf(AbortedError);
    expect(performance.now() - began).toBeLessThan(5_000);
    await runner.close();
  });

  test('refuses a senseless number of jobs', () => {
    expect(() => poolRunner(entry, { jobs: 0 })).toThrow(
      /jobs: must be a whole number from 1, got 0/,
    );
  });
});

test.each([
  ['follows the weights of the cells', 10_000, [undefined, 35, 30, 15, 0]],
  ['is not told in the first two seconds', 1000, [undefined, undefined, undefined, 1.5, 0]],
])('the time left %s', async (_, pace, expected) => {
  let time = 0;
  const seen: (number | undefined)[] = [];
  const runner = inlineRunner({
    step: ({ spec, report }) => {
      time += 0.5 * pace * spec;
      report({ done: 0.5 });
      time += 0.5 * pace * spec;
      return spec;
    },
  });
  await runCells(
    [1, 3].map((spec) => ({ kind: 'step', spec })),
    {
      runner,
      ledger: memoryLedger(),
      weight: (cell) => cell.spec as number,
      clock: () => time,
      onProgress: ({ secondsLeft }) => seen.push(secondsLeft),
    },
  );
  expect(seen).toEqual(expected);
});

test('threads import their module and never require it: ended in mid-require, Node aborts', async () => {
  const runner = poolRunner(entry, { jobs: 1 });
  const [requires] = await runCells([{ kind: 'requiresModules', spec: {} }], {
    runner,
    ledger: memoryLedger(),
  });
  expect(requires).toBe(false);
  await runner.close();
});
