import { existsSync } from 'node:fs';
import {
  type DecidedTable,
  fitPolicy,
  InputError,
  type Policy,
  stream,
  type Table,
} from '@cede/core';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Problems } from '../../problems.js';
import { batchOf, decideBatch, type Reading } from './decide-batch.js';
import { ASKED, FREE, ROWS, shareIn, TAKEN } from './sharing/share.js';
import { openSharingThreads, type SharingThreads } from './sharing-threads.js';
import { scriptOf } from './thread.js';

const CLASSES = 3;

function rowsOf(count: number, seed: number): Float32Array {
  const random = stream(seed, 'sharing');
  const values = new Float32Array(CLASSES * count);
  for (let row = 0; row < count; row++) {
    const p = Array.from({ length: CLASSES }, () => random.uniform() + 0.01);
    const sum = p.reduce((a, b) => a + b, 0);
    const parts = p.map((one) => one / sum);
    values.set(parts, CLASSES * row);
  }
  return values;
}

function tableOf(rows: number): Table {
  const random = stream(5, 'labels');
  const label = Int32Array.from({ length: rows }, () => random.below(CLASSES));
  const experts = [{ name: 'expert', kind: 'labels', labels: label } as const];
  return {
    ...{ rows, label, experts, columns: [], classes: ['0', '1', '2'] },
    model: rowsOf(rows, 1),
  };
}

const policy: Policy = fitPolicy(tableOf(500), { method: 'drcpe-zeroone', epochs: 2, rate: 0.3 });
const wants = ['model_0', 'model_1', 'model_2'].map(
  (field) => ({ field, as: 'float32', width: 1 }) as const,
);
const names = policy.classes;
const reading: Reading = {
  part: 'part',
  plan: {
    ...{ wants, experts: [], features: [], unused: [] },
    model: { wants: [0, 1, 2], width: CLASSES, names, glob: 'model_*' },
  },
  options: { unlabelled: true, classes: policy.classes },
  given: {},
};

const CHUNK = 2048;
const batch = (block: Float32Array) => batchOf(block, reading, CLASSES);
const alone = (block: Float32Array) => decideBatch(policy, reading, batch(block));

let sharing: SharingThreads | undefined;
afterEach(() => {
  sharing?.close();
  vi.restoreAllMocks();
});
beforeAll(() => {
  if (!existsSync(scriptOf('sharing/worker.js'))) throw new Error('Run npm run build first.');
});

/** How often threads were told to begin, were done, and had to be waited for. */
function watchStates() {
  const seen = { taken: 0, back: 0 };
  const exchange = Atomics.compareExchange.bind(Atomics);
  vi.spyOn(Atomics, 'compareExchange').mockImplementation(((array: Int32Array, ...rest) => {
    const [at, expected, value] = rest as [number, number, number];
    const found = exchange(array, at, expected, value);
    if (value === FREE) seen[found === ASKED ? 'back' : 'taken']++;
    return found;
  }) as typeof Atomics.compareExchange);
  return seen;
}

/** Threads take a moment to start; until then they take no share. */
async function untilTaken(decide: () => DecidedTable, seen: { taken: number }): Promise<void> {
  for (let tries = 0; tries < 2000 && seen.taken === 0; tries++) {
    decide();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(seen.taken).toBeGreaterThan(0);
}

for (const threads of [2, 3, 4])
  test(`${threads} threads decide as one does, whether or not they come to it`, async () => {
    sharing = openSharingThreads(policy, threads, 0);
    const decide = sharing.ofPart(reading);
    const seen = watchStates();
    const whole = rowsOf(CHUNK, 7);
    // At once: nobody has started yet, and every share is taken back.
    expect(decide(batch(whole), new Problems())).toEqual(alone(whole));
    expect(seen).toEqual({ taken: 0, back: threads - 1 });
    await untilTaken(() => decide(batch(whole), new Problems()), seen);
    for (const count of [1, 255, 256, 257, 1000, 2047, CHUNK])
      for (let tries = 0; tries < 5; tries++) {
        const block = rowsOf(count, count + tries);
        expect(decide(batch(block), new Problems())).toEqual(alone(block));
      }
  });

test('what is wrong is said wherever the row is, and the next chunk is decided', async () => {
  sharing = openSharingThreads(policy, 2, 0);
  const decide = sharing.ofPart(reading);
  const seen = watchStates();
  const whole = rowsOf(CHUNK, 7);
  await untilTaken(() => decide(batch(whole), new Problems()), seen);
  for (const row of [0, 1023, 1024, CHUNK - 1])
    for (let tries = 0; tries < 3; tries++) {
      const bad = whole.slice();
      bad[CLASSES * row] = 7;
      expect(() => decide(batch(bad), new Problems())).toThrow(InputError);
      expect(decide(batch(whole), new Problems())).toEqual(alone(whole));
    }
});

test('two parts are told apart by their readings', async () => {
  sharing = openSharingThreads(policy, 2, 0);
  // The same columns under other names: their order is another one.
  const turned: Reading = {
    ...reading,
    plan: {
      ...reading.plan,
      model: { ...reading.plan.model!, names: ['2', '1', '0'], stored: true },
    },
  };
  const one = sharing.ofPart(reading);
  const other = sharing.ofPart(turned);
  const seen = watchStates();
  const whole = rowsOf(CHUNK, 7);
  await untilTaken(() => one(batch(whole), new Problems()), seen);
  const expected = decideBatch(policy, turned, batch(whole));
  expect(expected).not.toEqual(alone(whole));
  for (let tries = 0; tries < 5; tries++) {
    expect(other(batch(whole), new Problems())).toEqual(expected);
    expect(one(batch(whole), new Problems())).toEqual(alone(whole));
  }
});

test('few rows start no thread', () => {
  sharing = openSharingThreads(policy, 2, CHUNK);
  const decide = sharing.ofPart(reading);
  const seen = watchStates();
  const whole = rowsOf(CHUNK, 7);
  decide(batch(whole), new Problems());
  expect(seen).toEqual({ taken: 0, back: 0 });
  decide(batch(whole), new Problems());
  expect(seen.taken + seen.back).toBe(1);
});

test('a thread that dies with its share is an error and not a wait without end', () => {
  sharing = openSharingThreads(policy, 2, 0);
  const decide = sharing.ofPart(reading);
  vi.spyOn(Atomics, 'compareExchange').mockReturnValue(TAKEN as never);
  vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  expect(() => decide(batch(rowsOf(CHUNK, 7)), new Problems())).toThrow(
    /ended before it had answered/,
  );
});

test('each share has a place of its own in the memory', () => {
  const memory = new SharedArrayBuffer(16 + 5 * (4 * CLASSES + 5));
  const { control, probabilities, scores, defer } = shareIn(memory, 5, CLASSES);
  probabilities.fill(1);
  scores.fill(2);
  defer.fill(3);
  control[ROWS] = 5;
  expect([...probabilities, ...scores, ...defer]).toEqual(
    [15, 5, 5].flatMap((count, k) => Array(count).fill(k + 1)),
  );
});
