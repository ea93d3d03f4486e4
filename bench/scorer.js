// One epoch of scorer training: ours against PyTorch, plain and stacked, on one thread each,
// alternating in one run. CPU time of the process on both sides: in wall time, other work on the
// machine hits the longer epoch more often, which would flatter the shorter.   npm run bench:scorer [-- --json] [-- --no-scale]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { methodNamed, RATIO_LOSSES, stream } from '@cede/core';
import { trainSteps } from '../packages/core/dist/train/train.js';
import { json, median, noise, round, say, show } from './measure.js';
import { startPeer } from './peer/peer.js';
import { simdPeak } from './simd-peak.js';

const ROUNDS = 5;
const SEEDS_STACKED = 20;
const CASES = [
  { rows: 5_000, classes: 100, batch: 128, epochs: 8 },
  { rows: 100_000, classes: 10, batch: 512, epochs: 2 },
];

export function syntheticTask(rows, classes) {
  const random = stream(1, 'bench');
  const model = new Float32Array(rows * classes);
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      const value = random.uniform() ** 4 + 1e-4;
      model[i * classes + c] = value;
      sum += value;
    }
    for (let c = 0; c < classes; c++) model[i * classes + c] /= sum;
  }
  const draw = () => random.uniform();
  return {
    input: { rows, model, columns: [] },
    features: { kind: 'paper', classes, columns: [] },
    objective: {
      partial: RATIO_LOSSES.squared,
      plus: Float32Array.from({ length: rows }, draw),
      minus: Float32Array.from({ length: rows }, draw),
    },
  };
}

function cpuMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of each epoch, the first (which compiles and loads) left out. */
function ours(task, batch, epochs) {
  const times = [];
  let start = cpuMilliseconds();
  let epoch = 0;
  for (const progress of trainSteps(task, { epochs: epochs + 1, batch })) {
    if (progress.epoch === epoch) continue;
    epoch = progress.epoch;
    const now = cpuMilliseconds();
    times.push(now - start);
    start = now;
  }
  return times.slice(1);
}

/** Multiplications and additions of one row, forward and backward; the one-hot block is a look-up. */
function flopsPerRow() {
  const dense = 12;
  return 2 * (2 * dense * 64 + 3 * 64 * 16 + 3 * 16);
}

function linearMilliseconds() {
  const { input } = syntheticTask(5_000, 100);
  const random = stream(2, 'labels');
  const label = Int32Array.from({ length: input.rows }, () => random.below(100));
  const labels = Int32Array.from(label, (y) => (random.uniform() < 0.7 ? y : random.below(100)));
  const table = {
    rows: input.rows,
    classes: Array.from({ length: 100 }, (_, c) => String(c)),
    label,
    model: input.model,
    experts: [{ name: 'expert', kind: 'labels', labels }],
    columns: [],
  };
  const times = [];
  for (let i = 0; i < 9; i++) {
    const start = performance.now();
    methodNamed('linear').fit(table);
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Each size in a process of its own, so that memory is its own too. */
function scale() {
  const script = fileURLToPath(new URL('scale.js', import.meta.url));
  return [1e4, 1e5, 1e6, 1e7].map((rows) => {
    say(`scale: ${rows} rows …`);
    const { stdout, status } = spawnSync(process.execPath, [script, String(rows)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new Error(`bench/scale.js ${rows} failed`);
    return JSON.parse(stdout);
  });
}

const peer = await startPeer('scorer.py');
if (!peer) say('No Python with PyTorch found (set PYTHON): our side alone.');
const peak = await simdPeak();
const results = [];
for (const { rows, classes, batch, epochs } of CASES) {
  const task = syntheticTask(rows, classes);
  const mine = [];
  const plain = [];
  const stacked = [];
  for (let i = 0; i < ROUNDS; i++) {
    say(`${rows} × ${classes}, batch ${batch}: round ${i + 1} of ${ROUNDS} …`);
    mine.push(...ours(task, batch, epochs * 3));
    if (!peer) continue;
    plain.push(...(await peer.ask({ rows, classes, batch, epochs })).ms);
    stacked.push(
      ...(await peer.ask({ rows, classes, batch, epochs: 1, stacked: SEEDS_STACKED })).ms,
    );
  }
  const gflops = (flopsPerRow() * rows) / median(mine) / 1e6;
  results.push({
    rows,
    classes,
    batch,
    oursMs: median(mine),
    oursNoise: noise(mine),
    torchMs: peer && median(plain),
    torchNoise: peer && noise(plain),
    stackedMs: peer && median(stacked),
    stackedNoise: peer && noise(stacked),
    ratio: peer && median(plain) / median(mine),
    ratioStacked: peer && median(stacked) / median(mine),
    gflops,
    peakShare: gflops / peak,
  });
}
peer?.close();
const linearMs = linearMilliseconds();
const points = process.argv.includes('--no-scale') ? [] : scale();

show(
  `Scorer training, CPU ms per epoch on one thread (SIMD peak of a core, measured: ${peak.toFixed(1)} GFLOP/s)`,
  results.map((r) => ({
    table: `${r.rows} × ${r.classes}, batch ${r.batch}`,
    'ours ms': `${round(r.oursMs)} ± ${round(100 * r.oursNoise, 0)} %`,
    'PyTorch ms': peer && `${round(r.torchMs)} ± ${round(100 * r.torchNoise, 0)} %`,
    ratio: round(r.ratio, 1),
    'stacked ms': peer && round(r.stackedMs),
    'ratio stacked': round(r.ratioStacked, 1),
    'GFLOP/s': round(r.gflops, 1),
    'of peak': `${round(100 * r.peakShare, 0)} %`,
  })),
  { ratio: results[0].ratio, results, linearMs, scale: points, simdPeak: peak },
);
if (!json) {
  console.log(`linear, 5,000 × 100: ${round(linearMs, 1)} ms`);
  if (points.length > 0) {
    console.log('\nOne epoch at four sizes, 10 classes, batch 512');
    console.table(
      points.map((p) => ({
        rows: p.rows,
        'ns per row': round(p.nsPerRow, 0),
        'against 10⁴': round(p.nsPerRow / points[0].nsPerRow),
        'memory beyond the input, MB': round(p.extraMegabytes, 0),
      })),
    );
  }
}
