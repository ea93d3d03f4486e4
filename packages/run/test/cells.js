// Cells for the tests, as a worker's entry module: threads need built JavaScript, so this is some.
import { InputError } from '@cede/core';
import { cellWorker } from '@cede/run/node';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const functions = {
  /** Numbers that depend on the spec alone. */
  numbers: ({ spec }) => ({
    values: Float32Array.from({ length: spec.count }, (_, i) =>
      Math.fround((spec.seed + 1) / (i + 1)),
    ),
    largest: Number.NEGATIVE_INFINITY,
    note: undefined,
  }),
  sum: ({ needs }) => {
    let total = 0;
    for (const name of Object.keys(needs).sort())
      for (const value of needs[name].values) total += value;
    return { total };
  },
  /** Waits, so that cells can finish in another order than they began. */
  wait: async ({ spec }) => {
    await pause(spec.milliseconds);
    return spec.milliseconds;
  },
  reports: async ({ report }) => {
    report({ done: 0.25, note: 'a quarter' });
    await pause(120);
    report({ done: 0.75, note: 'three quarters' });
    await pause(20);
    return 'told';
  },
  refuses: ({ spec }) => {
    throw new InputError('refused.', 'row-invalid', { row: 3 }, `spec ${spec.name}`);
  },
  breaks: () => {
    throw new TypeError('something is undefined');
  },
  /** Holds its thread for long and never looks at the signal. */
  spins: ({ spec }) => {
    const end = performance.now() + spec.milliseconds;
    while (performance.now() < end);
    return 'spun';
  },
  /** Reads the context, and marks that it was here. */
  context: ({ context }) => {
    context.marks[0]++;
    return context.name;
  },
  /** Whether this thread's Node may require a module: ended in the middle of that, it aborts. */
  requiresModules: () => process.features.require_module ?? false,
  unkeepable: () => new Map([[1, 2]]),
};

export default cellWorker(functions);
