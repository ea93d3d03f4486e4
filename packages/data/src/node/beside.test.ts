import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Batch } from '../read/contract.js';
import { beside } from './beside.js';
import { FastReaderFailed } from './duckdb.js';

const numbers = (...values: number[]): Batch => ({
  rows: values.length,
  columns: [Float32Array.from(values)],
});
const texts = (...values: (string | null)[]): Batch => ({ rows: values.length, columns: [values] });

async function* slowly(...batches: Batch[]): AsyncGenerator<Batch> {
  for (const batch of batches) {
    await setTimeout(20);
    yield batch;
  }
}
async function* failingAfter(...batches: Batch[]): AsyncGenerator<Batch> {
  yield* batches;
  throw new FastReaderFailed('broken at once');
}
async function read(first: AsyncIterable<Batch>, second: AsyncIterable<Batch>) {
  const rows: unknown[][] = [];
  for await (const { columns } of beside(
    { wants: [1], batches: first },
    { wants: [0], batches: second },
  ))
    for (const [row, number] of columns[1]!.entries()) rows.push([columns[0]![row], number]);
  return rows;
}

it('cuts the rows of both alike, however they come', async () => {
  const some = slowly(numbers(1, 2), numbers(3, 4, 5));
  const others = slowly(texts('a'), texts('b', null, 'd'), texts('e'));
  expect(await read(some, others)).toEqual([
    ['a', 1],
    ['b', 2],
    [null, 3],
    ['d', 4],
    ['e', 5],
  ]);
});

it('hears of a failure that came while it was waiting for the other', async () => {
  await expect(read(slowly(numbers(1)), failingAfter())).rejects.toThrow('broken at once');
});

it('refuses rows that only one has', async () => {
  const one = 'rows that only one reader found';
  await expect(read(slowly(numbers(1, 2)), slowly(texts('a')))).rejects.toThrow(one);
  await expect(read(slowly(numbers(1)), slowly(texts('a'), texts('b')))).rejects.toThrow(one);
});
