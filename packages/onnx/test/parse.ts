/** Reads protobuf back without knowing ONNX: fields in order, what a field means is the test's business. */
export interface Field {
  readonly field: number;
  readonly wireType: number;
  /** A varint, or the bits of a 32-bit field. */
  readonly integer: bigint;
  readonly bytes: Uint8Array;
}

export function parse(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      if (at >= bytes.length) throw new Error(`a varint is cut off at byte ${at}`);
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (count: number) => {
    if (at + count > bytes.length) throw new Error(`a field is cut off at byte ${at}`);
    at += count;
    return bytes.subarray(at - count, at);
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const field = key >>> 3;
    const wireType = key & 7;
    if (wireType === 0)
      fields.push({ field, wireType, integer: varint(), bytes: new Uint8Array() });
    else if (wireType === 2)
      fields.push({ field, wireType, integer: 0n, bytes: take(Number(varint())) });
    else if (wireType === 5) fields.push({ field, wireType, integer: 0n, bytes: take(4) });
    else throw new Error(`wire type ${wireType} at byte ${at}`);
  }
  return fields;
}

/** The fields of this number, as nested messages. */
export const messages = (fields: readonly Field[], field: number): Field[][] =>
  all(fields, field).map(({ bytes }) => parse(bytes));

export const texts = (fields: readonly Field[], field: number): string[] =>
  all(fields, field).map(({ bytes }) => new TextDecoder().decode(bytes));

/** Varints as signed 64-bit integers. */
export const integers = (fields: readonly Field[], field: number): number[] =>
  all(fields, field).map(({ integer }) => Number(BigInt.asIntN(64, integer)));

export const all = (fields: readonly Field[], field: number): Field[] =>
  fields.filter((candidate) => candidate.field === field);
