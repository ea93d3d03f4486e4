// A process that runs a grid of cells on a ledger and prints its results' hash; tests kill it.
import { createHash } from 'node:crypto';
import { inlineRunner, runCells } from '@cede/run';
import { openLedger, poolRunner } from '@cede/run/node';
import { functions } from './cells.js';

const [directory, cells, count, jobs] = process.argv.slice(2);
const numbers = Array.from({ length: Number(cells) }, (_, seed) => ({
  kind: 'numbers',
  spec: { seed, count: Number(count) },
}));
const sums = numbers.map((cell, i) => ({
  kind: 'sum',
  spec: {},
  needs: { one: cell, two: numbers[(i + 1) % numbers.length] },
}));
const runner =
  jobs === '0'
    ? inlineRunner(functions)
    : poolRunner(new URL('./cells.js', import.meta.url), { jobs: Number(jobs) });
const ledger = await openLedger(directory);
let computed = 0;
const results = await runCells([...sums, ...numbers], {
  runner,
  ledger,
  onFinished: () => computed++,
});
await runner.close();
const hash = createHash('sha256');
for (const result of results) hash.update(result.values ?? JSON.stringify(result));
console.log(JSON.stringify({ computed, hash: hash.digest('hex') }));
