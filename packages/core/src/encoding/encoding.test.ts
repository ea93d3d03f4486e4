import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeBase64,
  decodeFloats,
  encodeBase64,
  encodeFloats,
  plainDecode,
  plainEncode,
} from './base64.js';
import { duplicateKey } from './duplicate-key.js';
import { Sha256, sha256 } from './sha256.js';

describe('base64', () => {
  it('agrees with Node for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(decodeBase64(text)).toEqual(bytes);
        expect(plainEncode(bytes)).toBe(text);
        expect(plainDecode(text)).toEqual(bytes);
      }),
    );
  });

  it('reads damaged text the same with and without the help of Node', () => {
    const tried = (decode: typeof decodeBase64, text: string) => {
      try {
        return decode(text);
      } catch (error) {
        return (error as Error).message;
      }
    };
    const letters = fc.constantFrom('A', 'b', '/', '+', '=', '-', '_', ' ', '\n', 'é', 'Ł', '*');
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 8 }), (text) => {
        expect(tried(decodeBase64, text)).toEqual(tried(plainDecode, text));
      }),
    );
  });

  it('takes a part of an array for what it is', () => {
    const part = Float32Array.of(1, 2, 3).subarray(1, 2);
    expect(encodeFloats(part)).toBe('AAAAQA=='); // 2 is 0x40000000, its lowest byte first
    expect(encodeBase64(Uint8Array.of(7, 8, 9).subarray(2))).toBe('CQ==');
  });

  it('keeps float bits, NaN and −0 included', () => {
    const values = Float32Array.of(1.5, -0, Infinity, 1e-45, 0.1);
    expect(Object.is(decodeFloats(encodeFloats(values), 5, 'x')[1], -0)).toBe(true);
    expect(decodeFloats(encodeFloats(values), 5, 'x')).toEqual(values);
  });

  it('refuses damaged text with a sentence', () => {
    expect(() => decodeBase64('abc')).toThrow(/not a multiple of 4/);
    expect(() => decodeBase64('ab*d')).toThrow(/character 3/);
    expect(() => decodeBase64('é===')).toThrow(/character 1/);
    expect(() => decodeFloats(encodeFloats(Float32Array.of(1)), 2, 'layer 1')).toThrow(
      /layer 1: holds 4 bytes \(expected 8/,
    );
  });
});

describe('a key that stands twice', () => {
  it('is found in any object of the text', () => {
    const text = '{"a":[1,{"b":"{\\"b\\":1}","c":{"b":2}}],"d":"\\\\","a ":0}';
    expect(duplicateKey(text)).toBeUndefined();
    expect(duplicateKey(text.replace('"c"', '"b"'))).toBe('b');
    expect(duplicateKey(text.replace('"a "', '"a" '))).toBe('a');
    expect(duplicateKey(text.replace('"a "', '"\\u0061"'))).toBe('a');
  });

  it('is found beside texts full of quotes and backslashes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', ':', '{', ' ', 'a') }), (value) => {
        const part = `${JSON.stringify(value)}:${JSON.stringify(value)}`;
        expect(duplicateKey(`{${part},"other":0}`)).toBeUndefined();
        expect(duplicateKey(`{${part},"other":0,${part}}`)).toBe(value);
      }),
    );
  });
});

describe('sha256', () => {
  it('agrees with Node, in one piece or many', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), (pieces) => {
        const hash = new Sha256();
        for (const piece of pieces) hash.update(piece);
        expect(hash.digest()).toBe(
          createHash('sha256').update(Buffer.concat(pieces)).digest('hex'),
        );
      }),
    );
  });

  it('hashes text as UTF-8', () => {
    for (const text of ['', 'abc', 'γ → ∞ 😀 é']) {
      expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    }
  });
});
