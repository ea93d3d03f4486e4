import type { PoolClient } from 'pg';

/** The tables, as steps from one version to the next; a step is never changed once released. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE decisions (
     seq BIGSERIAL PRIMARY KEY,
     policy TEXT NOT NULL, id TEXT NOT NULL, step INTEGER NOT NULL, at BIGINT NOT NULL,
     current BOOLEAN NOT NULL DEFAULT TRUE,
     route TEXT NOT NULL, deferred BOOLEAN NOT NULL, mark TEXT NOT NULL,
     priority DOUBLE PRECISION NOT NULL, answered BOOLEAN NOT NULL DEFAULT FALSE,
     answer TEXT NOT NULL, inputs TEXT NOT NULL, facts TEXT NOT NULL);
   CREATE UNIQUE INDEX decisions_key ON decisions (policy, id, step) WHERE current;
   CREATE INDEX decisions_at ON decisions (at);
   CREATE INDEX decisions_queue ON decisions (policy, priority)
     WHERE deferred AND NOT answered AND current;
   CREATE TABLE outcomes (
     policy TEXT NOT NULL, id TEXT NOT NULL, step INTEGER NOT NULL, who TEXT NOT NULL,
     value TEXT NOT NULL, at BIGINT NOT NULL, by TEXT NOT NULL,
     PRIMARY KEY (policy, id, step, who));
   CREATE TABLE versions (
     policy TEXT NOT NULL, version INTEGER NOT NULL, policy_id TEXT NOT NULL,
     revision INTEGER NOT NULL, text TEXT NOT NULL, settings TEXT NOT NULL,
     at BIGINT NOT NULL, by TEXT NOT NULL, action TEXT NOT NULL,
     PRIMARY KEY (policy, version));
   CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL);
   CREATE TABLE leases (
     policy TEXT NOT NULL, id TEXT NOT NULL, step INTEGER NOT NULL,
     by TEXT NOT NULL, until BIGINT NOT NULL,
     PRIMARY KEY (policy, id, step));
   CREATE TABLE blocks (
     block BIGSERIAL PRIMARY KEY,
     cap TEXT NOT NULL, size INTEGER NOT NULL, since BIGINT NOT NULL, until BIGINT NOT NULL);
   CREATE INDEX blocks_cap ON blocks (cap, until);`,
];

/** Any number, the same in every instance: two of them don't migrate at once. */
const LOCK = 7_214_014;

export async function migrate(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS cede_store (version INTEGER NOT NULL)');
    const { rows } = await client.query('SELECT version FROM cede_store');
    const version: number = rows[0]?.version ?? 0;
    if (version > MIGRATIONS.length)
      throw new Error(
        `the store is of version ${version}, this program knows up to ${MIGRATIONS.length}. Update cede.`,
      );
    for (const step of MIGRATIONS.slice(version)) await client.query(step);
    await client.query('DELETE FROM cede_store');
    await client.query('INSERT INTO cede_store VALUES ($1)', [MIGRATIONS.length]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
