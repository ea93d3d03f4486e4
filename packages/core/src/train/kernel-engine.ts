import { createKernel } from '../kernel/instance.js';
import { planNetwork } from '../kernel/plan.js';
import { recordWriter } from '../kernel/records.js';
import { Corrections } from './adam.js';
import type { EngineFactory } from './engine.js';

/** The order of the kinds in kernel/partial.ts. */
export const KINDS = ['squared', 'logistic', 'lsif', 'kliep', 'exponential'] as const;

/** Batches per call into WebAssembly: enough to hide the call, few enough to stop quickly. */
const BATCHES_PER_CALL = 64;

/** Training in WebAssembly SIMD: all rows as records in its memory, gathered batch by batch. */
export const kernelEngine: EngineFactory = ({
  input,
  features,
  objective,
  initial,
  batch,
  adam,
}) => {
  const kernel = createKernel();
  const plan = planNetwork(kernel, initial, true);
  plan.load(initial);
  const writer = recordWriter(kernel, plan, features, initial.hidden.length > 0 ? 1 : 0);
  const call = BATCHES_PER_CALL * batch;
  const orderAt = kernel.reserve(Math.min(input.rows, call) * 4);
  const correctionsAt = kernel.reserve(BATCHES_PER_CALL * 8);
  const records = kernel.reserve(input.rows * plan.stride * 4);
  writer.write(input, 0, input.rows, records);

  const { outputs } = initial;
  const floats = kernel.floats(records, input.rows * plan.stride);
  for (let i = 0; i < input.rows; i++) {
    for (let o = 0; o < outputs; o++) {
      const at = i * plan.stride + plan.dense + 1 + 2 * o;
      floats[at] = objective.plus[i * outputs + o];
      floats[at + 1] = objective.minus[i * outputs + o];
    }
  }
  const kind = KINDS.indexOf(objective.partial.name);
  const corrections = new Corrections(adam);
  const { decay, beta1, beta2, epsilon } = { decay: adam.weightDecay, ...adam };

  return {
    advance(order, from, count) {
      let loss = 0;
      for (let done = 0; done < count; done += call) {
        const rows = Math.min(call, count - done);
        kernel.words(orderAt, rows).set(order.subarray(from + done, from + done + rows));
        const steps = kernel.floats(correctionsAt, BATCHES_PER_CALL * 2);
        for (let step = 0; step < Math.ceil(rows / batch); step++) {
          const { stepSize, root } = corrections.next();
          steps[2 * step] = stepSize;
          steps[2 * step + 1] = root;
        }
        loss += kernel.exports.epoch(
          plan.address,
          records,
          orderAt,
          rows,
          batch,
          kind,
          decay,
          beta1,
          beta2,
          correctionsAt,
          epsilon,
        );
      }
      return loss;
    },
    loss(order, from, count) {
      let loss = 0;
      for (let done = 0; done < count; done += call) {
        const rows = Math.min(call, count - done);
        kernel.words(orderAt, rows).set(order.subarray(from + done, from + done + rows));
        loss += kernel.exports.evaluate(plan.address, records, orderAt, rows, kind);
      }
      return loss;
    },
    network: () => plan.save(),
  };
};
