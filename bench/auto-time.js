// How long `cede fit --method auto` takes, start to finish, on a made-up table: a person waits for it.
// `--cpu` counts the processor seconds of one thread instead: what a loaded machine can tell, too.
// `--embedding` adds a list of so many numbers to every row, in which a direction tells who is right.
//   npm run bench:auto-time [-- --rows 5000] [-- --classes 100] [-- --columns 20] [-- --embedding 1536] [-- --cpu] [-- --json]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDecider, exp, fitPolicy, stream } from '@cede/core';
import { npzBytes } from '@cede/data';
import { median, noise, round, show } from './measure.js';

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const rows = option('rows', 5000);
const classes = option('classes', 100);
const columns = option('columns', 0);
const width = option('embedding', 0);
const ROUNDS = 3;
const cede = fileURLToPath(new URL('../packages/cli/bin/cede.js', import.meta.url));

/** The model is right where it is sure; the expert is good at every second class only: something to learn. */
function madeUp() {
  const random = stream(1, 'auto time');
  const label = Int32Array.from({ length: rows }, () => random.below(classes));
  const side = (strength) => {
    const values = new Float32Array(rows * classes);
    for (let i = 0; i < rows; i++) {
      const force = strength(label[i]) * random.uniform();
      let sum = 0;
      for (let c = 0; c < classes; c++) {
        const value = exp(random.normal() + (c === label[i] ? force : 0));
        values[i * classes + c] = value;
        sum += value;
      }
      for (let c = 0; c < classes; c++) values[i * classes + c] /= sum;
    }
    return values;
  };
  const model = side(() => 8);
  const embedding = width > 0 && embedded(random, label);
  const probabilities = side((truth) => (truth % 2 === 0 ? 16 : 3));
  return {
    rows,
    classes: Array.from({ length: classes }, (_, c) => String(c)),
    label,
    model,
    experts: [{ name: 'expert', kind: 'probabilities', probabilities }],
    columns: Array.from({ length: columns }, (_, j) => ({
      name: `f_${j}`,
      values: Float32Array.from({ length: rows }, () => random.normal()),
    })),
    ...(embedding && { blocks: [embedding] }),
  };
}

/** Noise, and a little of what the expert is good at along one direction. */
function embedded(random, label) {
  const along = Array.from({ length: width }, () => random.normal() / Math.sqrt(width));
  const values = Float32Array.from(
    { length: rows * width },
    (_, at) => random.normal() + (label[Math.floor(at / width)] % 2 ? 1 : -1) * along[at % width],
  );
  return { name: 'embedding', width, values };
}

/** The middle of many single decisions, µs. */
function decisionTime(policy, table) {
  const decider = createDecider(policy);
  const cases = Array.from({ length: Math.min(rows, 1000) }, (_, i) => [
    Array.from(table.model.subarray(i * classes, (i + 1) * classes)),
    [
      ...table.columns.map(({ values }) => values[i]),
      ...(table.blocks ?? []).map(({ values }) => values.slice(i * width, (i + 1) * width)),
    ],
  ]);
  const into = { route: '', defer: false, score: 0, threshold: 0, margin: 0 };
  const times = [];
  for (let round = 0; round < 20; round++)
    for (const [probabilities, features] of cases) {
      const began = process.hrtime.bigint();
      decider.decide(probabilities, features, into);
      times.push(Number(process.hrtime.bigint() - began) / 1000);
    }
  return median(times);
}

if (process.argv.includes('--cpu')) {
  const table = madeUp();
  const before = process.cpuUsage();
  const policy = fitPolicy(table, { method: 'auto' });
  const { user, system } = process.cpuUsage(before);
  const row = {
    ...{ rows, classes, columns, embedding: width },
    chose: policy.method,
    cpu: round((user + system) / 1e6),
    decideMicroseconds: round(decisionTime(policy, table)),
  };
  show('auto, processor seconds', [row], { bench: 'auto-time', ...row });
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'cede-auto-time-'));
try {
  writeFileSync(join(folder, 'fit.npz'), npzBytes(madeUp()));
  const features = width > 0 ? ['--features', 'embedding'] : [];
  const args = ['fit', 'fit.npz', '--method', 'auto', ...features, '-o', 'policy.json', '--json'];
  const runs = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, [cede, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`cede fit failed: ${stderr}`);
    return { seconds: (performance.now() - began) / 1000, method: JSON.parse(stdout).method };
  });
  const seconds = runs.map((run) => run.seconds);
  const row = {
    rows,
    classes,
    columns,
    embedding: width,
    chose: runs[0].method,
    seconds: round(median(seconds)),
    noise: round(noise(seconds)),
  };
  show('cede fit --method auto', [row], { bench: 'auto-time', ...row });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
