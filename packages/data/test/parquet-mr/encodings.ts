/** Encodings of values as parquet-mr chooses them. */
import { varint, zigzag } from './thrift.js';

export type Physical = 'INT32' | 'INT64' | 'INT96' | 'FLOAT' | 'DOUBLE' | 'BYTE_ARRAY';

const JULIAN_EPOCH = 2_440_588;
const DAY = 86_400_000;

const sized = (size: number, set: (view: DataView) => void): number[] => {
  const bytes = new Uint8Array(size);
  set(new DataView(bytes.buffer));
  return [...bytes];
};

/** One value as PLAIN has it; times in milliseconds become Spark's INT96, nanoseconds and a Julian day. */
export function plain(type: Physical, value: number | string): number[] {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return [...sized(4, (view) => view.setUint32(0, bytes.length, true)), ...bytes];
  }
  switch (type) {
    case 'INT32':
      return sized(4, (view) => view.setInt32(0, value, true));
    case 'INT64':
      return sized(8, (view) => view.setBigInt64(0, BigInt(value), true));
    case 'FLOAT':
      return sized(4, (view) => view.setFloat32(0, value, true));
    case 'DOUBLE':
      return sized(8, (view) => view.setFloat64(0, value, true));
    default: {
      const day = Math.floor(value / DAY);
      return sized(12, (view) => {
        view.setBigUint64(0, BigInt(value - day * DAY) * 1_000_000n, true);
        view.setUint32(8, day + JULIAN_EPOCH, true);
      });
    }
  }
}

/** Bits of several values, the lowest first, in whole bytes. */
function packed(values: readonly bigint[], width: number): number[] {
  const bytes = new Uint8Array(Math.ceil((values.length * width) / 8));
  values.forEach((value, i) => {
    for (let bit = 0; bit < width; bit++) {
      const at = i * width + bit;
      if ((value >> BigInt(bit)) & 1n) bytes[at >> 3]! |= 1 << (at & 7);
    }
  });
  return [...bytes];
}

/** Runs of at least eight as one, the rest packed by eight: parquet-mr's RunLengthBitPackingHybridEncoder. */
export function hybrid(values: readonly number[], width: number): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < values.length; ) {
    let run = 1;
    while (values[at + run] === values[at]) run++;
    if (run >= 8) {
      bytes.push(
        ...varint(run << 1),
        ...sized(4, (v) => v.setUint32(0, values[at]!, true)).slice(0, Math.ceil(width / 8)),
      );
      at += run;
      continue;
    }
    const group = Array.from({ length: 8 }, (_, k) => BigInt(values[at + k] ?? 0));
    bytes.push(...varint((1 << 1) | 1), ...packed(group, width));
    at += 8;
  }
  return bytes;
}

const [BLOCK, MINIBLOCKS] = [128, 4];

/** DELTA_BINARY_PACKED, in blocks of 128 and four miniblocks: what writer version 2 takes for integers. */
export function deltas(values: readonly number[]): number[] {
  const whole = values.map(BigInt);
  const bytes = [BLOCK, MINIBLOCKS, whole.length].flatMap((head) => varint(head));
  bytes.push(...varint(zigzag(whole[0] ?? 0n)));
  for (let from = 1; from < whole.length; from += BLOCK) {
    const steps = whole.slice(from, from + BLOCK).map((value, k) => value - whole[from + k - 1]!);
    const [least] = [...steps].sort((a, b) => (a < b ? -1 : 1)) as [bigint];
    const over = steps.map((step) => step - least);
    const size = BLOCK / MINIBLOCKS;
    const minis = Array.from({ length: MINIBLOCKS }, (_, k) =>
      over.slice(k * size, (k + 1) * size),
    );
    const widths = minis.map(
      (mini) => mini.reduce((bits, each) => bits | each, 0n).toString(2).length,
    );
    const used = widths.map((width, k) => (minis[k]!.some((each) => each > 0n) ? width : 0));
    bytes.push(...varint(zigzag(least)), ...used);
    minis.forEach((mini, k) => {
      if (mini.length === 0) return; // what comes behind the last value is not written
      bytes.push(...packed([...mini, ...new Array<bigint>(size - mini.length).fill(0n)], used[k]!));
    });
  }
  return bytes;
}

/** DELTA_BYTE_ARRAY: how much each text shares with the one before, and what is new. */
export function deltaTexts(values: readonly string[]): number[] {
  const all = values.map((value) => Buffer.from(value));
  const shared = all.map((bytes, i) => {
    const before = all[i - 1] ?? Buffer.alloc(0);
    let same = 0;
    while (same < Math.min(before.length, bytes.length) && before[same] === bytes[same]) same++;
    return same;
  });
  const rest = all.map((bytes, i) => bytes.subarray(shared[i]));
  return [...deltas(shared), ...deltas(rest.map(({ length }) => length)), ...Buffer.concat(rest)];
}
