import { calibratedAt, type FeatureSpec } from '../features/spec.js';
import type { Kernel } from './instance.js';

/** Writes the calibrated numbers of rows whose probabilities stand at one address into records at another. */
export type CalibratedWriter = (
  probabilities: number,
  rows: number,
  records: number,
  strideBytes: number,
  answerAtBytes: number,
) => void;

/** Puts a calibration into the kernel's memory, as kernel/calibrated.ts reads it; null where there is none. */
export function calibratedWriter(kernel: Kernel, spec: FeatureSpec): CalibratedWriter | null {
  const { calibrated, classes } = spec;
  if (!calibrated) return null;
  const padded = Math.ceil(classes / 4) * 4;
  const parameters = kernel.reserve((8 + padded) * 4);
  const scratch = kernel.reserve(padded * 4);
  const values = kernel.floats(parameters, 8 + padded);
  values[0] = calibrated.slope;
  calibrated.features.forEach(({ mean, deviation }, k) => {
    values[1 + 2 * k] = mean;
    values[2 + 2 * k] = deviation;
  });
  values.fill(-1e30, 8);
  values.set(calibrated.biases, 8);
  const at = calibratedAt(spec) * 4;
  return (probabilities, rows, records, strideBytes, answerAtBytes) =>
    kernel.exports.calibrated(
      probabilities,
      rows,
      classes,
      parameters,
      scratch,
      records,
      strideBytes,
      answerAtBytes,
      at,
    );
}
