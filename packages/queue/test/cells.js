// Cells for the tests, as a worker's entry module: threads need built JavaScript, so this is some.
import { appendFileSync, readFileSync } from 'node:fs';
import { InputError } from '@cede/core';
import { cellWorker } from '@cede/run/node';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Every attempt leaves a line: how often something was computed is what the tests are about. */
const mark = (context, text) => appendFileSync(context.log, `${text}\n`);

export const functions = {
  'numbers/1': async ({ spec, context, report }) => {
    mark(context, `numbers ${spec.seed}`);
    report({ done: 0.5, note: 'half way' });
    await pause(context.pause ?? spec.milliseconds ?? 0);
    return {
      values: Float32Array.from({ length: spec.count ?? 3 }, (_, i) => (spec.seed + 1) / (i + 1)),
      nothing: Number.NaN,
      from: context.table ? context.table.values[spec.seed % context.table.values.length] : null,
    };
  },
  'sum/1': ({ spec, needs, context }) => {
    mark(context, `sum ${spec.name}`);
    let total = 0;
    for (const name of Object.keys(needs).sort())
      for (const value of needs[name].values ?? [needs[name].total]) total += value;
    return { total };
  },
  /** Breaks until it was tried so many times. */
  'flaky/1': ({ spec, context }) => {
    mark(context, `flaky ${spec.name}`);
    const tried = readFileSync(context.log, 'utf8').split(`flaky ${spec.name}\n`).length - 1;
    if (tried < spec.times) throw new TypeError(`broke the ${tried}. time`);
    return { values: Float32Array.of(tried) };
  },
  'refuses/1': ({ spec, context }) => {
    mark(context, `refuses ${spec.name}`);
    throw new InputError(`refused ${spec.name}.`);
  },
  /** Holds its thread, as training does: locks must be renewed all the same. */
  'spins/1': ({ spec, context }) => {
    mark(context, `spins ${spec.name}`);
    const end = performance.now() + spec.milliseconds;
    while (performance.now() < end);
    return { values: Float32Array.of(spec.milliseconds) };
  },
  'expands/1': ({ spec, context }) => ({
    cells: spec.seeds.map((seed) => ({ kind: 'numbers/1', spec: { seed } })),
    context,
  }),
};

export default cellWorker(functions);
