import { expect, test } from 'vitest';
import { type Cell, hashOf } from '../cell/cell.js';
import { memoryLedger } from '../ledger/memory.js';
import { inlineRunner } from './inline.js';
import { planRun } from './plan.js';
import type { RunProgress } from './progress.js';
import { runCells } from './run-cells.js';

const cell = (name: string, needs?: Record<string, Cell>): Cell => ({
  kind: 'k',
  spec: { name },
  ...(needs && { needs }),
});

test('looks up every cell once, however many others need it', async () => {
  // A ladder: each rung is needed twice by the next, so that asking anew would double every time.
  let rung = cell('0');
  for (let k = 1; k <= 12; k++)
    rung = cell(`${k}`, { left: rung, right: cell(`${k}b`, { again: rung }) });
  const kept = memoryLedger();
  await kept.write(cell('0'), 'ground');
  const asked: string[] = [];
  const ledger = {
    ...kept,
    read: (wanted: Cell) => {
      asked.push(hashOf(wanted));
      return kept.read(wanted);
    },
  };
  const { found, missing } = await planRun([rung, rung], ledger);
  expect(asked).toHaveLength(1 + 2 * 12);
  expect(new Set(asked).size).toBe(asked.length);
  expect([...found]).toEqual([[hashOf(cell('0')), 'ground']]);
  const place = new Map(missing.map((each, k) => [hashOf(each), k]));
  for (const each of missing)
    for (const need of Object.values(each.needs ?? {}))
      expect(place.get(hashOf(need)) ?? -1).toBeLessThan(place.get(hashOf(each))!);
});

test('a run with nothing left to do is done, not NaN', async () => {
  const ledger = memoryLedger();
  await ledger.write(cell('a'), 1);
  const seen: RunProgress[] = [];
  const runner = inlineRunner({ k: () => 2 });
  expect(
    await runCells([cell('a')], { runner, ledger, onProgress: (now) => seen.push(now) }),
  ).toEqual([1]);
  expect(seen).toEqual([
    expect.objectContaining({ cells: 0, finished: 0, found: 1, done: 1, secondsLeft: 0 }),
  ]);
});
