import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// In a process of its own: these flags are for all of it.
const SCRIPT = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { Worker } from 'node:worker_threads';
  const { fitHeap } = await import(process.argv[1]);
  if (process.argv[2] === 'fitted') fitHeap();
  const megabytes = (name) =>
    getHeapSpaceStatistics().find((each) => each.space_name === name).space_size / 2 ** 20;
  const kept = []; // about 20 MB, all of it new every 40 rounds
  let old = 0;
  for (let round = 0; round < 400; round++) {
    kept[round % 40] = Array.from({ length: 5000 }, (_, k) => ({ round, k, text: 'x' + k }));
    old = Math.max(old, megabytes('old_space'));
    // As a service does.
    if (round % 100 === 50)
      await new Promise((resolve) =>
        new Worker('', { eval: true }).once('exit', () => setTimeout(resolve, 50)),
      );
    await new Promise(setImmediate);
  }
  console.log(JSON.stringify({ young: megabytes('new_space'), old }));
  process.exit(0);
`;

const megabytes = (how: string): { young: number; old: number } => {
  const module = join(import.meta.dirname, '../../dist/serve/heap.js');
  const args = ['--input-type=module', '-e', SCRIPT, module, how];
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
};

it('holds the room for young objects and that for old ones well below what V8 would take, threads or not', () => {
  const [plain, fitted] = ['plain', 'fitted'].map(megabytes);
  expect(plain.young).toBe(32);
  // 8, or 16 where a collection fell into the millisecond in which a thread started.
  expect(fitted.young).toBeLessThanOrEqual(16);
  // 82 and 48 MB here.
  expect(plain.old).toBeGreaterThan(70);
  expect(fitted.old).toBeLessThan(60);
});
