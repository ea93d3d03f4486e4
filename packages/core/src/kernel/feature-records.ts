import type { InputRows } from '../features/input-rows.js';
import { inputFeatures, inputRest } from '../features/row.js';
import { denseCount, type FeatureSpec, openingCount, partsOf, topCount } from '../features/spec.js';
import { calibratedWriter } from './calibrated.js';
import type { Kernel } from './instance.js';
import { keptRecords } from './kept-features.js';
import type { Plan } from './plan.js';

export interface RecordWriter {
  /** Writes the features of rows [from, from + count) as records at `address`; weights stay untouched. */
  write(input: InputRows, from: number, count: number, address: number): void;
}

/** Rows whose probabilities pass through the kernel's memory at a time. */
const CHUNK = 1024;

/**
 * Turns rows into the kernel's records. `constant` is the input that carries the first layer's
 * bias: 1, or 0 where there is no hidden layer (the output layer has a bias of its own). With
 * `mayKeep` whole records may come from an earlier scorer (kept-features.ts), weights and all.
 */
export function recordWriter(
  kernel: Kernel,
  plan: Plan,
  spec: FeatureSpec,
  constant: number,
  mayKeep = false,
): RecordWriter {
  const dense = denseCount(spec);
  const { classes } = spec;
  const inKernel = partsOf(spec.kind).opening === 'largest';
  const calibrated = calibratedWriter(kernel, spec);
  const probabilities = inKernel || calibrated ? kernel.reserve((CHUNK * classes + 4) * 4) : 0;
  const own = inKernel ? openingCount(spec) : 0;
  const strideBytes = plan.stride * 4;
  const classAt = plan.dense * 4;
  const layout = [classes, topCount(spec), strideBytes, classAt];

  return {
    write(input, from, count, address) {
      // Fitting rows bring calibrated numbers of their own.
      const fill = input.calibrated ? null : calibrated;
      const kept =
        mayKeep && inKernel
          ? keptRecords(input.model, layout, input.rows, plan.stride, CHUNK)
          : undefined;
      for (let done = 0; done < count; done += CHUNK) {
        const rows = Math.min(CHUNK, count - done);
        const first = from + done;
        const target = address + done * strideBytes;
        const floats = kernel.floats(target, rows * plan.stride);
        const isKept = kept?.read(first, rows, floats) ?? false;
        if ((inKernel && !isKept) || fill)
          kernel
            .floats(probabilities, rows * classes)
            .set(input.model!.subarray(first * classes, (first + rows) * classes));
        if (inKernel && !isKept) {
          kernel.exports.features(
            probabilities,
            rows,
            classes,
            topCount(spec),
            target,
            strideBytes,
            classAt,
          );
          kept?.keep(first, rows, floats);
        }
        const ints = kernel.ints(target, rows * plan.stride);
        for (let i = 0; i < rows; i++) {
          const at = i * plan.stride;
          const row = first + i;
          if (!inKernel)
            ints[at + plan.dense] = Math.max(
              0,
              inputFeatures(spec, input, row, floats, at, fill !== null),
            );
          else if (own < dense) inputRest(spec, input, row, floats, at + own, fill !== null);
          floats[at + dense] = constant;
        }
        fill?.(probabilities, rows, target, strideBytes, classAt);
      }
    },
  };
}
