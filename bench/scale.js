// One size of bench/scorer.js's last table, alone in its process:  node bench/scale.js ROWS
import { readFileSync } from 'node:fs';
import { RATIO_LOSSES, stream } from '@cede/core';
import { trainSteps } from '../packages/core/dist/train/train.js';

const rows = Number(process.argv[2]);
const classes = 10;
const random = stream(1, 'scale');
const model = new Float32Array(rows * classes);
for (let i = 0; i < rows; i++) {
  let sum = 0;
  for (let c = 0; c < classes; c++)
    sum += model[i * classes + c] = random.uint32() / 4294967296 + 0.01;
  for (let c = 0; c < classes; c++) model[i * classes + c] /= sum;
}
const plus = Float32Array.from({ length: rows }, () => random.uint32() / 4294967296);
const minus = Float32Array.from({ length: rows }, () => random.uint32() / 4294967296);
globalThis.gc?.();
const peakKilobytes = () =>
  Number(
    /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ??
      process.memoryUsage().rss / 1024,
  );
const before = peakKilobytes();

/** Of the process, not wall time: other work on the machine hits long epochs more often. */
function cpuMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const task = {
  input: { rows, model, columns: [] },
  features: { kind: 'paper', classes, columns: [] },
  objective: { partial: RATIO_LOSSES.squared, plus, minus },
};
// Small tables repeat their epoch until there is something to measure.
const epochs = 1 + Math.max(1, Math.ceil(1e6 / rows));
const times = [];
let start = cpuMilliseconds();
let epoch = 0;
// Without decay no unit dies. With it, 20,000 batches of noise end most of the first layer, the kernel
// goes on without them, and an epoch of 10⁷ rows took a third of the time a row.
for (const progress of trainSteps(task, { epochs, batch: 512, weightDecay: 0 })) {
  if (progress.epoch === epoch) continue;
  epoch = progress.epoch;
  const now = cpuMilliseconds();
  times.push(now - start);
  start = now;
}
times.shift(); // the first epoch also makes the features
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    rows,
    nsPerRow: (times[times.length >> 1] * 1e6) / rows,
    extraMegabytes: (peakKilobytes() - before) / 1024,
  }),
);
