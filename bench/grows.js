// What grows how, on one thread: CPU seconds of a fit by rows and classes, of a comparison by seeds
// and methods, of scoring by classes.     node bench/grows.js
// Each figure is the least of three; beside it, how many times the first of its line.
import { decideWhole, fitPolicy, stream } from '@cede/core';
import { compare, inlineStudyRunner } from '@cede/study';

function tableOf(rows, classes, seed) {
  const random = stream(seed, 'grows');
  const model = new Float32Array(rows * classes);
  const label = Int32Array.from({ length: rows }, () => random.below(classes));
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      const p = random.uniform() ** 3 + (c === label[i] ? 2 * random.uniform() : 0) + 1e-3;
      sum += model[i * classes + c] = p;
    }
    for (let c = 0; c < classes; c++) model[i * classes + c] /= sum;
  }
  const labels = label.map((of) => (random.below(5) === 0 ? (of + 1) % classes : of));
  const names = Array.from({ length: classes }, (_, c) => String(c));
  const experts = [{ name: 'expert', kind: 'labels', labels }];
  return { rows, classes: names, label, model, experts, columns: [] };
}

async function seconds(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

async function line(what, sizes, workOf) {
  const times = [];
  for (const size of sizes) times.push(await seconds(workOf(size)));
  const shown = times.map(
    (time, k) => `${sizes[k]}: ${time.toFixed(2)} s (${(time / times[0]).toFixed(1)} ×)`,
  );
  console.log(`${what}: ${shown.join(', ')}`);
}

const FIT = { method: 'drcpe-zeroone', epochs: 5, rate: 0.2 };
const named = (table, name) => ({ table, name, hash: name, issues: [] });
const pair = { fit: named(tableOf(5000, 10, 2), 'fit'), test: named(tableOf(5000, 10, 3), 'test') };
const METHODS = ['drcpe-zeroone', 'drcpe-gce', 'drcpe-prob01', 'diff01'];
const asking = (methods, seeds) => () =>
  compare(
    pair,
    { methods, method: 'drcpe-zeroone', seeds, training: { epochs: 10 } },
    { runner: inlineStudyRunner() },
  );

await line('fit, rows (10 classes, 5 epochs)', [50_000, 100_000, 200_000], (rows) => {
  const table = tableOf(rows, 10, 1);
  return () => fitPolicy(table, FIT);
});
await line('fit, classes (50,000 rows, 5 epochs)', [10, 100], (classes) => {
  const table = tableOf(50_000, classes, 1);
  return () => fitPolicy(table, FIT);
});
await line('scoring, classes (100,000 rows)', [10, 100, 1000], (classes) => {
  const policy = fitPolicy(tableOf(3000, classes, 1), { ...FIT, epochs: 1 });
  const table = tableOf(100_000, classes, 4);
  return () => decideWhole(policy, table);
});
await line('comparison, seeds (3 methods)', [2, 4, 8], (seeds) =>
  asking(METHODS.slice(0, 3), seeds),
);
await line('comparison, methods (4 seeds)', [1, 2, 4], (count) =>
  asking(METHODS.slice(0, count), 4),
);
