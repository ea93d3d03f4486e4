import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { InputError } from '@cede/core';
import Database from 'libsql';
import type { StoreCheck } from '../contract.js';
import { holdLock } from './lock.js';
import { MIGRATIONS } from './schema.js';

function opened<T>(path: string, work: (database: Database.Database) => T): T {
  if (!existsSync(path)) throw new InputError(`store ${path}: is not there.`);
  let database: Database.Database | undefined;
  try {
    database = new Database(path);
    return work(database);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`store ${path}: can't be used (${(error as Error).message}).`);
  } finally {
    database?.close();
  }
}

/** A copy as of now, taken while the service goes on writing. */
export function backupStore(path: string, to: string): void {
  if (existsSync(to)) throw new InputError(`store ${to}: is there already. Give another name.`);
  opened(path, (database) => database.prepare('VACUUM INTO ?').run([to]));
  opened(to, (database) => database.exec('PRAGMA journal_mode = WAL'));
  checkStore(to);
}

/** Puts a backup in place of a store; refuses a damaged one, and a store that is in use. */
export function restoreStore(backup: string, path: string): void {
  checkStore(backup);
  let lock: Database.Database;
  try {
    lock = holdLock(path);
  } catch (error) {
    throw new InputError(
      `store ${path}: can't be replaced (${(error as Error).message.replace(/\.$/, '')}).`,
    );
  }
  const copy = `${path}.restoring`;
  copyFileSync(backup, copy);
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
  renameSync(copy, path);
  lock.close();
}

/** Reads every page, and says what is there. */
export function checkStore(path: string): StoreCheck {
  return opened(path, (database) => {
    const one = (sql: string) => Object.values(database.prepare(sql).get([]) as object)[0] as never;
    const sound: string = one('PRAGMA integrity_check');
    if (sound !== 'ok') throw new InputError(`store ${path}: is damaged (${sound.slice(0, 200)}).`);
    const version: number = one('PRAGMA user_version');
    if (version === 0) throw new InputError(`store ${path}: is no store of cede.`);
    const names = database.prepare('SELECT DISTINCT policy FROM versions ORDER BY policy').all([]);
    return {
      ...{ version, newest: MIGRATIONS.length },
      decisions: one('SELECT COUNT(*) FROM decisions'),
      outcomes: one('SELECT COUNT(*) FROM outcomes'),
      policies: (names as { policy: string }[]).map(({ policy }) => policy),
    };
  });
}
