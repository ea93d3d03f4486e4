// How fast `cede serve` answers, beside an empty route of the same server that parses the same body.
// Load and service are processes of their own; ten classes; ratios within one run, in turns.
//   npm run bench:serve [-- --seconds 4 --rounds 3 --only relaxed,strict,bulk,pace,start,memory]
import { fork, spawn } from 'node:child_process';
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fitPolicy, printPolicy, stream, tableFromArrays } from '@cede/core';
import { openLog, openStore } from '../packages/server/dist/store/open.js';

const CONNECTIONS = 32;
const option = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? usual : process.argv[at + 1];
};
const seconds = Number(option('seconds', 4));
const rounds = Number(option('rounds', 3));
const only = option('only', 'start,relaxed,strict,bulk,pace,memory').split(',');
const asked = (name) => only.includes(name);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(option('folder', tmpdir()), 'cede-bench-serve-'));

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const report = (name, value) => console.log(`${name.padEnd(44)} ${value}`);
const milliseconds = (value) => `${value.toFixed(2)} ms`;

function writePolicy() {
  const random = stream(1, 'bench serve');
  const model = Array.from({ length: 2000 }, () => {
    const row = Array.from({ length: 10 }, () => random.uniform() ** 4 + 0.01);
    const sum = row.reduce((a, b) => a + b, 0);
    return row.map((value) => value / sum);
  });
  const label = model.map((row) => (random.uniform() < 0.7 ? row.indexOf(Math.max(...row)) : 3));
  const expert = label.map((truth) => (random.uniform() < 0.9 ? truth : 5));
  const table = tableFromArrays({ model, label, expert });
  const file = join(folder, 'policy.json');
  writeFileSync(file, printPolicy(fitPolicy(table, { method: 'drcpe-zeroone', epochs: 5 })));
  return file;
}

/** The service in a process of its own. */
async function started(policy, options) {
  const args = [JSON.stringify({ policy, ...options })];
  const execArgv = option('profile') ? ['--cpu-prof', `--cpu-prof-dir=${option('profile')}`] : [];
  const child = fork(here('serve/process.js'), args, { execArgv });
  const told = (ask) =>
    new Promise((resolve) => {
      child.once('message', resolve);
      if (ask) child.send(ask);
    });
  const { address } = await told();
  return {
    ...{ address, look: () => told('look') },
    /** With the CPU that a request cost the service and the load, µs: what a busy machine changes least. */
    async load(ask) {
      const before = await told('look');
      const found = await load({ address, connections: CONNECTIONS, seconds, ...ask });
      const after = await told('look');
      const each = (seconds) => (1e6 * seconds) / found.requests;
      const cpu = each(after.cpuSeconds - before.cpuSeconds);
      return { ...found, cpu, loadCpu: each(found.cpuSeconds) };
    },
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', resolve);
        child.send('stop');
      }),
  };
}

function load(ask) {
  return new Promise((resolve, reject) => {
    // Threads that collect its garbage would take cores from the service that is measured.
    const args = ['--single-threaded-gc', here('serve/load.js'), JSON.stringify(ask)];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
    });
    child.on('exit', (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(text))));
  });
}

/** The median time of one small write and its fdatasync, where the store will be. */
function syncTime() {
  const file = openSync(join(folder, 'sync'), 'w');
  const times = Array.from({ length: 400 }, () => {
    const began = performance.now();
    writeSync(file, Buffer.alloc(4096));
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return median(times);
}

/** Empty route and decisions in turns; the first of each warms up. */
async function single(service, durability) {
  await service.load({ path: '/empty', seconds: 2 });
  await service.load({ path: '/v1/decide', seconds: 2 });
  const found = { empty: [], decide: [], ratio: [] };
  for (let round = 0; round < rounds; round++) {
    const before = await service.load({ path: '/empty' });
    const decide = await service.load({ path: '/v1/decide' });
    const after = await service.load({ path: '/empty' });
    const empty = (before.perSecond + after.perSecond) / 2;
    const sync = syncTime();
    const bar = durability === 'strict' ? Math.min(empty, (1000 * CONNECTIONS) / sync) : empty;
    found.empty.push(empty);
    found.decide.push(decide.perSecond);
    found.ratio.push(decide.perSecond / bar);
    if (durability === 'strict') report('  fdatasync, median', milliseconds(sync));
    report(
      `  round ${round + 1}`,
      `empty ${empty.toFixed(0)} (${after.cpu.toFixed(0)} µs of CPU), decide ${decide.perSecond.toFixed(0)} (${decide.cpu.toFixed(0)} µs, load generator ${decide.loadCpu.toFixed(0)}), ${(decide.perSecond / bar).toFixed(2)}x`,
    );
  }
  report(`${durability}: empty route`, `${median(found.empty).toFixed(0)} requests/s`);
  report(
    `${durability}: decide`,
    `${median(found.decide).toFixed(0)} requests/s, ${median(found.ratio).toFixed(2)}x`,
  );
  return median(found.decide);
}

/**
 * Batches of 100 beside plain inserts of the same rows, in groups as large as the service's may be.
 * Both are warm: the service by a first load, the inserts by the first quarter of the rows.
 */
async function bulk(policy, durability) {
  const store = join(folder, `bulk-${durability}.db`);
  const service = await started(policy, { store, durability });
  await service.load({ path: '/v1/decide', batch: 100, seconds: 2 });
  const rates = { batches: [], inserts: [], ratio: [] };
  for (let round = 0; round < rounds; round++) {
    const { perSecond } = await service.load({ path: '/v1/decide', batch: 100 });
    const log = await openLog(store);
    const rows = await log.rows('default', 0, 20_000);
    await log.close();
    const copy = await openStore(join(folder, `copy-${durability}-${round}.db`), durability);
    const append = async (some) => {
      for (let from = 0; from < some.length; from += 1000)
        await copy.append({ decisions: some.slice(from, from + 1000), outcomes: [], state: [] });
    };
    const first = Math.floor(rows.length / 4);
    await append(rows.slice(0, first));
    const began = performance.now();
    await append(rows.slice(first));
    const inserts = (1000 * (rows.length - first)) / (performance.now() - began);
    await copy.close();
    rates.batches.push(100 * perSecond);
    rates.inserts.push(inserts);
    rates.ratio.push((100 * perSecond) / inserts);
  }
  await service.stop();
  report(
    `${durability}: batches of 100`,
    `${median(rates.batches).toFixed(0)} cases/s, inserts ${median(rates.inserts).toFixed(0)} rows/s, ${median(rates.ratio).toFixed(2)}x`,
  );
}

/** Open loop at half the largest rate: what a decision adds to the empty route. */
async function paced(service, durability, most) {
  const pace = most / 2;
  const added = { p50: [], p99: [] };
  for (let round = 0; round < rounds; round++) {
    const ask = { pace, seconds };
    const empty = await service.load({ ...ask, path: '/empty' });
    const decide = await service.load({ ...ask, path: '/v1/decide' });
    for (const key of ['p50', 'p99']) added[key].push(decide[key] - empty[key]);
    report(
      `  round ${round + 1}, ${pace.toFixed(0)}/s`,
      `empty p50 ${milliseconds(empty.p50)} p99 ${milliseconds(empty.p99)}; decide p50 ${milliseconds(decide.p50)} p99 ${milliseconds(decide.p99)}`,
    );
  }
  report(
    `${durability}: added at half load`,
    `p50 ${milliseconds(median(added.p50))}, p99 ${milliseconds(median(added.p99))}`,
  );
}

/** The command itself, from its start to its first answer. */
async function start(policy) {
  const times = [];
  for (let round = 0; round < Math.max(5, rounds); round++) {
    const began = performance.now();
    const args = [here('../packages/cli/bin/cede.js'), 'serve', policy, '--port', '0', '--quiet'];
    const store = join(folder, `start-${round}.db`);
    const child = spawn(process.execPath, [...args, '--store', store]);
    const address = await new Promise((resolve) => {
      child.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0]));
    });
    const probs = [0.91, ...Array(9).fill(0.01)];
    const reply = await fetch(`${address}/v1/decide`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'first', probs }),
    });
    await reply.json();
    times.push(performance.now() - began);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  }
  report('start to first decision', `${median(times).toFixed(0)} ms`);
}

/** Resident memory over two million decisions, single ones and batches. */
async function memory(policy) {
  const store = join(folder, 'memory.db');
  const service = await started(policy, { store, durability: 'relaxed' });
  const seen = [];
  let decided = 0;
  const goal = Number(option('decisions', 2_000_000));
  while (decided < goal) {
    const one = await service.load({ path: '/v1/decide', seconds: 5 });
    const many = await service.load({ path: '/v1/decide', batch: 100, seconds: 10 });
    decided += Math.round(5 * one.perSecond + 1000 * many.perSecond);
    const { memory: bytes } = await service.look();
    seen.push(bytes / 1e6);
    report(`  after ${(decided / 1e6).toFixed(2)} million`, `${(bytes / 1e6).toFixed(0)} MB`);
  }
  await service.stop();
  report('resident memory, largest seen', `${Math.max(...seen).toFixed(0)} MB`);
}

const policy = writePolicy();
if (asked('start')) await start(policy);
for (const durability of ['relaxed', 'strict'].filter(asked)) {
  const store = join(folder, `${durability}.db`);
  const service = await started(policy, { store, durability });
  const most = await single(service, durability);
  if (asked('pace')) await paced(service, durability, most);
  const { memory: bytes } = await service.look();
  report(`${durability}: resident memory`, `${(bytes / 1e6).toFixed(0)} MB`);
  await service.stop();
  if (asked('bulk')) await bulk(policy, durability);
}
if (asked('memory')) await memory(policy);
rmSync(folder, { recursive: true, force: true });
