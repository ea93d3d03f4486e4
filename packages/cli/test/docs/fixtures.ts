import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeTable } from '@cede/data/node';
import { loadDataset } from '@cede/lab';
import { DuckDBInstance } from '@duckdb/node-api';
import { zipSync } from 'fflate';
import { COMMAND, done, QUICK_FIT } from '../cede.js';
import { world } from '../worlds.js';
import { ROOT, wordsOf } from './blocks.js';

const SEEDS: Record<string, number> = {};

/** Makes the files a page speaks of, with the columns its commands name, and a quick `cede`. */
export async function furnish(folder: string, text: string, commands: readonly string[]) {
  const names = new Set(
    [...text.matchAll(/[\w./-]+\.(?:csv|jsonl|parquet|npz)\b/g)].map(([name]) => name),
  );
  const extra = namedColumns(commands);
  for (const name of names) {
    if (name.startsWith('/') || name.includes('..')) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    await makeTable(join(folder, name), extra);
  }
  const policies = new Set(
    [...text.matchAll(/[\w./-]*policy[\w-]*\.json\b/g)].map(([name]) => name),
  );
  if (policies.size > 0) {
    await makeTable(join(folder, '.past.csv'), extra);
    for (const name of policies) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      await done(['fit', join(folder, '.past.csv'), '-o', join(folder, name), ...QUICK_FIT]);
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

type Column = (row: number, label: number, p: Float32Array) => string | number;

/** The columns that the flags of the commands ask for, beside those found by name. */
function namedColumns(commands: readonly string[]): Map<string, Column> {
  const columns = new Map<string, Column>();
  const matrix = (glob: string, value: (p: number) => number) => {
    for (let k = 0; k < 3; k++)
      columns.set(glob.replace('*', String(k)), (_row, _label, p) => value(p[k]));
  };
  const one: Record<string, Column> = {
    '--label': (_, label) => label,
    '--id': (row) => `case-${row}`,
    '--group': (row) => 'ab'[row % 2],
    '--cluster': (row) => `c${row % 50}`,
    '--time': (row) => row,
    '--weight': () => 1,
    '--model-cost': () => 0.01,
    '--expert-cost': () => 0.2,
    '--propensity': () => 0.5,
  };
  for (const command of commands) {
    const words = wordsOf(command);
    for (let at = 0; at < words.length; at++) {
      const [flag, joined] = words[at].split(/=(.*)/s);
      const value = (joined ?? words[at + 1] ?? '').replace(/^\w+=/, '');
      if (one[flag]) columns.set(value, one[flag]);
      else if (flag === '--model') matrix(value, (p) => p);
      else if (flag === '--label-votes') matrix(value, (p) => Math.round(9 * p));
      else if (flag === '--expert' && value.includes('*')) matrix(value, (p) => p);
      else if (flag === '--expert') columns.set(value, (row, label) => (row % 4 ? label : row % 3));
      else if (flag === '--features')
        for (const name of value.split(','))
          columns.set(name.replace('*', 'a'), (row, label) => (row % 7) + label);
    }
  }
  return columns;
}

/** Each name has rows of its own, as a fitting and a test table must. */
async function makeTable(path: string, extra: ReadonlyMap<string, Column>): Promise<void> {
  if (existsSync(path)) return;
  const name = basename(path);
  SEEDS[name] ??= 10 + Object.keys(SEEDS).length;
  const table = world({ rows: 600, seed: SEEDS[name] });
  if (name.includes('cost')) return writeFileSync(path, 'truth,2,0,1\n0,1,0,1\n1,1,1,0\n2,0,5,5\n');
  if (name.includes('photos')) return writeFileSync(path, await photos());
  if (path.endsWith('.npz')) return writeTable(path, table);
  const standard = [
    'id',
    'label',
    'model_p0',
    'model_p1',
    'model_p2',
    'expert_p0',
    'expert_p1',
    'expert_p2',
  ];
  const added = [...extra].filter(([column]) => !standard.includes(column));
  const [expert] = table.experts;
  if (expert.kind !== 'probabilities') throw new Error('the world changed');
  const rows = Array.from({ length: table.rows }, (_, i) => {
    const p = table.model!.subarray(3 * i, 3 * i + 3);
    const cells = [
      table.id![i],
      table.label![i],
      ...p,
      ...expert.probabilities.subarray(3 * i, 3 * i + 3),
    ];
    return [...cells, ...added.map(([, column]) => column(i, table.label![i], p))];
  });
  const header = [...standard, ...added.map(([column]) => column)];
  if (path.endsWith('.jsonl')) {
    const objects = rows.map((row) => Object.fromEntries(row.map((cell, k) => [header[k], cell])));
    return writeFileSync(path, objects.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  const text = `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`;
  if (path.endsWith('.csv')) return writeFileSync(path, text);
  writeFileSync(`${path}.csv`, text);
  const database = await (await DuckDBInstance.create(':memory:')).connect();
  await database.run(`COPY (FROM read_csv('${path}.csv')) TO '${path}' (FORMAT parquet)`);
}

/** The digits' test images, as someone saves theirs with NumPy. */
async function photos(): Promise<Uint8Array> {
  const { splits, height, width } = await loadDataset('digits');
  const { images, labels } = splits.test;
  const array = (shape: string, bytes: Uint8Array) => {
    const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${shape}), }`;
    const length = 64 * Math.ceil((header.length + 11) / 64);
    const start = Buffer.from(`\x93NUMPY\x01\x00__${header.padEnd(length - 11)}\n`, 'latin1');
    start.writeUInt16LE(length - 10, 8);
    return Buffer.concat([start, bytes]);
  };
  return zipSync({
    'images.npy': array(`${labels.length}, ${height}, ${width}`, images),
    'labels.npy': array(`${labels.length},`, labels),
  });
}

/**
 * What is typed, with as little training as does the work. Where no method is named `auto` would
 * choose one, for seconds a command: that it does is tested in src/auto; which methods are compared
 * where none are named, in compare.test.ts.
 */
export function quickWords(words: readonly string[]): string[] {
  if (words.includes('--help')) return [...words];
  const [command] = words;
  const compares = ['compare', 'demo'].includes(command);
  const judges = compares || words.includes('--verdict');
  const trainsNetworks = command === 'lab' && words[1] === 'run';
  const extra = [
    ...(trainsNetworks
      ? [
          ['--epochs', '1'],
          ['--seeds', '1'],
        ]
      : []),
    ...(command === 'compare' ? [['--methods', 'conf,linear']] : []),
    ...(judges || command === 'fit' ? [['--epochs', '2']] : []),
    ...(compares ? [['--seeds', '2']] : []),
    ...(judges
      ? [
          ['--method', 'linear'],
          ['--jobs', '1'],
        ]
      : []),
    ...(command === 'fit' ? [['--method', 'drcpe-zeroone']] : []),
  ];
  return [...words, ...extra.filter(([flag]) => !words.includes(flag)).flat()];
}

/** A folder for PATH in which `cede` and `npx cede` are the real command, trained only briefly. */
export function quickCommands(folder: string): string {
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'quick.mjs'),
    `${quickWords}
process.argv.splice(2, Infinity, ...quickWords(process.argv.slice(2)));
await import(${JSON.stringify(COMMAND)});
`,
  );
  const run = `exec "${process.execPath}" "${join(bin, 'quick.mjs')}" "$@"`;
  writeFileSync(join(bin, 'cede'), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\n[ "$1" = cede ] || exit 127\nshift\n${run}\n`, {
    mode: 0o755,
  });
  return bin;
}
