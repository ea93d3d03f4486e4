import { DuckDBInstance } from '@duckdb/node-api';
import type { Case, Decided } from './agreement.js';

export const connection = await (await DuckDBInstance.create(':memory:')).connect();

/** Puts the cases into a table and runs a statement over it; rows in the order of the cases. */
export async function decideInDuckDb(
  sql: string,
  cases: readonly Case[],
  table: string,
): Promise<Decided[]> {
  const [{ probabilities, columns }] = cases;
  const fields = [
    'id INTEGER',
    ...probabilities.map((_, c) => `model_${c} DOUBLE`),
    ...columns.map((_, j) => `"column ${j}" DOUBLE`),
    'region VARCHAR',
  ];
  await connection.run(`CREATE OR REPLACE TABLE ${table} (${fields.join(', ')})`);
  const appender = await connection.createAppender(table);
  cases.forEach((each, i) => {
    appender.appendInteger(i);
    for (const value of [...each.probabilities, ...each.columns]) appender.appendDouble(value);
    if (each.group === undefined) appender.appendNull();
    else appender.appendVarchar(each.group);
    appender.endRow();
  });
  appender.closeSync();
  const statement = sql.replace(/;\n$/, '');
  const found = await connection.runAndReadAll(`SELECT * FROM (${statement}) ORDER BY id`);
  return found.getRowObjects() as unknown as Decided[];
}
