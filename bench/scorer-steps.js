// Where an epoch goes: each step of the kernel alone, on data that lies in the cache, with its share
// of the SIMD peak.   node bench/scorer-steps.js [--json]
import { fileURLToPath } from 'node:url';
import { stream } from '@cede/core';
import asc from 'assemblyscript/asc';
import { planNetwork } from '../packages/core/dist/kernel/plan.js';
import { initialNetwork } from '../packages/core/dist/network/network.js';
import { round, say, show } from './measure.js';
import { simdPeak } from './simd-peak.js';

const BLOCK = 32;
const HIDDEN = [64, 16];
const CASES = [
  { rows: 5_000, classes: 100, batch: 128 },
  { rows: 100_000, classes: 10, batch: 512 },
];

/** The kernel with its steps exported. */
async function compileSteps() {
  const files = new Map();
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const flags = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
  const { error, stderr } = await asc.main(
    ['bench/kernel/steps.ts', '--baseDir', folder, '--outFile', 'steps.wasm', ...flags],
    { writeFile: (name, contents) => void files.set(name, contents) },
  );
  if (error) throw new Error(stderr.toString());
  return new WebAssembly.Module(files.get('steps.wasm'));
}

/** As much of a Kernel as a plan needs. */
function kernelOf(module) {
  const { exports } = new WebAssembly.Instance(module);
  let top = (exports.heapBase() + 63) & ~63;
  return {
    exports,
    reserve(bytes) {
      const address = top;
      top += Math.ceil(bytes / 64) * 64;
      const missing = top - exports.memory.buffer.byteLength;
      if (missing > 0) exports.memory.grow(Math.ceil(missing / 65536));
      return address;
    },
    floats: (address, count) => new Float32Array(exports.memory.buffer, address, count),
    ints: (address, count) => new Int32Array(exports.memory.buffer, address, count),
  };
}

/** The lower quartile of many short runs, in microseconds a call. */
function microseconds(run) {
  const times = [];
  for (let i = 0; i < 300; i++) {
    const start = performance.now();
    for (let k = 0; k < 50; k++) run();
    times.push((performance.now() - start) * 20);
  }
  return times.sort((a, b) => a - b)[75];
}

function measure(module, { rows, classes, batch }) {
  const kernel = kernelOf(module);
  const { exports: step } = kernel;
  const dense = 1 + Math.min(10, classes);
  const network = initialNetwork({ dense, classes, hidden: HIDDEN, outputs: 1 }, 0);
  const plan = planNetwork(kernel, network, true);
  plan.load(network);
  const random = stream(1, 'steps');
  const records = kernel.reserve(rows * plan.stride * 4);
  const order = kernel.reserve(rows * 4);
  const floats = kernel.floats(records, rows * plan.stride);
  const ints = kernel.ints(records, rows * plan.stride);
  kernel.ints(order, rows).forEach((_, i, all) => {
    all[i] = random.below(rows);
    for (let j = 0; j < plan.stride; j++) floats[i * plan.stride + j] = random.uniform();
    ints[i * plan.stride + plan.dense] = random.below(classes);
  });
  const { address } = plan;
  let at = 0;
  const block = step.gather(address, records, order, BLOCK);
  const forward = () => step.forward(address, block, BLOCK);
  const loss = () => step.lossSlopes(address, block, BLOCK, 0, 1 / batch);
  const perRow = dense + 1;
  const [wide, narrow] = HIDDEN;
  const blocks = batch / BLOCK;
  const gather = () => {
    at = (at + BLOCK) % (rows - BLOCK);
    step.gather(address, records, order + 4 * at, BLOCK);
  };
  const backward = () => step.backward(address, block, BLOCK);
  let updates = 0;
  const adam = () => {
    step.adam(address, 1e-3, 0.9, 0.999, 7e-4, 1, 1e-8);
    if (++updates % 64 === 0) step.zeroTiny(address); // as training does
  };
  const steps = [
    ['gather', blocks, 0, gather],
    ['forward', blocks, perRow * wide + wide * narrow + narrow, forward],
    ['loss', blocks, 0, loss],
    ['backward', blocks, perRow * wide + 2 * wide * narrow + 2 * narrow, backward],
    ['transpose', 1, 0, () => step.transpose(address, 1)],
    ['adam', 1, 0, adam],
  ];
  forward();
  loss();
  return steps.map(([name, times, products, run]) => {
    const us = microseconds(run) * times;
    return { name, us, gflops: (2 * products * batch) / us / 1e3 };
  });
}

const peak = await simdPeak();
const module = await compileSteps();
const results = CASES.map((given) => {
  say(`${given.rows} × ${given.classes} …`);
  return { ...given, steps: measure(module, given) };
});
const sum = (steps) => steps.reduce((total, { us }) => total + us, 0);
show(
  `Steps of one batch (SIMD peak of a core, measured: ${peak.toFixed(1)} GFLOP/s)`,
  results.flatMap(({ rows, classes, batch, steps }) =>
    steps.map(({ name, us, gflops }) => ({
      table: `${rows} × ${classes}, batch ${batch}`,
      step: name,
      µs: round(us),
      'of the batch': `${round((100 * us) / sum(steps), 0)} %`,
      'GFLOP/s': gflops > 0 ? round(gflops, 1) : '',
      'of peak': gflops > 0 ? `${round((100 * gflops) / peak, 0)} %` : '',
    })),
  ),
  { simdPeak: peak, results },
);
