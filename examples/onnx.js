// A policy as an ONNX file, for engines that have no JavaScript. Needs onnxruntime-node to run it here:
//   npm install --ignore-scripts onnxruntime-node@1.30.0 && node examples/onnx.js
import { createDecider, exportOnnx, fit, tableFromArrays } from 'cede';
import * as onnx from 'onnxruntime-node';
import { classes, column, tickets } from './data/tickets.js';

const past = tickets(4000, 1);
const { policy } = await fit(
  tableFromArrays({
    classes,
    ...{ label: column(past, 'label'), model: column(past, 'model') },
    ...{ expert: column(past, 'agent'), expertName: 'agent' },
  }),
  { method: 'drcpe-zeroone', setting: { rate: 0.2 } },
);

// The graph holds the features, the scorer and the threshold: after `tune`, export again.
const session = await onnx.InferenceSession.create(exportOnnx(policy));
console.log(`inputs ${session.inputNames}, outputs ${session.outputNames}`);

// All rows at once: an engine's call costs more than a score.
const rows = tickets(1000, 2);
const flat = Float32Array.from(column(rows, 'model').flat());
const probabilities = new onnx.Tensor('float32', flat, [rows.length, classes.length]);
const { score, defer } = await session.run({ probabilities });

// The same decisions as cede's own; scores differ by rounding only.
const { decide } = createDecider(policy);
const own = rows.map((_, i) => decide(flat.subarray(3 * i, 3 * i + 3)));
const same = own.filter((decision, i) => decision.defer === Boolean(defer.data[i])).length;
const apart = Math.max(...own.map((decision, i) => Math.abs(decision.score - score.data[i])));
console.log(`${same} of ${rows.length} decisions agree; scores within 1e-5: ${apart < 1e-5}`);
