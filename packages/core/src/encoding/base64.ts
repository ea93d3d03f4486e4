import { InputError } from '../error.js';

/**
 * Base64 that needs no helpers of Node or of a browser, and Float32 arrays that are little-endian
 * whatever the machine. Where the engine has Node's Buffer, that does the work: before code is warm
 * it is fifty times as fast, and a command that decides one row is never warm.
 */
const { Buffer: native } = globalThis as { Buffer?: NativeBytes };

interface NativeBytes {
  from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer>;
  from(buffer: ArrayBufferLike, at: number, length: number): { toString(to: 'base64'): string };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) CODES[ALPHABET.charCodeAt(i)] = i;

/** Bytes as base64 text. */
export function encodeBase64(bytes: Uint8Array): string {
  if (!native) return plainEncode(bytes);
  return native.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

/** The same without help. */
export function plainEncode(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const word =
      (bytes[i] << 16) | ((left > 1 ? bytes[i + 1] : 0) << 8) | (left > 2 ? bytes[i + 2] : 0);
    parts.push(
      ALPHABET[word >> 18] +
        ALPHABET[(word >> 12) & 63] +
        (left > 1 ? ALPHABET[(word >> 6) & 63] : '=') +
        (left > 2 ? ALPHABET[word & 63] : '='),
    );
  }
  return parts.join('');
}

/** Bytes of base64 text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  // Node skips what is no base64: such text is read without it, to say what is wrong.
  if (!native || !/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    return plainDecode(text);
  return new Uint8Array(native.from(text, 'base64')); // a copy: Node's may share a larger buffer
}

/** The same without help, and with a sentence for damaged text. */
export function plainDecode(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (text.length % 4 !== 0)
    throw new InputError(
      `base64: ${text.length} characters is not a multiple of 4; the text is cut off.`,
    );
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const code = (i: number) => {
    const at = text.charCodeAt(i);
    const value = at < 128 ? CODES[at] : -1;
    if (value < 0 && !(i >= text.length - padding))
      throw new InputError(`base64: character ${i + 1} is not in the alphabet.`);
    return Math.max(0, value);
  };
  for (let i = 0, o = 0; i < text.length; i += 4) {
    const word = (code(i) << 18) | (code(i + 1) << 12) | (code(i + 2) << 6) | code(i + 3);
    bytes[o++] = word >> 16;
    if (o < bytes.length) bytes[o++] = (word >> 8) & 255;
    if (o < bytes.length) bytes[o++] = word & 255;
  }
  return bytes;
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Floats as base64 text, little-endian. */
export function encodeFloats(values: Float32Array): string {
  return encodeBase64(inLittleEndian(new Uint8Array(values.slice().buffer)));
}

/** Floats of base64 text, little-endian. */
export function decodeFloats(text: string, count: number, what: string): Float32Array {
  const bytes = decodeBase64(text);
  if (bytes.length !== count * 4)
    throw new InputError(
      `${what}: holds ${bytes.length} bytes (expected ${count * 4} for ${count} numbers).`,
    );
  return new Float32Array(inLittleEndian(bytes).buffer);
}

/** The bytes of 4-byte numbers, turned around in place where the machine has them the other way. */
function inLittleEndian<T extends Uint8Array>(bytes: T): T {
  if (!LITTLE_ENDIAN)
    for (let at = 0; at < bytes.length; at += 4) bytes.subarray(at, at + 4).reverse();
  return bytes;
}
