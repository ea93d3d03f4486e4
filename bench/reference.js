// `cede compare` against an independent implementation in PyTorch (bench/peer/reference.py), on real
// tables: do the curves agree, and who is faster? Two threads on both sides, one after the other. Beside
// each ratio stands what other processes took of the cores: above a few percent it says little.
//   CEDE_DATA=folder npm run bench:reference [-- --json] [-- --only cifar10h] [-- --seeds 20]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitTable } from '@cede/core';
import { npzBytes } from '@cede/data';
import { readTable } from '@cede/data/node';
import { json, round, say, show, watchOthers } from './measure.js';
import { PAIRS } from './pairs.js';

const RATES = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 0.75, 1];
const METHODS = [
  'conf',
  'diff01',
  'maxprob',
  'two-stage',
  'drcpe-gce',
  'drcpe-prob01',
  'drcpe-zeroone',
  'drcpe-zeroone-g1',
  'drcpe-gce-lsif',
  'drcpe-gce-kliep',
  'drcpe-gce-logistic',
];

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const seeds = Number(option('seeds', 20));
const epochs = Number(option('epochs', 100));
const python = process.env.PYTHON ?? '/usr/bin/python3';
const data = process.env.CEDE_DATA;
if (!data) {
  console.error(
    'bench:reference: set CEDE_DATA to the folder that holds tables/ (the data is not part of this repository).',
  );
  process.exit(1);
}
const cede = fileURLToPath(new URL('../packages/cli/bin/cede.js', import.meta.url));
const script = fileURLToPath(new URL('peer/reference.py', import.meta.url));

/** Half to fit, half to test, as NPZ files that both sides read. */
async function writeSides(folder, name, model, expert) {
  const [place, file = place] = name.split('/');
  const table = await readTable(join(data, 'tables', place, `${file}.csv`), {
    model,
    expert,
    label: 'label',
    features: [],
  });
  const { fit, test } = splitTable(table, { testShare: 0.5, seed: 0 });
  for (const [side, part] of Object.entries({ fit, test }))
    writeFileSync(join(folder, `${side}.npz`), npzBytes({ ...part, id: undefined }));
  return { fit, test };
}

function run(command, args, what) {
  const began = performance.now();
  const others = watchOthers();
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${what} failed: ${stderr}`);
  return { seconds: (performance.now() - began) / 1000, others: others(), stdout };
}

const results = [];
for (const [name, model, expert] of PAIRS) {
  const pair = `${name.split('/')[0]}: ${model} → ${expert}`;
  if (!pair.includes(option('only', ''))) continue;
  const folder = mkdtempSync(join(tmpdir(), 'cede-reference-'));
  try {
    const { fit } = await writeSides(folder, name, model, expert);
    const methods = METHODS.filter(
      (method) => method !== 'maxprob' || fit.experts[0].kind === 'probabilities',
    );
    say(`${pair}: cede …`);
    const ours = run(
      process.execPath,
      [
        cede,
        'compare',
        join(folder, 'fit.npz'),
        join(folder, 'test.npz'),
        '--out',
        join(folder, 'out'),
        '--methods',
        methods.join(),
        '--method',
        'drcpe-zeroone',
        '--rates',
        RATES.join(),
        '--seeds',
        seeds,
        '--epochs',
        epochs,
        '--jobs',
        2,
        '--quiet',
      ].map(String),
      'cede compare',
    );
    say(`${pair}: PyTorch …`);
    const theirs = run(
      python,
      [
        script,
        join(folder, 'fit.npz'),
        join(folder, 'test.npz'),
        '--methods',
        methods.join(),
        '--seeds',
        seeds,
        '--epochs',
        epochs,
        '--threads',
        2,
      ].map(String),
      'reference.py',
    );
    const mine = JSON.parse(readFileSync(join(folder, 'out', 'results.json'), 'utf8')).methods;
    const reference = JSON.parse(theirs.stdout).methods;
    let worst = { share: 0 };
    for (const method of methods) {
      RATES.forEach((rate, k) => {
        const difference = Math.abs(mine[method].mean[k] - reference[method].mean[k]);
        const allowed =
          0.05 + 4 * Math.sqrt((mine[method].std[k] ** 2 + reference[method].std[k] ** 2) / seeds);
        if (difference / allowed > worst.share)
          worst = { share: difference / allowed, method, rate, difference, allowed };
      });
    }
    results.push({
      pair,
      rows: fit.rows,
      agrees: worst.share <= 1,
      worst,
      ourSeconds: ours.seconds,
      torchSeconds: theirs.seconds,
      ratio: theirs.seconds / ours.seconds,
      others: Math.max(ours.others, theirs.others),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
show(
  `cede compare against PyTorch, ${seeds} seeds × ${epochs} epochs, 2 threads each`,
  results.map((r) => ({
    pair: r.pair,
    agrees: r.agrees,
    'worst difference': `${round(r.worst.difference, 3)} of ${round(r.worst.allowed, 3)} points (${r.worst.method}, ${100 * r.worst.rate} %)`,
    'ours s': round(r.ourSeconds, 1),
    'PyTorch s': round(r.torchSeconds, 1),
    ratio: round(r.ratio, 1),
    'other work': `${round(100 * r.others, 0)} %`,
  })),
  { results },
);
if (!json && results.some((r) => !r.agrees)) process.exitCode = 1;
