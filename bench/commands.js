// How long each command takes on a large table, and what it holds in memory at its peak:
//   node bench/commands.js [--rows 1000000] [--classes 10] [--commands check,fit,...] [--repeats 3] [--folder DIR] [--json]
// The tables are made once in the folder: one to fit on (a tenth of the rows), one to test on, and for
// `compare` one of 10,000 rows to fit its 10 methods × 11 seeds on. Times are whole commands as a user
// starts them, medians (`compare` lets `auto` choose, `compare-named` names its methods); beside each, how often longer than a process that only reads the test table
// (the least that any command could take). Of compare: where its time went, too, of the median run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { json, median, noise, round, say, show } from './measure.js';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    classes: { type: 'string', default: '10' },
    commands: {
      type: 'string',
      default: 'read,check,verdict,fit,tune,evaluate,decide,compare,compare-named',
    },
    repeats: { type: 'string', default: '3' },
    folder: { type: 'string', default: join(tmpdir(), 'cede-bench-commands') },
    json: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const classes = Number(values.classes);
const cli = fileURLToPath(new URL('../packages/cli/bin/cede.js', import.meta.url));
const file = (name) => join(values.folder, `${name}-${rows}-${classes}`);
const fitting = `${file('fit')}.parquet`;
const testing = `${file('test')}.parquet`;
const few = `${file('few')}.parquet`;
const FEW_ROWS = 10_000;
const policy = `${file('policy')}.json`;
const tuned = `${file('tuned')}.json`;
const results = file('results');

/** Ten methods, those that compare took before `auto` was one of them. */
const METHODS =
  'conf,linear,two-stage,diff01,maxprob,drcpe-gce,drcpe-prob01,drcpe-zeroone,random,oracle';

const read = `import('@cede/data/node').then(({ readTable }) => readTable(${JSON.stringify(testing)}))`;
const cede = (...words) => [cli, ...words, '--quiet'];
/** What node is started with, in this order: later ones take what earlier ones wrote. */
const COMMANDS = {
  read: ['--input-type=module', '-e', read],
  check: cede('check', testing),
  verdict: cede('check', testing, '--verdict'),
  fit: cede('fit', fitting, '--method', 'drcpe-gce', '-o', policy),
  tune: cede('tune', policy, '--rate', '0.1', '--traffic', testing, '-o', tuned),
  evaluate: cede('evaluate', tuned, testing),
  decide: cede('decide', tuned, testing),
  compare: cede('compare', few, testing, '--out', results),
  // Nothing is chosen: what a comparison took before `auto` was the default.
  'compare-named': cede(
    ...['compare', few, testing, '--out', results],
    ...['--methods', METHODS, '--method', 'drcpe-gce'],
  ),
};

/** A model that is right in seven cases of ten and knows a little about it, an expert right in nine. */
async function makeTables() {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const numbers = Array.from({ length: classes }, (_, k) => k);
  const weights = (side, strength) =>
    numbers
      .map((k) => `exp(${strength} * (${k} = label)::INT + ln(random() + 1e-9)) AS ${side}${k}`)
      .join(', ');
  const shares = (side, name) => {
    const total = numbers.map((k) => `${side}${k}`).join(' + ');
    return numbers.map((k) => `CAST(${side}${k} / (${total}) AS FLOAT) AS ${name}_p_${k}`);
  };
  for (const [path, count] of [
    [fitting, Math.ceil(rows / 10)],
    [testing, rows],
    [few, FEW_ROWS],
  ]) {
    if (existsSync(path)) continue;
    await connection.run(`COPY (
      SELECT i AS id, label, ${[...shares('a', 'model'), ...shares('b', 'expert')].join(', ')}
      FROM (SELECT *, ${weights('a', 1)}, ${weights('b', 2.5)}
        FROM (SELECT i, CAST(floor(random() * ${classes}) AS INT) AS label FROM range(${count}) t(i)))
    ) TO '${path}'`);
  }
}

/** Seconds and megabytes of one command in a process of its own. */
function run(name) {
  const isCompare = name.startsWith('compare');
  if (isCompare) rmSync(results, { recursive: true, force: true });
  const stdout = openSync('/dev/null', 'w');
  const script = `
    import { readFileSync } from 'node:fs';
    process.on('exit', () => {
      const peak = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
      process.stderr.write('\\npeak ' + peak);
    });`;
  const watch = `data:text/javascript,${encodeURIComponent(script)}`;
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', watch, ...COMMANDS[name]], {
    stdio: ['ignore', stdout, 'pipe'],
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  const seconds = (performance.now() - began) / 1000;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  // Its threads say it, too, each when it ends.
  const peaks = [...stderr.matchAll(/peak (\d+)/g)].map(([, kilobytes]) => Number(kilobytes));
  const megabytes = Math.max(...peaks) / 1024;
  return { seconds, megabytes, ...(isCompare && { steps: stepsOf(seconds) }) };
}

/** Seconds by step, as the command wrote them down; the rest is report and files. */
function stepsOf(seconds) {
  const { steps } = JSON.parse(readFileSync(join(results, 'timings.json'), 'utf8'));
  const known = Object.values(steps).reduce((sum, each) => sum + each, 0);
  return { ...steps, 'report and files': round(seconds - known, 3) };
}

mkdirSync(values.folder, { recursive: true });
await makeTables();
const measured = Object.keys(COMMANDS)
  .filter((name) => values.commands.split(',').includes(name))
  .map((name) => {
    say(name);
    const runs = Array.from({ length: Number(values.repeats) }, () => run(name));
    const seconds = runs.map((one) => one.seconds);
    const { steps } = runs.find((one) => one.seconds === median(seconds));
    return {
      command: name,
      seconds: round(median(seconds)),
      noise: round(noise(seconds)),
      peakMegabytes: Math.round(Math.max(...runs.map((one) => one.megabytes))),
      ...(steps && { steps }),
    };
  });
const least = measured.find(({ command }) => command === 'read')?.seconds;
const rowsOut = measured.map((one) => ({
  ...one,
  timesRead: least ? round(one.seconds / least, 1) : null,
}));
const withoutSteps = rowsOut.map(({ steps, ...one }) => one);
show(`${rows} rows to test on, ${Math.ceil(rows / 10)} to fit on`, withoutSteps, {
  bench: 'commands',
  rows,
  classes,
  results: rowsOut,
});
const compared = measured.filter(({ steps }) => steps);
if (compared.length > 0 && !json) {
  console.log(`\ncompare: 10 methods × 11 seeds, ${FEW_ROWS} rows to fit on, seconds by step`);
  console.table(Object.fromEntries(compared.map(({ command, steps }) => [command, steps])));
}
