// `cede score` beside DuckDB copying the same columns and beside scoring the same rows in memory.
//   node bench/score.js [rows …]          1e6 unless told; parts of 1e6 rows in a temporary folder;
//   ROUNDS and CLASSES in the environment say how many of them
// Wall and CPU seconds of each, in alternating rounds; peak memory of the command. Scoring in memory
// is measured on one core; what it would take on all of them is that divided by their number.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideWhole, fitPolicy, printPolicy } from '@cede/core';
import { DuckDBInstance } from '@duckdb/node-api';

const CLASSES = Number(process.env.CLASSES ?? 10);
const PART = 1_000_000;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const command = new URL('../packages/cli/bin/cede.js', import.meta.url).pathname;

/** Rows that look like a model's: one class ahead of the others by a little or by a lot. */
function modelRows(rows, seed) {
  const model = new Float32Array(rows * CLASSES);
  const label = new Int32Array(rows);
  let state = seed >>> 0 || 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = 0; i < rows; i++) {
    label[i] = Math.floor(random() * CLASSES);
    let sum = 0;
    for (let c = 0; c < CLASSES; c++) {
      const p = random() ** 3 + (c === label[i] ? 2 * random() : 0) + 1e-3;
      model[i * CLASSES + c] = p;
      sum += p;
    }
    for (let c = 0; c < CLASSES; c++) model[i * CLASSES + c] /= sum;
  }
  return { rows, model, label, classes: Array.from({ length: CLASSES }, (_, c) => String(c)) };
}

const small = modelRows(5000, 7);
const labels = small.label.map((label, i) => (i % 9 === 0 ? (label + 1) % CLASSES : label));
const policy = fitPolicy(
  { ...small, experts: [{ name: 'expert', kind: 'labels', labels }], columns: [] },
  { method: 'drcpe-zeroone', epochs: 10, rate: 0.2 },
);

async function makeParts(folder, rows) {
  const db = await (await DuckDBInstance.create(':memory:')).connect();
  const columns = Array.from({ length: CLASSES }, (_, c) => `(x${c} / total)::FLOAT AS model_${c}`);
  const drawn = Array.from({ length: CLASSES }, (_, c) => `pow(random(), 3) + 0.001 AS x${c}`);
  const total = Array.from({ length: CLASSES }, (_, c) => `x${c}`).join(' + ');
  for (let from = 0; from < rows; from += PART)
    await db.run(
      `COPY (SELECT 'case-' || (range + ${from}) AS id, ${columns.join(', ')} FROM (SELECT *, ${total} AS total FROM (SELECT range, ${drawn.join(', ')} FROM range(${Math.min(PART, rows - from)})))) TO '${folder}/part-${String(from / PART).padStart(4, '0')}.parquet' (FORMAT parquet)`,
    );
  db.closeSync();
}

/** Runs a process to its end: wall and CPU seconds, and the most memory it had. */
function measured(args) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let peak = 0;
    let out = '';
    child.stdout.on('data', (text) => (out += text));
    let cpu = 0;
    const timer = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)[1]));
        // Fields 14 and 15, in hundredths of a second.
        const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
        cpu = (Number(fields[11]) + Number(fields[12])) / 100;
      } catch {}
    }, 20);
    child.on('close', (code) => {
      clearInterval(timer);
      if (code !== 0) reject(new Error(`ended with ${code}`));
      resolve({ seconds: (performance.now() - began) / 1000, cpu, peak: peak / 1024, out });
    });
  });
}

// Required, as the command does: `import` reads each of DuckDB's files for names first, 0.15 s of CPU.
const COPY = `
const { DuckDBInstance } = require('@duckdb/node-api');
const [from, to, parts] = process.argv.slice(1);
(async () => {
  const db = await (await DuckDBInstance.create(':memory:')).connect();
  for (let k = 0; k < Number(parts); k++) {
    const name = 'part-' + String(k).padStart(4, '0') + '.parquet';
    await db.run("COPY (SELECT * FROM read_parquet('" + from + '/' + name + "')) TO '" + to + '/' + name + "' (FORMAT parquet)");
  }
})();
`;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

console.log(
  `${availableParallelism()} cores, parts of ${PART} rows × ${CLASSES} classes, ${ROUNDS} rounds`,
);
for (const text of process.argv.length > 2 ? process.argv.slice(2) : ['1e6']) {
  const rows = Number(text);
  const folder = mkdtempSync(join(tmpdir(), 'cede-bench-score-'));
  try {
    await makeParts(folder, rows);
    writeFileSync(join(folder, 'policy.json'), printPolicy(policy));
    const times = { copy: [], memory: [], score: [], peak: [] };
    const cpu = { copy: [], memory: [], score: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const to = mkdtempSync(join(folder, 'copy-'));
      const parts = String(Math.ceil(rows / PART));
      const copied = await measured(['--input-type=commonjs', '-e', COPY, folder, to, parts]);
      times.copy.push(copied.seconds);
      cpu.copy.push(copied.cpu);
      rmSync(to, { recursive: true });
      const piece = modelRows(Math.min(rows, 500_000), round + 1);
      const table = { ...piece, experts: [], columns: [] };
      const before = process.cpuUsage();
      const began = performance.now();
      for (let done = 0; done < rows; done += piece.rows) decideWhole(policy, table);
      times.memory.push((performance.now() - began) / 1000);
      const used = process.cpuUsage(before);
      cpu.memory.push((used.user + used.system) / 1e6);
      const scored = await measured([
        command,
        'score',
        join(folder, 'policy.json'),
        join(folder, 'part-*.parquet'),
        '-o',
        join(folder, `scored-${round}`),
        '--json',
      ]);
      times.score.push(scored.seconds);
      cpu.score.push(scored.cpu);
      times.peak.push(scored.peak);
      if (JSON.parse(scored.out).rows !== rows) throw new Error('rows were lost');
      rmSync(join(folder, `scored-${round}`), { recursive: true });
    }
    const [copy, memory, score] = [times.copy, times.memory, times.score].map(median);
    console.log(
      `${text} rows: copy ${copy.toFixed(2)} s, in memory ${memory.toFixed(2)} s, score ${score.toFixed(2)} s = ${(score / Math.max(copy, memory)).toFixed(2)} × the larger (${(score / Math.max(copy, memory / availableParallelism())).toFixed(2)} × if memory were scored on all cores); peak ${Math.max(...times.peak).toFixed(0)} MB; CPU ${['copy', 'memory', 'score'].map((what) => `${what} ${median(cpu[what]).toFixed(2)}`).join(', ')} s`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
