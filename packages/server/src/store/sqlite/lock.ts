import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

/** A lock that the system takes back when the process ends, however it ends. */
export function holdLock(path: string): Database.Database {
  if (!existsSync(dirname(path))) throw new Error('its folder is not there');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder');
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch {
    throw new Error('nothing can be written to its folder');
  }
  const lock = new Database(`${path}-serving`);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    throw new Error('another service is using this store. Give each its own, or share PostgreSQL.');
  }
}
