import type { Outcomes } from '@cede/core';

/**
 * The same numbers in a byte each, where all are −1, 0 or 1. Rows are visited in the order of their
 * scores, which is no order in memory: a megabyte stays near the processor, eight do not.
 */
export function compactValues<Values extends Float32Array | Float64Array>(
  values: Values,
): Values | Int8Array {
  const bytes = new Int8Array(values.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = values[i];
    if (bytes[i] !== values[i] || bytes[i] < -1 || bytes[i] > 1) return values;
  }
  return bytes;
}

/** Outcomes in as little memory as they fit into. */
export interface CompactOutcomes {
  readonly target: Outcomes['target'];
  readonly model: Float32Array | Int8Array;
  readonly expert: Float32Array | Int8Array;
}

export const compactOutcomes = ({ target, model, expert }: Outcomes): CompactOutcomes => ({
  target,
  model: compactValues(model),
  expert: compactValues(expert),
});
