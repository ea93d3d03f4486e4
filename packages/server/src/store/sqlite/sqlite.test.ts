import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { decisionRow, storeContract } from '../../../test/store-contract.js';
import { temporaryFolder } from '../../../test/world.js';
import { openSqliteHere } from './open.js';
import { MIGRATIONS, migrate } from './schema.js';

const folder = temporaryFolder();
afterAll(folder.remove);

storeContract('SQLite', async () => openSqliteHere(folder.at('contract.db')));

describe('a SQLite store', () => {
  it('is there again after it was closed, and belongs to one service at a time', async () => {
    const path = folder.at('again.db');
    const first = openSqliteHere(path);
    await first.append({ decisions: [decisionRow('a')], outcomes: [], state: [['s', '1']] });
    expect(() => openSqliteHere(path)).toThrow(/another service is using this store/);
    // Others may read while it serves.
    const reader = openSqliteHere(path, 'strict', false);
    expect((await reader.decision('p', 'a'))?.id).toBe('a');
    await reader.close();
    await first.close();
    const second = openSqliteHere(path, 'relaxed');
    expect(await second.state('s')).toBe('1');
    await second.close();
  });

  it('of the first version is brought to the newest, with what is in it', async () => {
    const path = folder.at('first.db');
    const old = new Database(path);
    migrate(old, 1);
    old
      .prepare(
        `INSERT INTO decisions (policy, id, step, at, route, deferred, mark, priority, answer, inputs, facts)
         VALUES ('p', 'veteran', 0, 1, 'nurse', 1, '', 0.5, '{}', '{}', '{}')`,
      )
      .run([]);
    old.close();
    const store = openSqliteHere(path);
    const queue = await store.queue({ policy: 'p', limit: 5, now: 2, by: 'x', until: 3 });
    expect(queue.map(({ id }) => id)).toEqual(['veteran']);
    await store.close();
  });

  it('of a newer version, or that is no store at all, is refused in one sentence', () => {
    const newer = new Database(folder.at('newer.db'));
    newer.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    newer.close();
    expect(() => openSqliteHere(folder.at('newer.db'))).toThrow(/store .*newer\.db: .*Update cede/);
    expect(() => openSqliteHere(folder.at('no/where.db'))).toThrow(
      /store .*where\.db: can't be opened \(its folder is not there\)/,
    );
  });
});
