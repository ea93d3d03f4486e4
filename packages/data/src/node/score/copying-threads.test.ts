import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideWhole, fitPolicy, stream, type Table } from '@cede/core';
import { afterAll, expect, test } from 'vitest';
import { writeTable } from '../write-table.js';
import { openCopyingThreads } from './copying-threads.js';
import { countOnes } from './part.js';
import { rowGroupsOf } from './row-groups.js';
import { scoreParts } from './score-parts.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-copying-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

function rows(count: number, seed: number): Table {
  const random = stream(seed, 'copying');
  const model = Float32Array.from({ length: 2 * count });
  for (let i = 0; i < count; i++) {
    model[2 * i] = random.uniform();
    model[2 * i + 1] = 1 - model[2 * i];
  }
  const label = Int32Array.from({ length: count }, () => random.below(2));
  const experts = [{ name: 'expert', kind: 'labels', labels: label } as const];
  return { rows: count, classes: ['0', '1'], label, model, experts, columns: [] };
}

const policy = fitPolicy(rows(500, 1), { method: 'drcpe-zeroone', epochs: 2, rate: 0.3 });

const asking = async (part: string, file: string) => ({
  part: at(part),
  file: at(file),
  asked: { kept: [], leftOut: [] },
  rowGroups: await rowGroupsOf(at(part)),
  columns: {},
  rowsAtOnce: 2048,
});

/** A part with an expert's columns would be read in windows. */
const unanswered = (table: Table): Table => ({ ...table, experts: [] });

test('a thread copies the parts of its lanes as the caller would; its own lanes stay with it', async () => {
  const part = rows(9000, 2);
  await writeTable(at('part.parquet'), unanswered(part));
  const threads = await openCopyingThreads(policy, 2);
  try {
    expect([0, 1, 2, 3].map((lane) => threads.ofLane(lane) === undefined)).toEqual([
      ...[true, false, true, false],
    ]);
    const seen: number[] = [];
    const counts = await threads.ofLane(3)!(await asking('part.parquet', 'copy.parquet'), (n) =>
      seen.push(n),
    );
    const deferred = countOnes(decideWhole(policy, part).defer);
    expect(counts).toEqual({ rows: 9000, deferred });
    expect(seen.length).toBeGreaterThan(1);
  } finally {
    await threads.close();
  }
  await scoreParts(policy, at('part.parquet'), at('here'), { columns: {}, threads: 0 });
  expect(readFileSync(at('copy.parquet'))).toEqual(readFileSync(at('here/part.parquet')));
});

test('it leaves a bad part to who asked, and goes on with the next', async () => {
  const bad = rows(9000, 3);
  bad.model![17_000] = 7;
  await writeTable(at('bad.parquet'), unanswered(bad));
  const threads = await openCopyingThreads(policy, 2);
  const copy = threads.ofLane(1)!;
  try {
    expect(await copy(await asking('bad.parquet', 'bad-copy.parquet'), () => {})).toBeUndefined();
    expect(existsSync(at('bad-copy.parquet'))).toBe(false);
    expect(await copy(await asking('part.parquet', 'next.parquet'), () => {})).toMatchObject({
      rows: 9000,
    });
  } finally {
    await threads.close();
  }
});

test('it stops where it is told to, and a thread that is gone is an error', async () => {
  const stop = new AbortController();
  const threads = await openCopyingThreads(policy, 2, stop.signal);
  const copy = threads.ofLane(1)!;
  stop.abort();
  expect(await copy(await asking('part.parquet', 'stopped.parquet'), () => {})).toBeUndefined();
  await threads.close();
  await expect(copy(await asking('part.parquet', 'gone.parquet'), () => {})).rejects.toThrow(
    /ended before it had answered/,
  );
});
