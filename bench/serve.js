// How fast `cede serve` answers, beside an empty route of the same server that parses the same body.
// The load comes from a second process with keep-alive connections; ten classes; ratios in one run.
//   npm run bench:serve [-- --seconds 5]
import { spawn } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fitPolicy, printPolicy, stream, tableFromArrays } from '@cede/core';
import { serve } from '@cede/server';

const CLASSES = 10;
const CONNECTIONS = 32;
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1] || 4);

const drawn = (random) => {
  const row = Array.from({ length: CLASSES }, () => random.uniform() ** 4 + 0.01);
  const sum = row.reduce((a, b) => a + b, 0);
  return row.map((value) => +(value / sum).toFixed(6));
};

/** The load: as many requests as the connections take, or at a fixed pace; run in a process of its own. */
async function load({ address, path, batch, pace, duration }) {
  const random = stream(process.pid, 'load');
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { hostname, port } = new URL(address);
  const times = [];
  let sent = 0;
  const ask = () =>
    new Promise((resolve, reject) => {
      const one = () => ({ id: `${process.pid}-${sent++}`, probs: drawn(random) });
      const body = JSON.stringify(batch ? { cases: Array.from({ length: batch }, one) } : one());
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const began = performance.now();
      const asked = request({ hostname, port, path, method: 'POST', agent, headers }, (reply) => {
        reply.resume().on('end', () => {
          times.push(performance.now() - began);
          if (reply.statusCode !== 200) reject(new Error(`${path}: ${reply.statusCode}`));
          else resolve();
        });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  const began = performance.now();
  const over = () => performance.now() - began > duration * 1000;
  if (pace) {
    const under = [];
    while (!over()) {
      const due = Math.floor(((performance.now() - began) / 1000) * pace) - under.length;
      for (let k = 0; k < due; k++) under.push(ask());
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(under);
  } else {
    const worker = async () => {
      while (!over()) await ask();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  }
  agent.destroy();
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))];
  return { perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}

function loadElsewhere(ask) {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(import.meta.url), '--load', JSON.stringify(ask)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
    });
    child.on('exit', (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(text))));
  });
}

/** The median time of one small write and its fdatasync, where the store will be. */
function syncTime(folder) {
  const file = openSync(join(folder, 'sync'), 'w');
  const times = Array.from({ length: 200 }, () => {
    const began = performance.now();
    writeSync(file, Buffer.alloc(4096));
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return times.sort((a, b) => a - b)[100];
}

async function main() {
  const random = stream(1, 'bench serve');
  const model = Array.from({ length: 2000 }, () => drawn(random));
  const label = model.map((row) => (random.uniform() < 0.7 ? row.indexOf(Math.max(...row)) : 3));
  const expert = label.map((truth) => (random.uniform() < 0.9 ? truth : 5));
  const policy = fitPolicy(tableFromArrays({ model, label, expert }), {
    method: 'drcpe-zeroone',
    epochs: 5,
  });
  const folder = mkdtempSync(join(tmpdir(), 'cede-bench-serve-'));
  const text = printPolicy(policy);
  const start = (durability) =>
    serve({
      ...{ policies: [{ name: 'default', text }], port: 0, emptyRoute: true, durability },
      store: join(folder, `${durability}.db`),
    });
  const report = (name, value) => console.log(`${name.padEnd(46)} ${value}`);
  const sync = syncTime(folder);
  report('fdatasync, median', `${sync.toFixed(3)} ms`);
  for (const durability of ['relaxed', 'strict']) {
    const began = performance.now();
    const { address, stop } = await start(durability);
    report(`${durability}: start`, `${(performance.now() - began).toFixed(0)} ms`);
    await loadElsewhere({ address, path: '/v1/decide', duration: 1 }); // warm
    const empty = await loadElsewhere({ address, path: '/empty', duration: seconds });
    const decide = await loadElsewhere({ address, path: '/v1/decide', duration: seconds });
    const again = await loadElsewhere({ address, path: '/empty', duration: seconds });
    const base = (empty.perSecond + again.perSecond) / 2;
    const bar = durability === 'strict' ? Math.min(base, (CONNECTIONS / sync) * 1000) : base;
    report(`${durability}: empty route`, `${base.toFixed(0)} requests/s`);
    report(
      `${durability}: decide`,
      `${decide.perSecond.toFixed(0)} requests/s, ${(decide.perSecond / bar).toFixed(2)}x`,
    );
    const batch = await loadElsewhere({
      address,
      path: '/v1/decide',
      batch: 100,
      duration: seconds,
    });
    report(`${durability}: batches of 100`, `${(100 * batch.perSecond).toFixed(0)} cases/s`);
    const pace = decide.perSecond / 2;
    const [calm, own] = [
      await loadElsewhere({ address, path: '/empty', pace, duration: seconds }),
      await loadElsewhere({ address, path: '/v1/decide', pace, duration: seconds }),
    ];
    report(
      `${durability}: added at half load`,
      `p50 ${(own.p50 - calm.p50).toFixed(2)} ms, p99 ${(own.p99 - calm.p99).toFixed(2)} ms`,
    );
    report(`${durability}: resident memory`, `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
    await stop();
  }
  rmSync(folder, { recursive: true, force: true });
}

const asked = process.argv.indexOf('--load');
if (asked > 0) console.log(JSON.stringify(await load(JSON.parse(process.argv[asked + 1]))));
else await main();
