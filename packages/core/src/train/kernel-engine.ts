import { recordWriter } from '../kernel/feature-records.js';
import { createKernel, type Kernel } from '../kernel/instance.js';
import { type Plan, paddedWidth, planNetwork } from '../kernel/plan.js';
import { Corrections } from './adam.js';
import { liveUnits, withoutOthers, withZeros } from './dead-units.js';
import type { EngineFactory } from './engine.js';
import type { Objective } from './objective.js';

/** The order of the kinds in kernel/partial.ts. */
export const KINDS = ['squared', 'logistic', 'lsif', 'kliep', 'exponential'] as const;

/** Batches per call into WebAssembly: enough to hide the call, few enough to stop quickly. */
const BATCHES_PER_CALL = 64;

/** Calls of `advance` between two looks for dead units: they appear slowly. */
const CALLS_BETWEEN_LOOKS = 8;

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
  let plan = planNetwork(kernel, initial, true);
  plan.load(initial);
  let kept = initial.hidden.map((width) => Array.from({ length: width }, (_, unit) => unit));
  let calls = 0;
  const writer = recordWriter(kernel, plan, features, initial.hidden.length > 0 ? 1 : 0);
  const call = BATCHES_PER_CALL * batch;
  const orderAt = kernel.reserve(Math.min(input.rows, call) * 4);
  const correctionsAt = kernel.reserve(BATCHES_PER_CALL * 8);
  const records = kernel.reserve(input.rows * plan.stride * 4);
  writer.write(input, 0, input.rows, records);

  writeObjective(
    kernel.floats(records, input.rows * plan.stride),
    plan,
    objective,
    initial.outputs,
  );
  const kind = KINDS.indexOf(objective.partial.name);
  const corrections = new Corrections(adam);
  const { decay, beta1, beta2, epsilon } = { decay: adam.weightDecay, ...adam };

  function dropDeadUnits(): void {
    const found = narrowed(kernel, plan);
    if (!found) return;
    plan = found.plan;
    kept = found.live.map((units, l) => units.map((unit) => kept[l][unit]));
  }

  return {
    advance(order, from, count) {
      if (++calls % CALLS_BETWEEN_LOOKS === 0) dropDeadUnits();
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
    network: () => withZeros(plan.save(), initial, kept),
  };
};

/** The weights a, b of each row's outputs, behind its features. */
function writeObjective(
  records: Float32Array,
  { stride, dense }: Plan,
  { plus, minus }: Objective,
  outputs: number,
): void {
  for (let i = 0; i < records.length / stride; i++) {
    for (let o = 0; o < outputs; o++) {
      const at = i * stride + dense + 1 + 2 * o;
      records[at] = plus[i * outputs + o];
      records[at + 1] = minus[i * outputs + o];
    }
  }
}

/** Goes on with the live units alone where that makes a layer narrower. Same numbers, less work. */
function narrowed(kernel: Kernel, plan: Plan): { plan: Plan; live: number[][] } | undefined {
  const parameters = plan.save();
  const first = plan.save('firstMoment');
  const live = liveUnits(parameters, first);
  const narrower = live.some(
    (units, l) => paddedWidth(units.length) < paddedWidth(parameters.hidden[l]),
  );
  if (!narrower) return undefined;
  const second = plan.save('secondMoment');
  const smaller = withoutOthers(parameters, live);
  const next = planNetwork(kernel, smaller, true);
  next.load(smaller);
  next.load(withoutOthers(first, live), 'firstMoment');
  next.load(withoutOthers(second, live), 'secondMoment');
  return { plan: next, live };
}
