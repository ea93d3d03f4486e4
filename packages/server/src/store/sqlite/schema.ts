import type Database from 'libsql';

/**
 * The tables, as steps from one version to the next (`PRAGMA user_version`). A step is never
 * changed once released: a store of any age walks the rest of the way when it is opened.
 */
export const MIGRATIONS: readonly string[] = [
  // 1: the log.
  `CREATE TABLE decisions (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     policy TEXT NOT NULL, id TEXT NOT NULL, step INTEGER NOT NULL,
     at INTEGER NOT NULL,
     current INTEGER NOT NULL DEFAULT 1,
     route TEXT NOT NULL, deferred INTEGER NOT NULL, mark TEXT NOT NULL, priority REAL NOT NULL,
     answered INTEGER NOT NULL DEFAULT 0,
     answer TEXT NOT NULL, inputs TEXT NOT NULL, facts TEXT NOT NULL);
   CREATE UNIQUE INDEX decisions_key ON decisions (policy, id, step) WHERE current = 1;
   CREATE INDEX decisions_at ON decisions (at);
   CREATE INDEX decisions_queue ON decisions (policy, priority)
     WHERE deferred = 1 AND answered = 0 AND current = 1;
   CREATE TABLE outcomes (
     policy TEXT NOT NULL, id TEXT NOT NULL, step INTEGER NOT NULL, who TEXT NOT NULL,
     value TEXT NOT NULL, at INTEGER NOT NULL, by TEXT NOT NULL,
     PRIMARY KEY (policy, id, step, who)) WITHOUT ROWID;
   CREATE TABLE versions (
     policy TEXT NOT NULL, version INTEGER NOT NULL, policy_id TEXT NOT NULL,
     revision INTEGER NOT NULL, text TEXT NOT NULL, settings TEXT NOT NULL,
     at INTEGER NOT NULL, by TEXT NOT NULL, action TEXT NOT NULL,
     PRIMARY KEY (policy, version)) WITHOUT ROWID;
   CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`,
  // 2: reviewers' leases and blocks of caps.
  `CREATE TABLE leases (
     policy TEXT NOT NULL, id TEXT NOT NULL, step INTEGER NOT NULL,
     by TEXT NOT NULL, until INTEGER NOT NULL,
     PRIMARY KEY (policy, id, step)) WITHOUT ROWID;
   CREATE TABLE blocks (
     block INTEGER PRIMARY KEY AUTOINCREMENT,
     cap TEXT NOT NULL, size INTEGER NOT NULL,
     since INTEGER NOT NULL, until INTEGER NOT NULL);
   CREATE INDEX blocks_cap ON blocks (cap, until);`,
];

/** Brings a store to today's version; refuses one that a newer program has written. */
export function migrate(database: Database.Database, to = MIGRATIONS.length): void {
  const version = Number(
    (database.prepare('PRAGMA user_version').get([]) as { user_version: number }).user_version,
  );
  if (version > MIGRATIONS.length)
    throw new Error(
      `the store is of version ${version}, this program knows up to ${MIGRATIONS.length}. Update cede.`,
    );
  for (let next = version; next < to; next++) {
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(MIGRATIONS[next]);
      database.exec(`PRAGMA user_version = ${next + 1}`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
}
