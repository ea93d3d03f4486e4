import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, decodeFloats, encodeBase64, encodeFloats } from './base64.js';
import { Sha256, sha256 } from './sha256.js';

describe('base64', () => {
  it('agrees with Node for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(decodeBase64(text)).toEqual(bytes);
      }),
    );
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
