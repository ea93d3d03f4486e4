import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { integers, messages, parse, texts } from '../../test/parse.js';
import { littleEndian, ProtobufWriter, utf8 } from './writer.js';

describe('the protobuf writer', () => {
  test('writes the examples of the encoding guide', () => {
    expect([...new ProtobufWriter().integer(1, 150).finish()]).toEqual([0x08, 0x96, 0x01]);
    expect([...new ProtobufWriter().text(2, 'testing').finish()]).toEqual([
      0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67,
    ]);
    expect([...new ProtobufWriter().message(3, (m) => m.integer(1, 150)).finish()]).toEqual([
      0x1a, 0x03, 0x08, 0x96, 0x01,
    ]);
    expect([...new ProtobufWriter().integer(1, -2).finish()]).toEqual([
      0x08, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,
    ]);
    expect([...new ProtobufWriter().float(1, 1).finish()]).toEqual([0x0d, 0, 0, 0x80, 0x3f]);
  });

  test('every integer and text comes back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.maxSafeInteger()),
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 536_870_911 }),
        (numbers, words, field) => {
          const writer = new ProtobufWriter();
          writer.message(field, (message) => {
            for (const number of numbers) message.integer(1, number);
            for (const word of words) message.text(2, word);
          });
          const [message] = messages(parse(writer.finish()), field);
          expect(integers(message, 1)).toEqual(numbers);
          expect(texts(message, 2)).toEqual(words);
        },
      ),
    );
  });

  test('text is UTF-8, lone surrogates replaced', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\ud800', '%'),
        (text, odd) => {
          expect(utf8(text + odd)).toEqual(new TextEncoder().encode(text + odd));
        },
      ),
    );
  });

  test('numbers are little-endian, also longer than the first buffer', () => {
    const values = Float32Array.from({ length: 1000 }, (_, i) => i / 7);
    const bytes = new ProtobufWriter().bytes(9, littleEndian(values)).finish();
    expect(new Float32Array(parse(bytes)[0].bytes.slice().buffer)).toEqual(values);
    expect([...littleEndian(BigInt64Array.of(-2n))]).toEqual([254, ...Array(7).fill(255)]);
  });

  test('a number that is not whole is refused', () => {
    expect(() => new ProtobufWriter().integer(3, 0.5)).toThrow(
      /field 3: 0.5 is not a whole number/,
    );
  });
});
