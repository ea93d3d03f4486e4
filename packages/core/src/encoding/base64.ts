import { InputError } from '../error.js';

/**
 * Base64 without Node or browser helpers: the same code everywhere, and Float32 arrays always
 * little-endian whatever the machine.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) CODES[ALPHABET.charCodeAt(i)] = i;

/** Bytes as base64 text. */
export function encodeBase64(bytes: Uint8Array): string {
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

/** Floats as base64 text, little-endian. */
export function encodeFloats(values: Float32Array): string {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, i) => {
    view.setFloat32(i * 4, value, true);
  });
  return encodeBase64(new Uint8Array(view.buffer));
}

/** Floats of base64 text, little-endian. */
export function decodeFloats(text: string, count: number, what: string): Float32Array {
  const bytes = decodeBase64(text);
  if (bytes.length !== count * 4)
    throw new InputError(
      `${what}: holds ${bytes.length} bytes (expected ${count * 4} for ${count} numbers).`,
    );
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: count }, (_, i) => view.getFloat32(i * 4, true));
}
