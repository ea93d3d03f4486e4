// What a queue costs: milliseconds a cell beside the work itself, and the gain from more workers.
//   node bench/queue.js            needs redis-server; starts one of its own on a free port
// Overhead: 1,000 cells that do nothing, on one worker that takes 8 at a time. Scaling: cells that
// wait a second (so that two cores show what many machines would), on 1, 2, 4 and 8 workers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServerAndStore, queueRunner } from '@cede/queue';
import { memoryLedger, runCells } from '@cede/run';

const BUILD = { name: 'test', description: 'the build of the tests' };
const folder = mkdtempSync(join(tmpdir(), 'cede-bench-queue-'));
const log = join(folder, 'log');
writeFileSync(log, '');

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
probe.close();
await once(probe, 'close');
const words = [
  '--port',
  port,
  '--bind',
  '127.0.0.1',
  '--dir',
  folder,
  '--save',
  '',
  '--appendonly',
  'yes',
];
const redis = spawn('redis-server', words.map(String), { stdio: 'ignore' });
const url = `redis://127.0.0.1:${port}`;

async function startWorker(jobs) {
  const script = new URL('../packages/queue/test/work.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, url, JSON.stringify({ jobs })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function timeOf(cells) {
  const { server, store } = await openServerAndStore({ queue: url }, BUILD);
  const runner = queueRunner({ server, store, context: { log } });
  const began = performance.now();
  await runCells(cells, { runner, ledger: memoryLedger() });
  const took = performance.now() - began;
  await runner.close();
  await server.close();
  return took;
}

let seed = 0;
const cellsOf = (count, milliseconds) =>
  Array.from({ length: count }, () => ({
    kind: 'numbers/1',
    spec: { seed: seed++, milliseconds },
  }));

const workers = [];
try {
  workers.push(await startWorker(8));
  await timeOf(cellsOf(50, 0)); // threads start
  const count = 1000;
  const rounds = [];
  for (let round = 0; round < 3; round++) rounds.push((await timeOf(cellsOf(count, 0))) / count);
  console.log(
    `overhead: ${rounds.map((ms) => ms.toFixed(2)).join(', ')} ms a cell (${count} cells, wall)`,
  );
  workers.pop().kill();
  let alone;
  for (const many of [1, 2, 4, 8]) {
    while (workers.length < many) workers.push(await startWorker(1));
    await timeOf(cellsOf(2 * many, 0));
    const took = await timeOf(cellsOf(3 * many, 1000));
    alone ??= took;
    console.log(
      `${many} workers: ${3 * many} cells of a second in ${(took / 1000).toFixed(2)} s, ${((many * alone) / took).toFixed(2)} × one worker's pace`,
    );
  }
} finally {
  for (const worker of workers) worker.kill('SIGKILL');
  redis.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
