import { statSync } from 'node:fs';
import Database from 'libsql';
import type {
  Appended,
  Backlog,
  Batch,
  Counts,
  LogRow,
  OutcomeRow,
  PolicyVersion,
  QueueAsk,
  RecentKeys,
  ReserveAsk,
  Reserved,
  StoredDecision,
} from '../contract.js';
import { turnOf } from '../pace.js';
import { RecordPack, type SharedPack } from '../record-pack.js';
import { insertDecisions, SomeTaken, TOGETHER } from './insert.js';
import { holdLock } from './lock.js';
import { migrate } from './schema.js';

/** How sure a commit is before it is answered for. */
export type Durability = 'strict' | 'relaxed';

/**
 * Pages between two checkpoints, which keep the thread busy. Strict answers wait for them, and many
 * short ones take longer than a few. Nobody waits for a relaxed store, but other threads may wait for
 * its core, for as long as one checkpoint lasts.
 */
const CHECKPOINT: Readonly<Record<Durability, number>> = { strict: 1000, relaxed: 400 };

/** Decisions of an append that may take its time: where more come together, the store is behind. */
const SMALL = 128;

type Row = Record<string, unknown>;

type SharedBatch = Omit<Batch, 'decisions'> & { readonly decisions: SharedPack };

/**
 * SQLite, plainly and synchronously: every method is one transaction. It runs in a thread of its
 * own (open.ts), because a commit waits for the disk.
 * Statements take arrays: libsql aborts the process on `run(Buffer)`.
 */
export class SqliteEngine {
  private readonly database: Database.Database;
  /** Held as long as the process lives: a second service on the same file would break every promise. */
  private readonly lock?: Database.Database;
  private readonly statements = new Map<string, Database.Statement>();
  private readonly usual: string;
  /** Which file it was that was opened, whatever has its name later. */
  private readonly file: number | undefined;
  private readonly device: number | undefined;

  /** `pause` is called in the middle of a small append, by a thread that should not keep its core. */
  constructor(
    private readonly path: string,
    durability: Durability,
    exclusive = true,
    private readonly pause?: () => void,
  ) {
    if (exclusive) this.lock = holdLock(path);
    this.database = new Database(path);
    this.usual = durability === 'strict' ? 'FULL' : 'NORMAL';
    this.database.exec('PRAGMA busy_timeout = 5000');
    this.database.exec('PRAGMA journal_mode = WAL');
    this.database.exec(`PRAGMA synchronous = ${process.env.CEDE_TEST_SYNCHRONOUS ?? this.usual}`);
    this.database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT[durability]}`);
    migrate(this.database);
    const file = statSync(path, { throwIfNoEntry: false }); // none where the record is in memory
    this.file = file?.ino;
    this.device = file?.dev;
  }

  append(batch: Batch): Appended {
    try {
      return this.transaction(() => this.write(batch, TOGETHER));
    } catch (error) {
      if (!(error instanceof SomeTaken)) throw error;
      return this.transaction(() => this.write(batch, 1));
    }
  }

  /** The same for decisions that another thread has shared. */
  appendShared({ decisions, outcomes, state }: SharedBatch): Appended {
    return this.append({ decisions: RecordPack.from(decisions), outcomes, state });
  }

  private write({ decisions, outcomes, state }: Batch, together: number): Appended {
    const pause = decisions.length <= SMALL ? this.pause : undefined;
    const taken = insertDecisions((text) => this.sql(text), decisions, together, pause);
    for (const outcome of outcomes) this.writeOutcome(outcome);
    for (const [key, value] of state) this.writeState(key, value);
    return { taken };
  }

  private writeOutcome(o: OutcomeRow): void {
    this.sql(
      `INSERT INTO outcomes (policy, id, step, who, value, at, by) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at, by = excluded.by`,
    ).run([o.policy, o.id, o.step, o.who, o.value, o.at, o.by]);
    if (o.who === '') return;
    this.sql(
      'UPDATE decisions SET answered = 1 WHERE policy = ? AND id = ? AND step = ? AND current = 1',
    ).run([o.policy, o.id, o.step]);
    this.sql('DELETE FROM leases WHERE policy = ? AND id = ? AND step = ?').run([
      o.policy,
      o.id,
      o.step,
    ]);
  }

  decision(policy: string, id: string, step?: number): StoredDecision | undefined {
    const found =
      step === undefined
        ? this.sql(
            'SELECT * FROM decisions WHERE policy = ? AND id = ? AND current = 1 ORDER BY step DESC LIMIT 1',
          ).get([policy, id])
        : this.sql(
            'SELECT * FROM decisions WHERE policy = ? AND id = ? AND step = ? AND current = 1',
          ).get([policy, id, step]);
    return found ? stored(found as Row) : undefined;
  }

  recentKeys(policy: string, after: number, from: number, limit: number): RecentKeys {
    const found = this.sql(
      `SELECT seq, id, step FROM decisions WHERE seq > ? AND at >= ? AND policy = ? AND current = 1
       ORDER BY seq LIMIT ?`,
    ).all([from, after, policy, limit]) as { seq: number; id: string; step: number }[];
    const keys = found.map(({ id, step }) => `${step}\n${id}`);
    return found.length < limit ? { keys } : { keys, next: found.at(-1)!.seq };
  }

  outcomes(policy: string, id: string): OutcomeRow[] {
    return this.sql('SELECT * FROM outcomes WHERE policy = ? AND id = ? ORDER BY step, who').all([
      policy,
      id,
    ]) as OutcomeRow[];
  }

  forget(policy: string, id: string): number {
    return this.transaction(() => {
      this.sql('DELETE FROM outcomes WHERE policy = ? AND id = ?').run([policy, id]);
      this.sql('DELETE FROM leases WHERE policy = ? AND id = ?').run([policy, id]);
      return Number(
        this.sql('DELETE FROM decisions WHERE policy = ? AND id = ?').run([policy, id]).changes,
      );
    });
  }

  queue({ policy, limit, now, by, until, expert }: QueueAsk): StoredDecision[] {
    return this.transaction(() => {
      const found = this.sql(
        `SELECT d.* FROM decisions d LEFT JOIN leases l
           ON l.policy = d.policy AND l.id = d.id AND l.step = d.step
         WHERE d.policy = ? AND d.deferred = 1 AND d.answered = 0 AND d.current = 1
           AND (? = '' OR d.route = ?) AND (l.until IS NULL OR l.until <= ? OR l.by = ?)
         ORDER BY d.priority, d.seq LIMIT ?`,
      ).all([policy, expert ?? '', expert ?? '', now, by, limit]) as Row[];
      if (until !== undefined)
        for (const row of found)
          this.sql(
            `INSERT INTO leases (policy, id, step, by, until) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET by = excluded.by, until = excluded.until`,
          ).run([policy, row.id as string, row.step as number, by, until]);
      return found.map(stored);
    });
  }

  release(policy: string, id: string, by: string): boolean {
    return (
      this.sql('DELETE FROM leases WHERE policy = ? AND id = ? AND by = ?').run([policy, id, by])
        .changes > 0
    );
  }

  backlog(policy: string, now: number): Backlog {
    const { waiting, oldest } = this.sql(
      `SELECT COUNT(*) AS waiting, MIN(at) AS oldest FROM decisions
       WHERE policy = ? AND deferred = 1 AND answered = 0 AND current = 1`,
    ).get([policy]) as { waiting: number; oldest: number | null };
    const { leased } = this.sql(
      'SELECT COUNT(*) AS leased FROM leases WHERE policy = ? AND until > ?',
    ).get([policy, now]) as { leased: number };
    return { waiting, leased, ...(oldest !== null && { oldest }) };
  }

  counts(policy: string, from: number): Counts {
    const found = this.sql(
      `SELECT COUNT(*) AS cases, SUM(deferred) AS deferred,
         SUM(CASE WHEN mark = 'audit' THEN 1 ELSE 0 END) AS audited,
         SUM(CASE WHEN mark = 'over-cap' THEN 1 ELSE 0 END) AS overCap,
         SUM(CASE WHEN mark = 'audit' THEN json_extract(facts, '$.wished')
           WHEN mark <> '' OR deferred = 1 THEN 1 ELSE 0 END) AS wished
       FROM decisions WHERE at >= ? AND policy = ?`,
    ).get([from, policy]) as Row;
    const number = (name: string) => Number(found[name] ?? 0);
    return {
      cases: number('cases'),
      deferred: number('deferred'),
      wished: number('wished'),
      audited: number('audited'),
      overCap: number('overCap'),
    };
  }

  rows(policy: string, after: number, limit: number): LogRow[] {
    const found = this.sql(
      'SELECT * FROM decisions WHERE policy = ? AND seq > ? ORDER BY seq LIMIT ?',
    ).all([policy, after, limit]) as Row[];
    const outcomes = this.sql(
      'SELECT who, value, at FROM outcomes WHERE policy = ? AND id = ? AND step = ? ORDER BY who',
    );
    return found.map((row) => ({
      ...stored(row),
      outcomes: row.current
        ? (outcomes.all([policy, row.id as string, row.step as number]) as LogRow['outcomes'])
        : [],
    }));
  }

  newestFrom(policy: string, count: number): number {
    const found = this.sql(
      'SELECT seq FROM decisions WHERE policy = ? ORDER BY seq DESC LIMIT 1 OFFSET ?',
    ).get([policy, count]) as { seq: number } | undefined;
    return found?.seq ?? 0;
  }

  prune(before: number, limit: number): number {
    return this.transaction(() => {
      const old = this.sql(
        'SELECT seq, policy, id, step, current FROM decisions WHERE at < ? LIMIT ?',
      ).all([before, limit]) as Row[];
      for (const row of old) {
        this.sql('DELETE FROM decisions WHERE seq = ?').run([row.seq as number]);
        if (!row.current) continue;
        const key = [row.policy as string, row.id as string, row.step as number];
        this.sql('DELETE FROM outcomes WHERE policy = ? AND id = ? AND step = ?').run(key);
        this.sql('DELETE FROM leases WHERE policy = ? AND id = ? AND step = ?').run(key);
      }
      return old.length;
    });
  }

  saveVersion(v: PolicyVersion, expected: number): boolean {
    return this.transaction(() => {
      const { newest } = this.sql(
        'SELECT COALESCE(MAX(version), 0) AS newest FROM versions WHERE policy = ?',
      ).get([v.policy]) as { newest: number };
      if (newest !== expected) return false;
      this.sql(
        `INSERT INTO versions (policy, version, policy_id, revision, text, settings, at, by, action)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run([v.policy, v.version, v.id, v.revision, v.text, v.settings, v.at, v.by, v.action]);
      return true;
    }, true);
  }

  versions(policy: string): PolicyVersion[] {
    return this.sql(
      'SELECT policy, version, policy_id AS id, revision, text, settings, at, by, action FROM versions WHERE policy = ? ORDER BY version',
    ).all([policy]) as PolicyVersion[];
  }

  state(key: string): string | undefined {
    const found = this.sql('SELECT value FROM state WHERE key = ?').get([key]) as Row | undefined;
    return found?.value as string | undefined;
  }

  setState(key: string, value: string): void {
    this.transaction(() => this.writeState(key, value), true);
  }

  initialState(key: string, value: string): string {
    this.transaction(
      () =>
        this.sql('INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run([
          key,
          value,
        ]),
      true,
    );
    return this.state(key)!;
  }

  reserve({ cap, limit, window, size, validFor, now, paced, close }: ReserveAsk): Reserved {
    return this.transaction(() => {
      if (close)
        this.sql('UPDATE blocks SET size = ?, until = MIN(until, ?) WHERE block = ?').run([
          close.used,
          close.last,
          Number(close.block),
        ]);
      // Blocks from the future: the clock was set back. They count as if they were taken now.
      this.sql('UPDATE blocks SET since = ?, until = ? WHERE cap = ? AND since > ?').run([
        ...[now, now + validFor, cap, now],
      ]);
      this.sql('DELETE FROM blocks WHERE cap = ? AND until + ? <= ?').run([cap, window, now]);
      const held = this.sql(
        `SELECT COALESCE(SUM(size), 0) AS held, MIN(until) AS first FROM blocks
         WHERE cap = ? AND size > 0`,
      ).get([cap]) as { held: number; first: number | null };
      const newest = this.sql(
        'SELECT size, since FROM blocks WHERE cap = ? ORDER BY block DESC LIMIT 1',
      ).get([cap]) as { size: number; since: number } | undefined;
      const turn = paced && newest ? newest.since + (window * newest.size) / limit : now;
      if (turn > now) return { retryAt: Math.ceil(turn) };
      const room = Math.min(size, limit - held.held);
      if (room <= 0) return { retryAt: (held.first ?? now) + window };
      const until = now + validFor;
      const { lastInsertRowid } = this.sql(
        'INSERT INTO blocks (cap, size, since, until) VALUES (?, ?, ?, ?)',
      ).run([cap, room, turnOf(now, turn, (window * size) / limit), until]);
      return { block: String(lastInsertRowid), size: room, until };
    }, true);
  }

  check(): void {
    this.setState('checked', String(Date.now()));
  }

  close(): void {
    this.statements.clear();
    this.database.close();
    this.lock?.close();
  }

  private writeState(key: string, value: string): void {
    this.sql(
      'INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    ).run([key, value]);
  }

  private sql(text: string): Database.Statement {
    const known = this.statements.get(text);
    if (known) return known;
    const made = this.database.prepare(text);
    this.statements.set(text, made);
    return made;
  }

  /**
   * A file that was removed or replaced goes on taking rows, which are gone when the process ends:
   * nothing more is written to it, and a commit counts only where the file still has its name.
   */
  private insistOnFile(): void {
    if (this.file === undefined) return;
    const found = statSync(this.path, { throwIfNoEntry: false });
    if (found?.ino === this.file && found.dev === this.device) return;
    throw new Error(
      `${this.path} was ${found ? 'replaced by another file' : 'removed'} while the service ran; put it back, or restart the service`,
    );
  }

  /** All of it or nothing; `surely` waits for the disk even where the store is relaxed. */
  private transaction<T>(work: () => T, surely = false): T {
    this.insistOnFile();
    const harder = surely && this.usual !== 'FULL';
    if (harder) this.database.exec('PRAGMA synchronous = FULL');
    try {
      this.database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.database.exec('COMMIT');
        this.insistOnFile();
        return result;
      } catch (error) {
        if (this.database.inTransaction) this.database.exec('ROLLBACK');
        throw error;
      }
    } finally {
      if (harder) this.database.exec(`PRAGMA synchronous = ${this.usual}`);
    }
  }
}

function stored(row: Row): StoredDecision {
  return {
    ...(row as unknown as StoredDecision),
    deferred: row.deferred === 1,
    answered: row.answered === 1,
  };
}
