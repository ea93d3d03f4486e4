import type { Batch, Numbers, RawColumn } from '../../read/contract.js';
import type { Group, PagesPlan } from './plan.js';

/** The whole table's numbers, one array for each part; shared, so that several threads fill them. */
export function createOutputs({ parts, rows }: PagesPlan): Numbers[] {
  return parts.map(({ columns, bytes }) => {
    const buffer = new SharedArrayBuffer(rows * columns.length * bytes);
    return bytes === 4 ? new Float32Array(buffer) : new Float64Array(buffer);
  });
}

const NOTHING = new Float32Array(0);

/** The rows of one group as a batch; a column may keep them as they are. */
export function batchOf(
  plan: PagesPlan,
  outputs: readonly Numbers[],
  group: Group,
  sound: readonly boolean[],
): Batch {
  const columns = new Array<RawColumn>(plan.columns.length).fill(NOTHING);
  plan.parts.forEach(({ want, columns: members }, position) => {
    const width = members.length;
    const start = group.before * width;
    columns[want] = outputs[position]!.subarray(start, start + group.rows * width);
  });
  const probabilities = plan.parts.flatMap(({ want }, part) => (sound[part] ? [want] : []));
  return { rows: group.rows, columns, lasting: true, probabilities };
}
