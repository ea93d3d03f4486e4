import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { caseReader } from './case-reader.js';
import { type StreamedRow, streamRows } from './stream-rows.js';

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function collect(rows: AsyncIterable<StreamedRow>): Promise<StreamedRow[]> {
  const all: StreamedRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** What is still referred to: garbage goes first, or its size would be a matter of luck. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a stream of rows', () => {
  it('is cut into rows wherever its pieces end, and a bad line keeps its place', async () => {
    const text = '{"a":1}\r\n\n{"a":"é\\n"}\nnonsense\n[1]\n{"a":4}';
    const bytes = new TextEncoder().encode(text);
    async function* byteByByte() {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    for (const input of [pieces(text), byteByByte()]) {
      expect(await collect(streamRows(input))).toEqual([
        { row: 1, value: { a: 1 } },
        { row: 2, value: { a: 'é\n' } },
        { row: 3, error: '"nonsense" is not valid JSON (expected one object a line).' },
        { row: 4, error: 'found "[1]" (expected a JSON object).' },
        { row: 5, value: { a: 4 } },
      ]);
    }
  });

  it('says of a key that stands twice what it says of any other bad row', async () => {
    expect(await collect(streamRows(pieces('{"a":1}\n{"a":1,"a":2}\n')))).toEqual([
      { row: 1, value: { a: 1 } },
      { row: 2, error: 'two fields are called "a". Rename one.' },
    ]);
  });

  it('may be CSV', async () => {
    expect(await collect(streamRows(pieces('a,b\n1,"x,', 'y"\n2\n3,z\n')))).toEqual([
      { row: 1, value: { a: '1', b: 'x,y' } },
      { row: 2, error: '1 fields (expected 2, as in the header).' },
      { row: 3, value: { a: '3', b: 'z' } },
    ]);
  });

  const OPEN = expect.stringMatching(
    /^a quote is opened and not closed within 1,000 lines or 16 MB\. Close it, or write ""/,
  );

  it('goes on behind the line of an open quote, at the end and after a thousand lines', async () => {
    const rows = (from: number, n: number) =>
      Array.from({ length: n }, (_, k) => ({ row: from + k, value: { a: `${k}`, b: '' } }));
    const text = (n: number) => Array.from({ length: n }, (_, k) => `${k},\n`).join('');
    for (const n of [0, 3, 999, 1500]) {
      expect(await collect(streamRows(pieces(`a,b\n1,x\n"2,x\n${text(n)}`)))).toEqual([
        { row: 1, value: { a: '1', b: 'x' } },
        { row: 2, error: OPEN },
        ...rows(3, n),
      ]);
    }
    const long = await collect(streamRows(pieces(`a,b\n1,x\n2,"${'\n'.repeat(999)}"\n3,x`)));
    expect(long[1]).toEqual({ row: 2, value: { a: '2', b: '\n'.repeat(999) } });
    expect(long[2]).toEqual({ row: 3, value: { a: '3', b: 'x' } });
  });

  it('answers while the quote is open: no more than a thousand lines wait', async () => {
    let sent = 0;
    async function* endless() {
      yield new TextEncoder().encode('a,b\n1,x\n2,"x\n');
      for (;;) yield new TextEncoder().encode(`${sent++},y\n`);
    }
    for await (const row of streamRows(endless())) if (row.row === 3) break;
    expect(sent).toBeLessThanOrEqual(1001);
  });

  it('reads a quote that stays open in time that grows with the text alone', async () => {
    const lines = 60_000;
    for (const line of ['0,.2,.3,.5\n', '"a","b\n', '"x\n']) {
      const began = performance.now();
      const text = `a,b\n"1,x\n${line.repeat(lines)}`;
      expect((await collect(streamRows(pieces(text)))).length).toBeGreaterThan(lines / 2);
      expect(performance.now() - began).toBeLessThan(10_000); // quadratic: minutes
    }
  });

  it('takes a quote within a text for what it is', async () => {
    expect(await collect(streamRows(pieces('a,b\n1,5" disk\nx"y,"z""q"\n')))).toEqual([
      { row: 1, value: { a: '1', b: '5" disk' } },
      { row: 2, value: { a: 'x"y', b: 'z"q' } },
    ]);
  });

  it.each([
    ['a word', 'junk'],
    ['two words', 'junk\nmore junk'],
    ['a list', '[1]'],
    ['a sentence with commas', 'WARN: cold start, no cache, 3 s'],
    ['an object cut off', '{"a": '],
  ])('may begin with a bad line: %s', async (_, bad) => {
    const found = await collect(streamRows(pieces(`\n${bad}\n`, '{"a":1}\n{"a":2}\n')));
    const errors = bad.split('\n').length;
    expect(found.slice(0, errors).every((row) => 'error' in row)).toBe(true);
    expect(found.slice(errors)).toEqual([
      { row: errors + 1, value: { a: 1 } },
      { row: errors + 2, value: { a: 2 } },
    ]);
  });

  it.each([
    ['of one column', 'a\n1\n2\n', 2],
    ['of one column of words', 'a\nx\ny\n', 2],
    ['of one row', 'a,b\n1,2\n', 1],
    ['whose first row is bad', 'a,b\n1\n2,3\n', 2],
    ['with names of two words', 'the a,b\n1,2\n', 1],
    ['without rows', 'a,b\n', 0],
    ['of nothing', '\n\n', 0],
  ])('is CSV where it is a table %s', async (_, text, rows) => {
    expect(await collect(streamRows(pieces(text)))).toHaveLength(rows);
  });

  it('answers the first row of a table as soon as it is there, good or bad', async () => {
    for (const row of ['1,2', '1']) {
      let ended = false;
      async function* input() {
        yield new TextEncoder().encode(`a,b\n${row}\n`);
        ended = true;
      }
      for await (const _ of streamRows(input())) break;
      expect(ended).toBe(false);
    }
  });

  it('passes over a line of 200 MB without holding it', async () => {
    const piece = new Uint8Array(1 << 20).fill(0x61);
    let held = 0;
    async function* input() {
      yield new TextEncoder().encode('{"a":1}\n');
      const before = bytesInUse();
      for (let megabyte = 0; megabyte < 200; megabyte++) yield piece;
      held = bytesInUse() - before;
      yield new TextEncoder().encode('\n{"a":2}\n');
    }
    const rows = await collect(streamRows(input()));
    expect(rows).toEqual([
      { row: 1, value: { a: 1 } },
      { row: 2, error: 'the line is longer than 16 MB.' },
      { row: 3, value: { a: 2 } },
    ]);
    expect(held).toBeLessThan(20e6);
  });

  it('takes no more input than the caller takes rows', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) yield new TextEncoder().encode(`{"n":${sent++}}\n`);
    }
    for await (const row of streamRows(endless())) if (row.row === 10) break;
    expect(sent).toBeLessThanOrEqual(11);
  });
});

describe('a case', () => {
  it('is read by the roles of tables, whatever the shape of the row', () => {
    const read = caseReader(2, { features: ['f_a'] });
    const expected = { model: Float32Array.of(0.25, 0.75), features: Float32Array.of(3), id: 'x' };
    expect(read({ id: 'x', model: [0.25, 0.75], f_a: 3 })).toEqual(expected);
    const others = { label: [0, 1], weight: [1], time: [] };
    expect(read({ id: 'x', model: [0.25, 0.75], f_a: 3, ...others })).toEqual(expected);
    expect(read({ id: 'x', model_p1: '.75', model_p0: '.25', f_a: '3', other: 'y' })).toEqual(
      expected,
    );
    expect(read({ model: [0.504, 0.504], f_a: 3 }).model).toEqual(Float32Array.of(0.5, 0.5));
  });

  it('is refused with one sentence', () => {
    const read = caseReader(2, { features: ['f_a'] });
    expect(() => read({ model: [0.5, 0.9], f_a: 1 })).toThrow(
      /^model probabilities sum to 1.4 \(expected/,
    );
    expect(() => read({ model: [1, 0, 0], f_a: 1 })).toThrow('3 model probabilities (expected 2).');
    expect(() => read({ model: [1, 0, 0], f_a: 1 })).toThrow('3 model probabilities (expected 2).');
    expect(() => read({ model: [1, 0] })).toThrow(/no column matches|no column "f_a"/);
    // Whether a gap is allowed is for the policy to say.
    expect(read({ model: [1, 0], f_a: null }).features).toEqual(Float32Array.of(Number.NaN));
    expect(() => read({ model: [1, 0], f_a: 'web' })).toThrow(/column "f_a" holds "web"/);
    expect(() => read({ f_a: 1 })).toThrow(/no model columns/);
    expect(() => read({ f_a: 1, model_loss: 2 })).toThrow(
      /no model columns found \(looked for model_0, model_p0 and a list "model", the probabilities of 2 classes; the table has f_a, model_loss\)\. Name them with "model"/,
    );
  });

  it('may have no classes', () => {
    const read = caseReader(0);
    expect(read({ f_a: 1, f_b: 2 })).toEqual({
      model: new Float32Array(0),
      features: Float32Array.of(1, 2),
    });
  });
});
