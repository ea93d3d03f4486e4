// How fast tables are read, against DuckDB summing every column of the same file:
//   node bench/tables.js [--rows 1000000] [--classes 10] [--folder DIR] [--json]
// The file is made once in the folder. Loading includes every check of the rows; the checks of the
// whole table (`checkTable`) come on top and are timed apart. Times are of the wall, `…Cpu` of all threads.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    json: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const classes = Number(values.classes);
const repeats = Number(values.repeats);
const numbers = Array.from({ length: classes }, (_, k) => k);
const names = [
  'label',
  ...numbers.map((k) => `model_p${k}`),
  ...numbers.map((k) => `expert_p${k}`),
];

const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const connection = await instance.connect();
mkdirSync(values.folder, { recursive: true });

async function makeFile(path) {
  if (existsSync(path)) return;
  const weights = (side) => numbers.map((k) => `random() AS ${side}${k}`).join(', ');
  const total = (side) => `(${numbers.map((k) => `${side}${k}`).join(' + ')})`;
  const shares = (side, name) =>
    numbers.map((k) => `CAST(${side}${k} / ${total(side)} AS FLOAT) AS ${name}${k}`).join(', ');
  await connection.run(`COPY (
    SELECT CAST(floor(r * ${classes}) AS BIGINT) AS label, ${shares('a', 'model_p')}, ${shares('b', 'expert_p')}
    FROM (SELECT random() AS r, ${weights('a')}, ${weights('b')} FROM range(${rows}))
  ) TO '${path}'`);
}

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const columnBytes = rows * (4 + 2 * 4 * classes);
const results = [];

for (const format of values.formats.split(',')) {
  const path = join(values.folder, `table-${rows}-${classes}.${format}`);
  await makeFile(path);
  const sums = names.map((name) => `sum("${name}")`).join(', ');
  const sum = () => connection.runAndReadAll(`SELECT ${sums} FROM '${path}'`);
  let table;
  const load = async () => {
    table = undefined;
    table = await readTable(path);
  };
  const check = () => checkTable(table);
  await sum();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 2);
  await load();
  clearInterval(watch);
  peak = Math.max(peak, process.resourceUsage().maxRSS * 1024);
  const times = { sum: [], load: [], check: [] };
  const cpu = { sum: [], load: [], check: [] };
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [name, work] of Object.entries({ sum, load, check })) {
      const used = process.cpuUsage();
      const start = performance.now();
      await work();
      times[name].push(performance.now() - start);
      const { user, system } = process.cpuUsage(used);
      cpu[name].push((user + system) / 1000);
    }
  }
  results.push({
    format,
    rows,
    classes,
    fileMegabytes: Math.round(statSync(path).size / 1e6),
    sumMilliseconds: Math.round(median(times.sum)),
    loadMilliseconds: Math.round(median(times.load)),
    checkMilliseconds: Math.round(median(times.check)),
    ratio: Number((median(times.load) / median(times.sum)).toFixed(2)),
    bestRatio: Number((Math.min(...times.load) / Math.min(...times.sum)).toFixed(2)),
    sumCpu: Math.round(Math.min(...cpu.sum)),
    loadCpu: Math.round(Math.min(...cpu.load)),
    checkCpu: Math.round(Math.min(...cpu.check)),
    // What a process once held tells of its first format only; name one with --formats.
    ...(results.length === 0 && {
      memoryTimesColumns: Number(((peak - before) / columnBytes).toFixed(2)),
      peakMegabytes: Math.round(peak / 1e6),
    }),
  });
}

if (values.json) console.log(JSON.stringify({ bench: 'tables', results }));
else console.table(results);
