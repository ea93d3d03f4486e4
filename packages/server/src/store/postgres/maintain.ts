import { InputError } from '@cede/core';
import pg from 'pg';
import type { StoreCheck } from '../contract.js';
import { withoutSecrets } from '../name.js';
import { MIGRATIONS } from './schema.js';

/** What is in a store on PostgreSQL. Looks only: nothing is brought to a newer version. */
export async function checkPostgres(address: string): Promise<StoreCheck> {
  const name = withoutSecrets(address);
  const client = new pg.Client(address);
  client.on('error', () => undefined); // the query under way fails, and says so
  try {
    await client.connect();
    const one = async (text: string) => Object.values((await client.query(text)).rows[0])[0];
    const isStore = await one("SELECT to_regclass('cede_store') IS NOT NULL");
    if (!isStore) throw new InputError(`store ${name}: is no store of cede.`);
    const { rows } = await client.query('SELECT DISTINCT policy FROM versions ORDER BY policy');
    return {
      version: Number(await one('SELECT version FROM cede_store')),
      newest: MIGRATIONS.length,
      decisions: Number(await one('SELECT COUNT(*) FROM decisions')),
      outcomes: Number(await one('SELECT COUNT(*) FROM outcomes')),
      policies: rows.map(({ policy }) => policy as string),
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`store ${name}: can't be used (${(error as Error).message}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
