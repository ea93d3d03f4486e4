import type { Case, Decided } from './agreement.js';

interface Session {
  query(sql: string, format?: string): string;
  close(): void;
}

// ClickHouse in this process, 550 MB: no dependency, and its tests are skipped where it isn't there.
//   npm install --no-save chdb@3.4.0
const PACKAGE = 'chdb';
const engine: { Session: new () => Session } | null = await import(PACKAGE).catch(() => null);

export const hasClickhouse = engine !== null;

/** Puts the cases into a table and runs a statement over it; rows in the order of the cases. */
export function clickhouse() {
  const session = new engine!.Session();
  session.query('SET max_query_size = 10000000');
  return {
    decide(sql: string, cases: readonly Case[], table: string): Decided[] {
      const [{ probabilities, columns }] = cases;
      const fields = [
        '`id` Int32',
        ...probabilities.map((_, c) => `\`model_${c}\` Nullable(Float64)`),
        ...columns.map((_, j) => `\`column ${j}\` Nullable(Float64)`),
        '`region` Nullable(String)',
      ];
      session.query(`DROP TABLE IF EXISTS ${table}`);
      session.query(`CREATE TABLE ${table} (${fields.join(', ')}) ENGINE = Memory`);
      for (let from = 0; from < cases.length; from += 20_000) {
        const rows = cases.slice(from, from + 20_000).map((each, k) => {
          const numbers = [...each.probabilities, ...each.columns].map(numeral);
          const group = each.group === undefined ? 'NULL' : `'${each.group}'`;
          return `(${[from + k, ...numbers, group].join(',')})`;
        });
        session.query(`INSERT INTO ${table} VALUES ${rows.join(',')}`);
      }
      const statement = sql.replace(/;\n$/, '');
      // As it is: settings at the end of a statement hold for it where nothing is around it.
      const found = session.query(statement, 'JSONCompactEachRow').split('\n').filter(Boolean);
      const rows = found.map((line) => JSON.parse(line)).sort(([a], [b]) => a - b);
      return rows.map(([, score, , defer, route]) => ({
        ...{ score, route },
        defer: defer === null ? null : Boolean(defer), // 1 or 0 there
      }));
    },
    close: () => session.close(),
  };
}

const numeral = (value: number) => (Number.isNaN(value) ? 'nan' : String(value));
