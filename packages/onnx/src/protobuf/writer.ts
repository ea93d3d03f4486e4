import { InputError } from '@cede/core';

/**
 * The few pieces of the protobuf wire format that ONNX needs: fields of wire type 0 (varint),
 * 2 (bytes, text, messages) and 5 (a 32-bit float). Fields are written in the order of the calls,
 * so the same calls give the same bytes.
 */
export class ProtobufWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /** An integer field; a negative one takes ten bytes, as protobuf's int64 asks. */
  integer(field: number, value: number): this {
    if (!Number.isSafeInteger(value))
      throw new InputError(`protobuf field ${field}: ${value} is not a whole number up to 2^53.`);
    this.#key(field, 0);
    this.#varint(value);
    return this;
  }

  float(field: number, value: number): this {
    this.#key(field, 5);
    this.#raw(littleEndian(Float32Array.of(value)));
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.#key(field, 2);
    this.#varint(value.length);
    this.#raw(value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, utf8(value));
  }

  message(field: number, write: (message: ProtobufWriter) => void): this {
    const message = new ProtobufWriter();
    write(message);
    return this.bytes(field, message.finish());
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #key(field: number, wireType: number): void {
    this.#varint(field * 8 + wireType);
  }

  #varint(value: number): void {
    this.#reserve(10);
    if (value < 0) {
      let rest = BigInt.asUintN(64, BigInt(value));
      for (; rest >= 128n; rest >>= 7n) this.#bytes[this.#length++] = Number(rest & 127n) | 128;
      this.#bytes[this.#length++] = Number(rest);
      return;
    }
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128))
      this.#bytes[this.#length++] = (rest % 128) | 128;
    this.#bytes[this.#length++] = rest;
  }

  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** The bytes of numbers, little-endian whatever the machine. */
export function littleEndian(values: Float32Array | Float64Array | BigInt64Array): Uint8Array {
  const size = values.BYTES_PER_ELEMENT;
  const view = new DataView(new ArrayBuffer(values.length * size));
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value === 'bigint') view.setBigInt64(i * size, value, true);
    else if (size === 8) view.setFloat64(i * size, value, true);
    else view.setFloat32(i * size, value, true);
  }
  return new Uint8Array(view.buffer);
}

/** UTF-8 without TextEncoder, which is no part of the language; a lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  const bytes: number[] = [];
  for (let i = 0; i < escaped.length; i++) {
    const percent = escaped[i] === '%';
    bytes.push(percent ? Number.parseInt(escaped.slice(i + 1, i + 3), 16) : escaped.charCodeAt(i));
    if (percent) i += 2;
  }
  return Uint8Array.from(bytes);
}
