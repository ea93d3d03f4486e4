import { InputError } from '@cede/core';
import pg, { type PoolClient } from 'pg';
import {
  type Appended,
  type Batch,
  type OutcomeRow,
  type ReserveAsk,
  type Reserved,
  type Store,
  type StoredDecision,
  StoreError,
} from '../contract.js';
import { withoutSecrets } from '../name.js';
import { turnOf } from '../pace.js';
import { migrate } from './schema.js';

type Row = Record<string, unknown>;

/** Numbers of the log fit a double: times in ms, counts of rows. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/**
 * Whose clock a cap goes by. Instances whose clocks differ would free each other's blocks too early,
 * so it is the database's; tests of the contract bring their own times.
 */
export type CapClock = 'database' | 'caller';

/** PostgreSQL: several instances share one log, one policy, one cap and one controller. */
export async function openPostgres(
  address: string,
  durability: 'strict' | 'relaxed',
  clock: CapClock = 'database',
): Promise<Store> {
  const name = withoutSecrets(address);
  const pool = new pg.Pool({ connectionString: address, max: 8, types });
  pool.on('error', () => undefined); // a connection that breaks while idle is replaced
  const relaxed = durability === 'relaxed';
  pool.on('connect', (client) => {
    client.on('error', () => undefined); // the query under way fails, and says so
    if (relaxed) client.query('SET synchronous_commit = off').catch(() => undefined);
  });
  try {
    const client = await pool.connect();
    try {
      await migrate(client);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw new InputError(`store ${name}: can't be opened (${(error as Error).message}).`);
  }
  return storeOn(pool, name, clock);
}

function storeOn(pool: pg.Pool, name: string, clock: CapClock): Store {
  const query = async (text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    try {
      return (await pool.query(text, values as unknown[])).rows;
    } catch (error) {
      throw new StoreError((error as Error).message);
    }
  };
  /** All of it or nothing; `surely` waits for the disk even where the store is relaxed. */
  const transaction = async <T>(
    work: (client: PoolClient) => Promise<T>,
    surely = false,
  ): Promise<T> => {
    let client: PoolClient | undefined;
    try {
      client = await pool.connect();
      await client.query(surely ? 'BEGIN; SET LOCAL synchronous_commit = on' : 'BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // A connection in doubt is not used again.
      client?.release(true);
      throw error instanceof StoreError ? error : new StoreError((error as Error).message);
    }
  };
  return {
    name,
    shared: true,
    append: (batch) => transaction((client) => append(client, batch)),
    settle: (key, settle) =>
      transaction(async (client) => {
        await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [key]);
        const { rows } = await client.query('SELECT value FROM state WHERE key = $1', [key]);
        const { batch, value, result } = settle(rows[0]?.value);
        return result(await append(client, { ...batch, state: [[key, value]] }));
      }),
    async decision(policy, id, step) {
      const [row] = await query(
        `SELECT * FROM decisions WHERE policy = $1 AND id = $2 AND current
           AND ($3::int IS NULL OR step = $3) ORDER BY step DESC LIMIT 1`,
        [policy, id, step ?? null],
      );
      return row && (row as unknown as StoredDecision);
    },
    async recentKeys(policy, after, from, limit) {
      const found = await query(
        `SELECT seq, id, step FROM decisions WHERE seq > $1 AND at >= $2 AND policy = $3 AND current
         ORDER BY seq LIMIT $4`,
        [from, after, policy, limit],
      );
      const keys = found.map(({ id, step }) => `${step}\n${id}`);
      return found.length < limit ? { keys } : { keys, next: found.at(-1)!.seq as number };
    },
    outcomes: async (policy, id) =>
      (await query(
        'SELECT * FROM outcomes WHERE policy = $1 AND id = $2 ORDER BY step, who COLLATE "C"',
        [policy, id],
      )) as unknown as OutcomeRow[],
    forget: (policy, id) =>
      transaction(async (client) => {
        const which = 'WHERE policy = $1 AND id = $2';
        await client.query(`DELETE FROM outcomes ${which}`, [policy, id]);
        await client.query(`DELETE FROM leases ${which}`, [policy, id]);
        return (await client.query(`DELETE FROM decisions ${which}`, [policy, id])).rowCount ?? 0;
      }),
    ...reviewing(query, transaction),
    ...reading(query),
    ...keeping(transaction),
    setState: (key, value) => transaction((client) => writeState(client, key, value), true),
    async initialState(key, value) {
      await query('INSERT INTO state VALUES ($1, $2) ON CONFLICT DO NOTHING', [key, value]);
      return (await query('SELECT value FROM state WHERE key = $1', [key]))[0].value as string;
    },
    reserve: (ask) => transaction((client) => reserve(client, ask, clock), true),
    check: () => transaction((client) => writeState(client, 'checked', 'yes')),
    close: () => pool.end(),
  };
}

type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>;
type Transaction = <T>(work: (client: PoolClient) => Promise<T>, surely?: boolean) => Promise<T>;

const writeState = async (client: PoolClient, key: string, value: string): Promise<void> => {
  await client.query(
    'INSERT INTO state VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [key, value],
  );
};

async function append(
  client: PoolClient,
  { decisions: records, outcomes, state }: Batch,
): Promise<Appended> {
  const decisions = [...records];
  for (const { policy, id, step, renews } of decisions)
    if (renews)
      await client.query(
        'UPDATE decisions SET current = FALSE WHERE policy = $1 AND id = $2 AND step = $3 AND current',
        [policy, id, step],
      );
  const taken: number[] = [];
  if (decisions.length > 0) {
    const column = (name: keyof (typeof decisions)[number]) =>
      decisions.map((row) => row[name] ?? null);
    const { rows } = await client.query(
      `INSERT INTO decisions (policy, id, step, at, route, deferred, mark, priority, answer, inputs, facts)
       SELECT * FROM UNNEST($1::text[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::bool[],
         $7::text[], $8::float8[], $9::text[], $10::text[], $11::text[])
       ON CONFLICT DO NOTHING RETURNING policy, id, step`,
      [
        ...[column('policy'), column('id'), column('step'), column('at'), column('route')],
        ...[column('deferred'), column('mark'), column('priority'), column('answer')],
        ...[column('inputs'), column('facts')],
      ],
    );
    const written = new Set(rows.map(({ policy, id, step }) => `${policy}\n${step}\n${id}`));
    decisions.forEach(({ policy, id, step }, k) => {
      if (!written.has(`${policy}\n${step}\n${id}`)) taken.push(k);
    });
  }
  for (const o of outcomes) await writeOutcome(client, o);
  for (const [key, value] of state) await writeState(client, key, value);
  return { taken };
}

async function writeOutcome(client: PoolClient, o: OutcomeRow): Promise<void> {
  await client.query(
    `INSERT INTO outcomes VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (policy, id, step, who)
     DO UPDATE SET value = excluded.value, at = excluded.at, by = excluded.by`,
    [o.policy, o.id, o.step, o.who, o.value, o.at, o.by],
  );
  if (o.who === '') return;
  const key = [o.policy, o.id, o.step];
  await client.query(
    'UPDATE decisions SET answered = TRUE WHERE policy = $1 AND id = $2 AND step = $3 AND current',
    key,
  );
  await client.query('DELETE FROM leases WHERE policy = $1 AND id = $2 AND step = $3', key);
}

function keeping(transaction: Transaction): Pick<Store, 'prune' | 'saveVersion'> {
  return {
    prune: (before, limit) =>
      transaction(async (client) => {
        const { rows } = await client.query(
          `DELETE FROM decisions WHERE seq IN (SELECT seq FROM decisions WHERE at < $1 LIMIT $2)
           RETURNING policy, id, step, current`,
          [before, limit],
        );
        for (const { policy, id, step, current } of rows) {
          if (!current) continue;
          for (const table of ['outcomes', 'leases'])
            await client.query(`DELETE FROM ${table} WHERE policy = $1 AND id = $2 AND step = $3`, [
              policy,
              id,
              step,
            ]);
        }
        return rows.length;
      }),
    saveVersion: (v, expected) =>
      transaction(async (client) => {
        await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`versions ${v.policy}`]);
        const { rows } = await client.query(
          'SELECT COALESCE(MAX(version), 0) AS newest FROM versions WHERE policy = $1',
          [v.policy],
        );
        if (rows[0].newest !== expected) return false;
        await client.query('INSERT INTO versions VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
          ...[v.policy, v.version, v.id, v.revision, v.text, v.settings, v.at, v.by, v.action],
        ]);
        return true;
      }, true),
  };
}

function reviewing(
  query: Query,
  transaction: Transaction,
): Pick<Store, 'queue' | 'release' | 'backlog'> {
  return {
    queue: ({ policy, limit, now, by, until, expert }) =>
      transaction(async (client) => {
        const { rows } = await client.query(
          `SELECT d.* FROM decisions d LEFT JOIN leases l USING (policy, id, step)
           WHERE d.policy = $1 AND d.deferred AND NOT d.answered AND d.current
             AND ($2::text IS NULL OR d.route = $2) AND (l.until IS NULL OR l.until <= $3 OR l.by = $4)
           ORDER BY d.priority, d.seq LIMIT $5 FOR UPDATE OF d SKIP LOCKED`,
          [policy, expert ?? null, now, by, limit],
        );
        if (until !== undefined)
          for (const { id, step } of rows)
            await client.query(
              `INSERT INTO leases VALUES ($1, $2, $3, $4, $5) ON CONFLICT (policy, id, step)
               DO UPDATE SET by = excluded.by, until = excluded.until`,
              [policy, id, step, by, until],
            );
        return rows as StoredDecision[];
      }),
    release: async (policy, id, by) =>
      (
        await query('DELETE FROM leases WHERE policy = $1 AND id = $2 AND by = $3 RETURNING id', [
          ...[policy, id, by],
        ])
      ).length > 0,
    async backlog(policy, now) {
      const [{ waiting, oldest }] = await query(
        `SELECT COUNT(*) AS waiting, MIN(at) AS oldest FROM decisions
         WHERE policy = $1 AND deferred AND NOT answered AND current`,
        [policy],
      );
      const [{ leased }] = await query(
        'SELECT COUNT(*) AS leased FROM leases WHERE policy = $1 AND until > $2',
        [policy, now],
      );
      return {
        waiting: waiting as number,
        leased: leased as number,
        ...(oldest !== null && { oldest: oldest as number }),
      };
    },
  };
}

function reading(
  query: Query,
): Pick<Store, 'counts' | 'rows' | 'newestFrom' | 'versions' | 'state'> {
  return {
    async newestFrom(policy, count) {
      const [found] = await query(
        'SELECT seq FROM decisions WHERE policy = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2',
        [policy, count],
      );
      return (found?.seq as number | undefined) ?? 0;
    },
    async counts(policy, from) {
      const [found] = await query(
        `SELECT COUNT(*) AS cases, COUNT(*) FILTER (WHERE deferred) AS deferred,
           COUNT(*) FILTER (WHERE mark = 'audit') AS audited,
           COUNT(*) FILTER (WHERE mark = 'over-cap') AS "overCap",
           COUNT(*) FILTER (WHERE CASE mark WHEN 'audit' THEN (facts::json->>'wished')::boolean
             ELSE mark <> '' OR deferred END) AS wished
         FROM decisions WHERE at >= $1 AND policy = $2`,
        [from, policy],
      );
      return found as never;
    },
    async rows(policy, after, limit) {
      const found = await query(
        'SELECT * FROM decisions WHERE policy = $1 AND seq > $2 ORDER BY seq LIMIT $3',
        [policy, after, limit],
      );
      const outcomes = await query(
        `SELECT id, step, who, value, at FROM outcomes WHERE policy = $1 AND id = ANY($2::text[])
         ORDER BY who COLLATE "C"`,
        [policy, found.map(({ id }) => id)],
      );
      return found.map((row) => ({
        ...(row as unknown as StoredDecision),
        outcomes: row.current
          ? (outcomes
              .filter(({ id, step }) => id === row.id && step === row.step)
              .map(({ who, value, at }) => ({ who, value, at })) as never)
          : [],
      }));
    },
    versions: async (policy) =>
      (await query(
        `SELECT policy, version, policy_id AS id, revision, text, settings, at, by, action
         FROM versions WHERE policy = $1 ORDER BY version`,
        [policy],
      )) as never,
    state: async (key) =>
      (await query('SELECT value FROM state WHERE key = $1', [key]))[0]?.value as
        | string
        | undefined,
  };
}

async function reserve(
  client: PoolClient,
  { now: asked, ...ask }: ReserveAsk,
  clock: CapClock,
): Promise<Reserved> {
  const { cap, limit, window, size, validFor, paced } = ask;
  // One at a time, whichever instance asks.
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`cap ${cap}`]);
  const ahead = clock === 'caller' ? 0 : (await databaseTime(client)) - asked;
  const now = asked + ahead;
  const close = ask.close && { ...ask.close, last: ask.close.last + ahead };
  if (close)
    await client.query('UPDATE blocks SET size = $1, until = LEAST(until, $2) WHERE block = $3', [
      ...[close.used, close.last, Number(close.block)],
    ]);
  // Blocks from the future: the clock was set back. They count as if they were taken now.
  await client.query('UPDATE blocks SET since = $1, until = $2 WHERE cap = $3 AND since > $1', [
    ...[now, now + validFor, cap],
  ]);
  await client.query('DELETE FROM blocks WHERE cap = $1 AND until + $2 <= $3', [cap, window, now]);
  const { rows } = await client.query(
    `SELECT COALESCE(SUM(size), 0) AS held, MIN(until) FILTER (WHERE size > 0) AS first
     FROM blocks WHERE cap = $1`,
    [cap],
  );
  const newest = await client.query(
    'SELECT size, since FROM blocks WHERE cap = $1 ORDER BY block DESC LIMIT 1',
    [cap],
  );
  const [last] = newest.rows;
  const turn = paced && last ? last.since + (window * last.size) / limit : now;
  if (turn > now) return { retryAt: Math.ceil(turn) - ahead };
  const [{ held, first }] = rows;
  const room = Math.min(size, limit - held);
  if (room <= 0) return { retryAt: (first ?? now) + window - ahead };
  const until = now + validFor;
  const made = await client.query(
    'INSERT INTO blocks (cap, size, since, until) VALUES ($1, $2, $3, $4) RETURNING block',
    [cap, room, turnOf(now, turn, (window * size) / limit), until],
  );
  return { block: String(made.rows[0].block), size: room, until: until - ahead };
}

/** Milliseconds since 1970, as the database sees it. */
async function databaseTime(client: PoolClient): Promise<number> {
  const { rows } = await client.query(
    'SELECT FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint AS now',
  );
  return rows[0].now;
}
