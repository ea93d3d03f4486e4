/**
 * Features of the same rows for many scorers: sorting probabilities and taking logarithms takes
 * longer than the network that reads them, and gives every scorer of a kind the same numbers. Whoever
 * scores a table many times says so, and the records are then kept as long as its probabilities.
 */
export interface KeptRecords {
  /** Writes records [first, first + rows) to `target`; false where they are not there yet. */
  read(first: number, rows: number, target: Float32Array): boolean;
  keep(first: number, rows: number, records: Float32Array): void;
}

/** Past this, memory is worth more than time. */
const MOST_BYTES = 256e6;

const kept = new WeakMap<Float32Array, Map<string, KeptRecords>>();

/** From now on features of these probabilities are kept; they must not change any more. */
export function keepFeatures(model: Float32Array | undefined): void {
  if (model && !kept.has(model)) kept.set(model, new Map());
}

/** Records of this layout, where somebody wants them kept; written in chunks of so many rows. */
export function keptRecords(
  model: Float32Array | undefined,
  layout: readonly number[],
  rows: number,
  stride: number,
  chunk: number,
): KeptRecords | undefined {
  const layouts = model && kept.get(model);
  if (!layouts || rows * stride * 4 > MOST_BYTES) return undefined;
  const key = layout.join();
  const found = layouts.get(key) ?? createKept(rows, stride, chunk);
  layouts.set(key, found);
  return found;
}

function createKept(all: number, stride: number, chunk: number): KeptRecords {
  const memory = new Float32Array(all * stride);
  const isThere = new Uint8Array(Math.ceil(all / chunk));
  /** Whole chunks only, of which the last may be shorter. */
  const isChunk = (first: number, rows: number) =>
    first % chunk === 0 && (rows === chunk || first + rows === all);
  const part = (first: number, rows: number) =>
    memory.subarray(first * stride, (first + rows) * stride);
  return {
    read(first, rows, target) {
      if (!isChunk(first, rows) || isThere[first / chunk] === 0) return false;
      target.set(part(first, rows));
      return true;
    },
    keep(first, rows, records) {
      if (!isChunk(first, rows)) return;
      part(first, rows).set(records);
      isThere[first / chunk] = 1;
    },
  };
}
