import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stream } from '@cede/core';
import { afterAll, describe, expect, it } from 'vitest';
import { decisionRow } from '../../../test/store-contract.js';
import { temporaryFolder } from '../../../test/world.js';
import type { Store } from '../contract.js';
import { SqliteEngine } from './engine.js';
import { backupStore } from './maintain.js';
import { openSqliteHere, withRedo } from './open.js';
import type { Call } from './recording.js';
import { readFrame, writeFrame } from './redo-frame.js';
import { redoFiles } from './redo-log.js';

const folder = temporaryFolder();
afterAll(folder.remove);

/** Files of 6 kB, so that they take turns all the time. */
const SMALL = 6000;

const outcome = (id: string, value: string) => ({
  ...{ policy: 'p', id, step: 0, who: 'nurse', value, at: 1, by: '' },
});

/** A store with a redo log, in this thread, and its engine. */
async function opened(path: string, full = SMALL): Promise<{ store: Store; engine: SqliteEngine }> {
  const engine = new SqliteEngine(path, 'strict');
  const methods = engine as unknown as Record<string, (...args: unknown[]) => unknown>;
  const call: Call = async (method, args) => methods[method](...args);
  return { engine, store: await withRedo(path, call, full) };
}

/** What a kill leaves: the files as they stand, under another name. */
function killed(path: string, name: string): string {
  const [base] = path.split('/').slice(-1);
  for (const file of readdirSync(join(path, '..')))
    if (file.startsWith(`${base}-redo`) || file === base || file === `${base}-wal`)
      copyFileSync(join(path, '..', file), folder.at(name + file.slice(base.length)));
  return folder.at(name);
}

const idsIn = async (path: string) => {
  const store = openSqliteHere(path);
  const rows = await store.rows('p', 0, 1e6);
  await store.close();
  return rows.map(({ id }) => id);
};

describe('a frame of the redo log', () => {
  const batch = {
    decisions: [decisionRow('über 🙂', { renews: true }), decisionRow('two', { priority: -0.5 })],
    outcomes: [outcome('two', '"b"')],
    state: [['control', '{"t":0.5}']] as const,
  };
  const { frame } = writeFrame(
    batch,
    { run: 2 ** 40 + 1, seq: 7 },
    Buffer.from(new ArrayBuffer(8)),
  );

  it('gives back what was put in', () => {
    const found = readFrame(frame, 0)!;
    expect([...found.batch.decisions]).toEqual(
      batch.decisions.map((row) => ({ renews: false, ...row })),
    );
    expect(found).toMatchObject({ run: 2 ** 40 + 1, seq: 7, end: frame.length });
    expect(found.batch).toMatchObject({ outcomes: batch.outcomes, state: batch.state });
  });

  it('is nothing when any of its bytes is another, or the end is missing', () => {
    for (let at = 0; at < frame.length; at++) {
      const torn = Buffer.from(new Uint8Array(frame).buffer);
      torn[at] ^= 0x10;
      expect(readFrame(torn, 0), `byte ${at}`).toBeUndefined();
    }
    expect(readFrame(frame.subarray(0, frame.length - 8), 0)).toBeUndefined();
  });
});

describe('records somebody waits for', () => {
  it('are there once, and in their order, wherever the process is killed', async () => {
    const random = stream(1, 'redo');
    const path = folder.at('turns.db');
    const { store } = await opened(path);
    const recorded: string[] = [];
    for (let group = 0; group < 60; group++) {
      const size = 1 + Math.floor(8 * random.uniform());
      const ids = Array.from({ length: size }, (_, k) => `g${group}-${k}`);
      await store.record!({
        decisions: ids.map((id) => decisionRow(id)),
        outcomes: recorded.length > 0 ? [outcome(recorded.at(-1)!, `${group}`)] : [],
        state: [['control', `${group}`]],
      });
      recorded.push(...ids);
      if (random.uniform() < 0.3) await new Promise((resolve) => setTimeout(resolve, 12));
      if (group % 3 > 0) continue;
      const copy = killed(path, `killed-${group}.db`);
      expect(await idsIn(copy)).toEqual(recorded);
      const again = openSqliteHere(copy);
      expect(await again.state('control')).toBe(`${group}`);
      if (group > 0) expect(await again.outcomes('p', recorded.at(-size - 1)!)).toHaveLength(1);
      await again.close();
      expect(redoFiles(copy).filter(existsSync)).toEqual([]);
    }
    // Whatever the store is asked afterwards, it has seen them.
    expect((await store.decision('p', recorded.at(-1)!))?.id).toBe(recorded.at(-1));
    await store.close();
    expect(redoFiles(path).filter(existsSync)).toEqual([]);
    expect(await idsIn(path)).toEqual(recorded);
  });

  it('are read by those who only read, too, and by a backup that is made meanwhile', async () => {
    const path = folder.at('read.db');
    const { store } = await opened(path);
    const record = (id: string) =>
      store.record!({ decisions: [decisionRow(id)], outcomes: [], state: [] });
    await record('one');
    const copy = killed(path, 'left.db');
    const reader = openSqliteHere(copy, 'strict', false);
    expect((await reader.decision('p', 'one'))?.id).toBe('one');
    await reader.close();
    await record('two');
    backupStore(path, folder.at('backup.db'));
    await record('three');
    expect(await idsIn(folder.at('backup.db'))).toEqual(['one', 'two']);
    await store.close();
  });

  it('end at a frame in pieces, and leave those of another run alone', async () => {
    const path = folder.at('torn.db');
    const { store } = await opened(path, 1e6);
    const record = (id: string) =>
      store.record!({ decisions: [decisionRow(id)], outcomes: [], state: [] });
    for (const id of ['a', 'b', 'c']) await record(id);
    const copy = killed(path, 'torn-copy.db');
    const [file] = redoFiles(copy);
    const bytes = readFileSync(file);
    bytes[bytes.length - 60] ^= 1;
    writeFileSync(file, bytes);
    expect(await idsIn(copy)).toEqual(['a', 'b']);
    writeFileSync(file, bytes); // as if they had come with another store
    const other = await opened(copy);
    await other.store.record!({ decisions: [decisionRow('d')], outcomes: [], state: [] });
    await other.store.close();
    copyFileSync(redoFiles(path)[0], file);
    expect(await idsIn(copy)).toEqual(['a', 'b', 'd']);
    await store.close();
  });

  it('are kept where the tables refuse them: nothing new meanwhile, and all of it later', async () => {
    const path = folder.at('full.db');
    const { store, engine } = await opened(path, 1e6);
    const { database } = engine as unknown as { database: { exec(sql: string): void } };
    const record = (id: string) =>
      store.record!({
        decisions: [decisionRow(id, { inputs: JSON.stringify('x'.repeat(60_000)) })],
        ...{ outcomes: [], state: [] },
      });
    await record('before');
    expect((await store.decision('p', 'before'))?.id).toBe('before');
    database.exec('PRAGMA max_page_count = 20');
    await record('kept');
    await expect(store.decision('p', 'kept')).rejects.toThrow(/full/);
    await expect(record('refused')).rejects.toThrow(/full/);
    await expect(store.check()).rejects.toThrow(/full/);
    expect(await idsIn(killed(path, 'full-killed.db'))).toEqual(['before', 'kept']);
    database.exec('PRAGMA max_page_count = 10000');
    await expect
      .poll(
        () =>
          record('after').then(
            () => true,
            () => false,
          ),
        { timeout: 3000 },
      )
      .toBe(true);
    await store.close();
    expect(await idsIn(path)).toEqual(['before', 'kept', 'after']);
  });

  it('are overwritten and removed only when the tables have them for good', {
    timeout: 10_000,
  }, async () => {
    const asked: { last: number; forGood: boolean; finish(): void }[] = [];
    const call: Call = (method, [, last, forGood]) =>
      method !== 'catchUp'
        ? Promise.resolve(1)
        : new Promise<void>((resolve) => {
            asked.push({ last: last as number, forGood: forGood as boolean, finish: resolve });
          });
    const path = folder.at('order.db');
    const store = await withRedo(path, call, 500);
    // Larger than a file's turn, so each takes the other's place.
    const row = decisionRow('large', { inputs: JSON.stringify('x'.repeat(1000)) });
    const record = () => store.record!({ decisions: [row], outcomes: [], state: [] });
    await record();
    await record();
    let third = false;
    const recording = record().then(() => {
      third = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(third).toBe(false);
    expect(asked).toMatchObject([{ last: 1, forGood: true }]);
    asked[0].finish();
    await recording;
    const finishing = setInterval(() => asked.at(-1)!.finish(), 5);
    await store.close();
    clearInterval(finishing);
    expect(asked.at(-1)).toMatchObject({ last: 3, forGood: true });
  });

  it('for good means that the tables were synced', () => {
    const engine = new SqliteEngine(folder.at('sync.db'), 'strict');
    const { database } = engine as unknown as {
      database: { prepare(sql: string): { get(values: []): { synchronous: number } } };
    };
    const level = () => database.prepare('PRAGMA synchronous').get([]).synchronous;
    const [normal, full] = [1, 2];
    engine.beginRedo();
    engine.catchUp([], 1, false);
    expect(level()).toBe(normal);
    engine.catchUp([], 1, true);
    expect(level()).toBe(full);
    engine.forget('p', 'nobody');
    expect(level()).toBe(full);
    engine.close();
  });
});
