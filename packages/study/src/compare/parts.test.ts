import { deferralCurve, rankScores, stream, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { inlineStudyRunner } from '../inline-runner.js';
import { performAll } from '../run/perform-all.js';
import { shareArrays } from '../run/share-arrays.js';
import type { MethodScores } from '../scores/method-scores.js';
import { handOverRates } from './hand-over-chart.js';
import type { Measured } from './headline.js';
import { gatherParts, type MeasuredParts, partsHere, partTasks } from './parts.js';

function measured(rows: number, weighted: boolean): Measured {
  const random = stream(3, 'parts');
  const draw = (of: () => number) => Float32Array.from({ length: rows }, of);
  const model = draw(() => +(random.uniform() < 0.7));
  const expert = draw(() => +(random.uniform() < 0.8));
  const table: Table = {
    rows,
    classes: ['a', 'b'],
    label: Int32Array.from({ length: rows }, (_, i) => i % 2),
    modelCorrect: model,
    experts: [{ name: 'nurse', kind: 'correct', correct: expert }],
    columns: [],
    ...(weighted && { weight: draw(() => 1 + random.below(3)) }),
  };
  const scored = (name: string, seeds: number): MethodScores => {
    const scores = Array.from({ length: seeds }, () =>
      rankScores(draw((): number => Math.round(300 * random.normal()) / 100)),
    );
    const curves = scores.map((each) => deferralCurve(each, model, expert, table.weight));
    return { name, scores, curves };
  };
  // Numbers of seeds are drawn in the order in which methods ask: 1 before 2, whoever is elsewhere.
  const methods = [scored('a', 1), scored('b', 2), scored('c', 1)];
  const plan = {
    methods: methods.map(({ name }) => ({ name, family: name })),
    ...{ expert: 0, seeds: [7], rate: 0.23, rates: [0.1, 0.5, 1] },
  } as unknown as Measured['plan'];
  return { plan, methods, test: { table, hash: 'world' } };
}

/** As threads do it: whatever is not shared is copied. */
function copyingRunner(jobs: number) {
  const inline = inlineStudyRunner().open({});
  const perform: typeof inline.perform = async (task, watch) =>
    structuredClone(await inline.perform(structuredClone(task), watch));
  return { ...inline, jobs, perform };
}

/** To the bit, and whatever the order of the methods in its maps: deep equality takes seconds. */
function bytesOf(parts: MeasuredParts): string {
  const sorted = <Value>(map: ReadonlyMap<string, Value>, bytes: (value: Value) => unknown) =>
    [...map.keys()].sort().map((name) => [name, bytes(map.get(name)!)]);
  const bits = (array: Float64Array) =>
    Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  const { replicates, counts, metrics, marks } = parts;
  return JSON.stringify([
    sorted(replicates.estimate, (array) => bits(array).toString('base64')),
    sorted(replicates.draws, (array) => bits(array).toString('base64')),
    replicates.rates,
    replicates.resamples,
    sorted(counts, (each) => each),
    sorted(metrics, (each) => each),
    marks,
  ]);
}

describe.each([
  // Enough rows for the kernel that draws many resamples side by side.
  ['plain rows', 10_050, false],
  ['weighted rows', 300, true],
])('the parts of a comparison, %s', (_, rows, weighted) => {
  const given = measured(rows, weighted);
  const at = handOverRates(given.plan);
  const here = partsHere(given, at, 'rows-and-seeds');

  it.each([2, 3])('are the same to the bit from %i hands', async (hands) => {
    const tasks = shareArrays(partTasks(given, at, 'rows-and-seeds', hands));
    expect(tasks.filter(({ kind }) => kind === 'compare-resampled')).toHaveLength(hands);
    const told: number[] = [];
    const results = await performAll(copyingRunner(hands), tasks, {
      onProgress: ({ done }) => told.push(done),
    });
    expect(bytesOf(gatherParts(tasks, results, given.methods))).toBe(bytesOf(here));
    expect(told.at(-1)).toBeCloseTo(1, 9);
  });
});

describe('tasks in several hands', () => {
  const task = { kind: 'no such kind', spec: {}, needs: {}, size: 1 };

  it('end with the first failure', async () => {
    await expect(performAll(copyingRunner(2), [task, task], {})).rejects.toThrow('no such kind');
  });

  it('stop when they are told to', async () => {
    const stop = new AbortController();
    stop.abort();
    const aborted = performAll(copyingRunner(2), [task], { signal: stop.signal });
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('arrays are shared once, and stay shared', () => {
  const array = Float32Array.of(1, 2);
  const shared = shareArrays({ one: array, list: [array, 'text'], none: undefined });
  expect(shared.one.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(shared.list[0]).toBe(shared.one);
  expect([...shared.one]).toEqual([1, 2]);
  expect(shareArrays(shared).one).toBe(shared.one);
  expect(shared).toHaveProperty('none', undefined);
});
