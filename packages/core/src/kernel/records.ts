import type { InputRows } from '../features/input-rows.js';
import { appendStandardised, inputFeatures } from '../features/row.js';
import { denseCount, type FeatureSpec, openingCount, partsOf, topCount } from '../features/spec.js';
import type { Kernel } from './instance.js';
import type { Plan } from './plan.js';

export interface RecordWriter {
  /** Writes the features of rows [from, from + count) as records at `address`; weights stay untouched. */
  write(input: InputRows, from: number, count: number, address: number): void;
}

/** Rows whose probabilities pass through the kernel's memory at a time. */
const CHUNK = 1024;

/**
 * Turns rows into the kernel's records. `constant` is the input that carries the first layer's
 * bias: 1, or 0 where there is no hidden layer (the output layer has a bias of its own).
 */
export function recordWriter(
  kernel: Kernel,
  plan: Plan,
  spec: FeatureSpec,
  constant: number,
): RecordWriter {
  const dense = denseCount(spec);
  const inKernel = partsOf(spec.kind).opening === 'largest';
  const probabilities = inKernel ? kernel.reserve((CHUNK * spec.classes + 4) * 4) : 0;
  const kernelFeatures = inKernel ? openingCount(spec) : 0;
  const hasRest = kernelFeatures < dense;

  return {
    write(input, from, count, address) {
      const { classes } = spec;
      for (let done = 0; done < count; done += CHUNK) {
        const rows = Math.min(CHUNK, count - done);
        const first = from + done;
        const target = address + done * plan.stride * 4;
        if (inKernel) {
          kernel
            .floats(probabilities, rows * classes)
            .set(input.model!.subarray(first * classes, (first + rows) * classes));
          kernel.exports.features(
            probabilities,
            rows,
            classes,
            topCount(spec),
            target,
            plan.stride * 4,
            plan.dense * 4,
          );
        }
        const floats = kernel.floats(target, rows * plan.stride);
        const ints = kernel.ints(target, rows * plan.stride);
        for (let i = 0; i < rows; i++) {
          const at = i * plan.stride;
          const column = (j: number) => input.columns[j].values[first + i];
          const known = input.calibrated && ((k: number) => input.calibrated![3 * (first + i) + k]);
          if (!inKernel) {
            ints[at + plan.dense] = Math.max(0, inputFeatures(spec, input, first + i, floats, at));
          } else if (hasRest) {
            appendStandardised(
              spec,
              input.model!,
              (first + i) * classes,
              column,
              floats,
              at + kernelFeatures,
              known,
            );
          }
          floats[at + dense] = constant;
        }
      }
    },
  };
}
