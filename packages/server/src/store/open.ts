import { existsSync } from 'node:fs';
import { InputError } from '@cede/core';
import type { Store } from './contract.js';
import { isPostgres } from './name.js';

/** A store by its name: a file, postgres://…, or nothing for one that ends with the process. */
export async function openStore(
  name: string | undefined,
  durability: 'strict' | 'relaxed',
): Promise<Store> {
  if (name !== undefined && isPostgres(name))
    return (await import('./postgres/postgres.js')).openPostgres(name, durability);
  const { openSqlite, openSqliteHere } = await import('./sqlite/open.js');
  if (name === undefined || name === ':memory:')
    return openSqliteHere(':memory:', durability, false);
  return openSqlite(name, durability);
}

/** A log to read, also while a service writes to it. */
export async function openLog(name: string): Promise<Store> {
  if (isPostgres(name)) return openStore(name, 'strict');
  if (!existsSync(name)) throw new InputError(`log ${name}: is not there.`, 'file-unreadable');
  const { openSqliteHere } = await import('./sqlite/open.js');
  return openSqliteHere(name, 'strict', false);
}
