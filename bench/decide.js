// One decision and one batch:  npm run bench:decide [-- --json]
// Ours on plain and on calibrated inputs, against PyTorch's forward pass of one row (without its features), and against onnxruntime-node.
import { createDecider, createRunner, fitPolicy, stream, tableFromArrays } from '@cede/core';
import { json, median, noise, round, say, show } from './measure.js';
import { startPeer } from './peer/peer.js';

function randomTable(classes, rows) {
  const random = stream(5, `decide ${classes}`);
  const row = () => {
    const values = Array.from({ length: classes }, () => random.uniform() ** 6 + 1e-5);
    const sum = values.reduce((a, b) => a + b, 0);
    return values.map((value) => value / sum);
  };
  const label = Array.from({ length: rows }, () => random.below(classes));
  return tableFromArrays({ label, model: label.map(row), expert: label.map(row) });
}

function oneDecision(policy, model, classes) {
  const decider = createDecider(policy);
  const rows = Array.from({ length: 1000 }, (_, i) => model.slice(i * classes, (i + 1) * classes));
  const into = { route: '', defer: false, score: 0, threshold: 0, margin: 0 };
  for (let warm = 0; warm < 20; warm++)
    for (const row of rows) decider.decide(row, undefined, into);
  const times = [];
  for (let round = 0; round < 200; round++) {
    const start = process.hrtime.bigint();
    for (const row of rows) decider.decide(row, undefined, into);
    times.push(Number(process.hrtime.bigint() - start) / rows.length / 1e3);
  }
  // Bytes the heap grew by over a million decisions, nothing collected in between.
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 1000; i++) for (const row of rows) decider.decide(row, undefined, into);
  const grown = process.memoryUsage().heapUsed - before;
  return { p50: median(times), noise: noise(times), bytesPerDecision: Math.max(0, grown) / 1e6 };
}

function batchRows(policy, model, classes) {
  const rows = model.length / classes;
  const runner = createRunner(policy.scorer);
  const out = new Float32Array(rows);
  const input = { rows, model, columns: [] };
  const rates = [];
  for (let i = 0; i < 7; i++) {
    const start = performance.now();
    runner.score(input, 0, rows, out);
    rates.push(rows / (performance.now() - start) / 1e3);
  }
  return { millionPerSecond: median(rates), noise: noise(rates) };
}

async function onnxDecision(policy, model, classes) {
  try {
    const [{ InferenceSession, Tensor }, { policyToOnnx }] = await Promise.all([
      import('onnxruntime-node'),
      import('@cede/onnx'),
    ]);
    const session = await InferenceSession.create(policyToOnnx(policy), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
    const times = [];
    for (let i = 0; i < 2200; i++) {
      const row = model.slice((i % 1000) * classes, ((i % 1000) + 1) * classes);
      const start = process.hrtime.bigint();
      await session.run({ [session.inputNames[0]]: new Tensor('float32', row, [1, classes]) });
      if (i >= 200) times.push(Number(process.hrtime.bigint() - start) / 1e3);
    }
    return median(times);
  } catch (error) {
    say(`onnxruntime-node left out: ${error.message}`);
    return null;
  }
}

const peer = await startPeer('scorer.py');
const results = [];
for (const classes of [10, 100]) {
  say(`${classes} classes …`);
  const table = randomTable(classes, 2_000);
  const policy = fitPolicy(table, { epochs: 5 });
  const big = new Float32Array(Math.ceil(200_000 / 2_000) * table.model.length);
  for (let at = 0; at < big.length; at += table.model.length) big.set(table.model, at);
  const one = oneDecision(policy, table.model, classes);
  const calibratedPolicy = fitPolicy(table, { epochs: 5, features: 'calibrated' });
  const calibrated = oneDecision(calibratedPolicy, table.model, classes);
  const torch = peer ? (await peer.ask({ single: true, classes })).us : null;
  const onnx = await onnxDecision(policy, table.model, classes);
  const batch = batchRows(policy, big, classes);
  results.push({
    classes,
    p50Microseconds: one.p50,
    noise: one.noise,
    bytesPerDecision: one.bytesPerDecision,
    calibratedMicroseconds: calibrated.p50,
    calibratedNoise: calibrated.noise,
    ratioCalibrated: calibrated.p50 / one.p50,
    torchMicroseconds: torch,
    onnxMicroseconds: onnx,
    ratioTorch: torch && torch / one.p50,
    ratioOnnx: onnx && onnx / one.p50,
    millionRowsPerSecond: batch.millionPerSecond,
    batchNoise: batch.noise,
  });
}
peer?.close();
show(
  'One decision (features and network), and a batch on one core',
  results.map((r) => ({
    classes: r.classes,
    'ours p50 µs': `${round(r.p50Microseconds)} ± ${round(100 * r.noise, 0)} %`,
    'calibrated inputs': `${round(r.calibratedMicroseconds)} (${round(r.ratioCalibrated)} ×)`,
    'bytes allocated': round(r.bytesPerDecision, 3),
    'PyTorch µs': round(r.torchMicroseconds, 1),
    'onnxruntime µs': round(r.onnxMicroseconds, 1),
    'batch, million rows/s': round(r.millionRowsPerSecond),
  })),
  { results },
);
if (!json)
  console.log(
    'PyTorch and onnxruntime: one row, one thread; PyTorch without computing the features.',
  );
