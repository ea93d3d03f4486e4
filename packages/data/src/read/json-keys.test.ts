import { describe, expect, it } from 'vitest';
import { duplicateKeyOf } from './json-keys.js';

describe('a key that stands twice', () => {
  it('is found at any depth, and only in one and the same object', () => {
    const found = (text: string) => duplicateKeyOf(text, JSON.parse(text));
    expect(found('{"a":1,"\\u0061":2}')).toBe('a');
    expect(found('{"a":{"b":1},"b":[{"b":2}],"c":"x:y, \\"a\\": 3"}')).toBeUndefined();
    expect(found('{"a":{"b":1},"b":[{"b":2}],"b":3}')).toBe('b');
    expect(found('{"cases":[{"probs":[1,0]},{"probs":[1,0],"probs":[0,1]}]}')).toBe('probs');
    expect(found('{"features":{"age":1,"age":2},"note":null}')).toBe('age');
    expect(found('{"__proto__":1,"a":{}}')).toBeUndefined();
    // Keys that went with the first of two values don't make up for it.
    expect(found('{"a":{"b":1,"c":2},"a":0}')).toBe('a');
    const deep = 100_000;
    expect(found(`{"a":${'['.repeat(deep)}${']'.repeat(deep)},"a":0}`)).toBe('a');
    for (const text of ['3', 'null', '[]', '"a:b"']) expect(found(text)).toBeUndefined();
  });
});
