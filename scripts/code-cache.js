// Keeps what V8 compiles of `cede score` (packages/cli/bin/compiled.js), once it has scored a file.
//   node scripts/code-cache.js            after everything else is built
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { compile, keptBeside, load } = createRequire(import.meta.url)(
  '../packages/cli/bin/compiled.js',
);

const file = join(root, 'packages/cli/lib/score.cjs');
const folder = mkdtempSync(join(tmpdir(), 'cede-build-'));
try {
  const [policy, part, out] = ['policy.json', 'part.parquet', 'scored'].map((name) =>
    join(folder, name),
  );
  await writePolicy(policy);
  await writePart(part);
  const script = compile(file);
  process.argv = [process.execPath, 'cede', 'score', policy, part, '-o', out, '--quiet'];
  await load(file, script).main();
  if (process.exitCode) throw new Error('cede score failed on the small file of the build');
  writeFileSync(keptBeside(file), script.createCachedData());
} finally {
  rmSync(folder, { recursive: true });
}

async function writePolicy(path) {
  const { fitPolicy, printPolicy, tableFromArrays } = await import('@cede/core');
  const label = Array.from({ length: 60 }, (_, i) => i % 3);
  const model = label.map((y, i) =>
    [0, 1, 2].map((c) => (c === (y + +(i % 4 === 0)) % 3 ? 0.5 : 0.25)),
  );
  const expert = label.map((y, i) => (i % 7 ? y : (y + 1) % 3));
  const table = tableFromArrays({ label, model, expert });
  writeFileSync(path, printPolicy(fitPolicy(table, { rate: 0.3, epochs: 5 })));
}

async function writePart(path) {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const row =
    "'case-' || range AS id, 0.5::FLOAT AS model_0, 0.25::FLOAT AS model_1, 0.25::FLOAT AS model_2";
  await connection.run(`COPY (SELECT ${row} FROM range(20000)) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
}
