/**
 * A run's results.json as docs/results keeps it: what the tables of docs/reproduction-*.md are made of,
 * to four decimals. Bands and notes stay in the run's folder.
 *
 *   node scripts/keep-results.js RUN_FOLDER docs/results/NAME.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEPT = ['format', 'version', 'preset', 'fit', 'test', 'rates'];
const KEPT_OF_A_METHOD = ['seeds', 'mean', 'std', 'area'];

const [folder, to] = process.argv.slice(2);
if (!folder || !to) {
  console.error('usage: node scripts/keep-results.js RUN_FOLDER docs/results/NAME.json');
  process.exit(2);
}

const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
const kept = { ...pick(results, KEPT), methods: methodsOf(results) };
const { accuracy: _, ...otherTargets } = results.targets ?? {};
if (Object.keys(otherTargets).length > 0) kept.targets = otherTargets;
if (results.pairs?.length > 1) kept.pairs = results.pairs.map(compactPair);
writeFileSync(to, `${lines(JSON.stringify(kept, rounded, 2))}\n`);

function methodsOf({ methods }) {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [name, pick(method, KEPT_OF_A_METHOD)]),
  );
}

/** One pair of networks of several: its tables' hashes stay in the run's folder. */
function compactPair(pair) {
  const test = pick(pair.test, ['rows', 'modelAccuracy', 'expertAccuracy']);
  return { seed: pair.seed, test, methods: methodsOf(pair) };
}

function pick(object, keys) {
  return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
}

function rounded(_key, value) {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}

/** A list of numbers on one line, so that a changed method is a changed line. */
function lines(json) {
  return json.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, inside) => `[${inside.replace(/\s+/g, ' ')}]`);
}
