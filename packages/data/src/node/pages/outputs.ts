import type { Batch, Inspected, Numbers, RawColumn } from '../../read/contract.js';
import type { Group, PagesPlan } from './plan.js';

/** One part of the whole table; shared, so that several threads fill it. */
export interface Output {
  readonly values: Numbers;
  /** For columns side by side: the class with the highest number of each row. */
  readonly answers?: Int16Array;
}

export function createOutputs({ parts, rows }: PagesPlan): Output[] {
  return parts.map(({ columns, bytes }) => {
    const buffer = new SharedArrayBuffer(rows * columns.length * bytes);
    const values = bytes === 4 ? new Float32Array(buffer) : new Float64Array(buffer);
    if (columns.length === 1) return { values };
    return { values, answers: new Int16Array(new SharedArrayBuffer(2 * rows)) };
  });
}

const NOTHING = new Float32Array(0);

/** The rows of one group as a batch; a column may keep them as they are. */
export function batchOf(
  plan: PagesPlan,
  outputs: readonly Output[],
  group: Group,
  sound: readonly boolean[],
  texts: readonly RawColumn[] = [],
): Batch {
  const columns = new Array<RawColumn>(plan.columns.length).fill(NOTHING);
  const inspected: Inspected[] = [];
  const end = group.before + group.rows;
  plan.parts.forEach(({ want, columns: members }, part) => {
    const { values, answers } = outputs[part]!;
    columns[want] = values.subarray(group.before * members.length, end * members.length);
    if (answers) {
      const own = answers.subarray(group.before, end);
      inspected.push({ want, sound: sound[part]!, answers: own });
    }
  });
  plan.texts.forEach((want, k) => {
    columns[want] = texts[k]!;
  });
  return { rows: group.rows, columns, lasting: true, inspected };
}
