// Reads damaged files for the fuzz tests, in a process that may hang or fall: one answer a request.
//   { id, path, options } → { id, table } | { id, refused, kind }
// `reference` is what the authority for the format makes of the same bytes.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parsePolicy } from '@cede/core';
import { readTableFrom, tableHash } from '@cede/data';
import { readTable } from '@cede/data/node';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (
  await DuckDBInstance.create(':memory:', { enable_external_file_cache: 'false' })
).connect();

/** A table by its hash, or the sentence in which it was refused. */
async function outcomeOf(work) {
  try {
    return { table: await work() };
  } catch (error) {
    return { refused: error.message, kind: error.name };
  }
}

/** The columns that have a role: damage to others is nobody's business. */
const ROLE = /^(id|label|model_p\d|expert_label|f_.*|group|time)$/s;

/** What DuckDB gives for a Parquet file, row by row, without any code of ours. */
async function byDuckdb(path) {
  const from = `read_parquet('${path.replaceAll("'", "''")}')`;
  const all = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  const names = all.getRows().flatMap(([name]) => (ROLE.test(name) ? [name] : []));
  const listed = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  const reader = await connection.runAndReadAll(`SELECT ${listed} FROM ${from}`);
  return { names, rows: reader.getRowsJson() };
}

/** Whether a table has the values that DuckDB gave; nothing where a column has become another. */
function sameAsDuckdb(table, { names, rows }) {
  if (table.rows !== rows.length) return `${table.rows} rows instead of ${rows.length}`;
  const of = (name) => names.indexOf(name);
  for (const [row, values] of rows.entries()) {
    if (table.classes[table.label[row]] !== String(Number(values[of('label')])))
      return `label of row ${row}`;
    for (const { name, values: found } of table.columns)
      if (!Object.is(found[row], Math.fround(Number(values[of(name)]))))
        return `${name} of row ${row}`;
  }
  return undefined;
}

/** DuckDB reads some damage into whatever lay in memory, so that two readings differ: it is asked up to five times. */
async function differenceFrom(table, path) {
  let difference;
  for (let time = 0; time < 5; time++) {
    difference = await byDuckdb(path).then(
      (reference) => sameAsDuckdb(table, reference),
      (error) => `DuckDB refuses: ${error.message}`,
    );
    if (difference === undefined) return undefined;
  }
  return difference;
}

async function answer({ path, options }) {
  const name = basename(path);
  if (name.endsWith('.json'))
    return outcomeOf(async () => JSON.stringify(parsePolicy(readFileSync(path, 'utf8'), name)));
  let differs;
  const node = await outcomeOf(async () => {
    const table = await readTable(path, options);
    if (name.endsWith('.parquet')) differs = await differenceFrom(table, path);
    return tableHash(table);
  });
  if (name.endsWith('.parquet')) return { ...node, differs };
  // Text, NPZ and gzip have one reader of ours, behind two doors.
  const browser = await outcomeOf(async () =>
    tableHash(await readTableFrom(new Uint8Array(readFileSync(path)), name, options)),
  );
  return { ...node, browser };
}

process.on('message', async (request) =>
  process.send({ id: request.id, ...(await answer(request)) }),
);
process.send({ ready: true });
