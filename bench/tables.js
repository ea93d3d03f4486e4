// How fast tables are read and checked, against DuckDB summing every column of the same file, and
// against raw chunks: the same columns asked of DuckDB, every vector fetched and nothing done with it:
//   node bench/tables.js [--rows 1000000] [--classes 10] [--formats parquet,csv] [--repeats 5] [--text] [--folder DIR] [--json]
// With --text classes have names, and every row a text as its id (DuckDB then looks for their highest).
// The file is made once in the folder. `load` is reading with every check of the rows, `check` the
// checks of the whole table (`checkTable`); ratios are of both together to the sum, `rawRatio` of
// their processor time to that of the raw chunks (Parquet: at most 2). Times of the
// wall are medians, `best…` and `…Cpu` (all threads, user and system) the least of all repeats:
// beside other work on the same cores only the latter mean something. Memory is what a process of
// its own, which does nothing but load, holds at its peak beyond what it held before.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkTable } from '@cede/data';
import { readTable } from '@cede/data/node';
import { DuckDBInstance } from '@duckdb/node-api';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    classes: { type: 'string', default: '10' },
    folder: { type: 'string', default: join(tmpdir(), 'cede-bench-tables') },
    formats: { type: 'string', default: 'parquet,csv' },
    repeats: { type: 'string', default: '5' },
    text: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    // What the process that measures memory is started with.
    'memory-of': { type: 'string' },
  },
});
if (values['memory-of'] !== undefined) {
  const peak = await memoryOf(values['memory-of']);
  console.log(JSON.stringify(peak));
  process.exit(0);
}

const rows = Number(values.rows);
const classes = Number(values.classes);
const repeats = Number(values.repeats);
const numbers = Array.from({ length: classes }, (_, k) => k);
// With names the order of the classes is theirs, so that labels need no guess.
const called = (k) => (values.text ? `class${String(k).padStart(4, '0')}` : `${k}`);
const columns = [
  ...numbers.map((k) => `model_p_${called(k)}`),
  ...numbers.map((k) => `expert_p_${called(k)}`),
];
const sums = [
  ...columns.map((name) => `sum("${name}")`),
  ...(values.text ? ['max(label)', 'max(id)'] : ['sum(label)']),
];

const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const connection = await instance.connect();
mkdirSync(values.folder, { recursive: true });

async function makeFile(path) {
  if (existsSync(path)) return;
  const weights = (side) => numbers.map((k) => `random() AS ${side}${k}`).join(', ');
  const total = (side) => `(${numbers.map((k) => `${side}${k}`).join(' + ')})`;
  const shares = (side, from) =>
    numbers
      .map((k) => `CAST(${side}${k} / ${total(side)} AS FLOAT) AS ${columns[from + k]}`)
      .join(', ');
  const number = `CAST(floor(r * ${classes}) AS BIGINT)`;
  const label = values.text
    ? `'case-' || lpad(CAST(i AS VARCHAR), 9, '0') AS id, 'class' || lpad(CAST(${number} AS VARCHAR), 4, '0') AS label`
    : `${number} AS label`;
  await connection.run(`COPY (
    SELECT ${label}, ${shares('a', 0)}, ${shares('b', classes)}
    FROM (SELECT i, random() AS r, ${weights('a')}, ${weights('b')} FROM range(${rows}) t(i))
  ) TO '${path}'`);
}

/** Every vector of the wanted columns, as Node gets them from DuckDB. */
async function rawChunks(path) {
  const names = [...(values.text ? ['id'] : []), 'label', ...columns].map((name) => `"${name}"`);
  const result = await connection.stream(`SELECT ${names.join(', ')} FROM '${path}'`);
  let seen = 0;
  let coming = result.fetchChunk();
  for (;;) {
    const chunk = await coming;
    if (!chunk || chunk.rowCount === 0) return seen;
    coming = result.fetchChunk();
    for (let k = 0; k < chunk.columnCount; k++) {
      const vector = chunk.getColumnVector(k);
      seen += vector.items?.length ?? vector.dataView.byteLength;
    }
  }
}

async function memoryOf(path) {
  const before = process.memoryUsage().rss;
  await readTable(path);
  return { before, peak: peakMemory() };
}

/** What this process once held. `maxRSS` would count the process that started this one, too. */
function peakMemory() {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kilobytes) * 1024;
}

/** Wall and processor milliseconds of one run. */
async function timed(work) {
  const used = process.cpuUsage();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  return { wall, cpu: (user + system) / 1000 };
}

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const least = (times) => Math.min(...times);
const ratio = (value) => Number(value.toFixed(2));
const columnBytes = rows * (4 + 2 * 4 * classes);
const results = [];

for (const format of values.formats.split(',')) {
  const kind = values.text ? 'text' : 'numbers';
  const path = join(values.folder, `table-${kind}-${rows}-${classes}.${format}`);
  await makeFile(path);
  let table;
  const works = {
    sum: () => connection.runAndReadAll(`SELECT ${sums.join(', ')} FROM '${path}'`),
    raw: () => rawChunks(path),
    load: async () => {
      table = undefined;
      table = await readTable(path);
    },
    check: () => checkTable(table),
  };
  const runs = { sum: [], raw: [], load: [], check: [] };
  // The first round warms the cache and the compiler, and is not counted.
  for (let repeat = -1; repeat < repeats; repeat++) {
    for (const [name, work] of Object.entries(works)) {
      const run = await timed(work);
      if (repeat >= 0) runs[name].push(run);
    }
  }
  const wall = (name, of) => of(runs[name].map((run) => run.wall));
  const cpu = (name) => least(runs[name].map((run) => run.cpu));
  const ours = (of) => of(runs.load.map((run, k) => run.wall + runs.check[k].wall));
  const child = [fileURLToPath(import.meta.url), '--memory-of', path];
  const { before, peak } = JSON.parse(spawnSync(process.execPath, child).stdout);
  results.push({
    format,
    rows,
    classes,
    fileMegabytes: Math.round(statSync(path).size / 1e6),
    sumMilliseconds: Math.round(wall('sum', median)),
    loadMilliseconds: Math.round(wall('load', median)),
    checkMilliseconds: Math.round(wall('check', median)),
    ratio: ratio(ours(median) / wall('sum', median)),
    bestRatio: ratio(ours(least) / wall('sum', least)),
    sumCpu: Math.round(cpu('sum')),
    rawCpu: Math.round(cpu('raw')),
    loadCpu: Math.round(cpu('load')),
    checkCpu: Math.round(cpu('check')),
    rawRatio: ratio((cpu('load') + cpu('check')) / cpu('raw')),
    cpuRatio: ratio((cpu('load') + cpu('check')) / cpu('sum')),
    memoryTimesColumns: ratio((peak - before) / columnBytes),
    peakMegabytes: Math.round(peak / 1e6),
  });
}

if (values.json) console.log(JSON.stringify({ bench: 'tables', results }));
else console.table(results);
