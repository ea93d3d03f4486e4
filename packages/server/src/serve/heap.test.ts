import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// In a process of its own: these flags are for all of it.
const SCRIPT = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { Worker } from 'node:worker_threads';
  const { fitHeap } = await import(process.argv[1]);
  if (process.argv[2] === 'fitted') fitHeap();
  let kept = [];
  for (let round = 0; round < 400; round++) {
    for (let k = 0; k < 5000; k++) kept.push({ round, k, text: 'x' + k });
    if (kept.length > 40000) kept = [];
    // As a service does.
    if (round % 100 === 50)
      await new Promise((resolve) => new Worker('', { eval: true }).once('online', resolve));
    await new Promise(setImmediate);
  }
  const { space_size } = getHeapSpaceStatistics().find((each) => each.space_name === 'new_space');
  console.log(space_size / 2 ** 20);
  process.exit(0);
`;

const youngMegabytes = (how: string) => {
  const module = join(import.meta.dirname, '../../dist/serve/heap.js');
  const args = ['--input-type=module', '-e', SCRIPT, module, how];
  return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
};

it('stops the growth of the room for young objects at a quarter of what V8 would take, threads or not', () => {
  expect(youngMegabytes('plain')).toBe(32);
  expect(youngMegabytes('fitted')).toBe(8);
});
