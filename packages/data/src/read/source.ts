import type { ByteSource } from './contract.js';

/** Bytes in memory as a source. */
export function bytesSource(name: string, data: Uint8Array | string): ByteSource {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return {
    name,
    size: bytes.length,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += 1 << 18) yield bytes.subarray(at, at + (1 << 18));
    },
    bytes: async () => bytes,
  };
}

/** What a browser's File offers of what is needed here. */
export interface BlobLike {
  readonly size: number;
  slice(start: number, end: number): BlobLike;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export function blobSource(name: string, blob: BlobLike): ByteSource {
  return {
    name,
    size: blob.size,
    async *chunks() {
      for (let at = 0; at < blob.size; at += 1 << 20) {
        const end = Math.min(blob.size, at + (1 << 20));
        yield new Uint8Array(await blob.slice(at, end).arrayBuffer());
      }
    },
    bytes: async () => new Uint8Array(await blob.arrayBuffer()),
  };
}

/**
 * A pipe can be read once, but readers first look at the names and then read from the start:
 * what the first look took is kept and handed out again.
 */
export function pipeSource(name: string, input: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = input[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let looks = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const first = ++looks === 1;
    if (!first) while (kept.length > 0) yield kept.shift()!;
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return;
      if (first) kept.push(value);
      yield value;
    }
  }
  return {
    name,
    chunks,
    async bytes() {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks()) parts.push(chunk);
      const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        whole.set(part, at);
        at += part.length;
      }
      return whole;
    },
  };
}
