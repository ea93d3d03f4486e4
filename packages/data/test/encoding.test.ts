import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readTableFrom, streamRows } from '@cede/data';
import { readTable } from '@cede/data/node';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { lineBatches } from '../src/read/lines.js';
import { npy } from './damaged/binary.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-encoding-'));
afterAll(() => rmSync(folder, { recursive: true }));

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const rows = (count: number, label: (row: number) => string) =>
  [
    'label,model_p_chien,model_p_été,expert_label,note',
    ...Array.from({ length: count }, (_, row) => `${label(row)},.25,.75,chien,some words here`),
  ].join('\n');

/** Both doors, by the same name. */
async function refusal(name: string, bytes: Uint8Array): Promise<string[]> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const said = (read: Promise<unknown>) =>
    read.then(
      () => 'read without a word',
      (error: Error) => error.message.replace(path, name),
    );
  return [await said(readTable(path)), await said(readTableFrom(bytes, name))];
}

describe('text that is not UTF-8', () => {
  const said = (name: string, line: number) =>
    Array(2).fill(`table ${name}, line ${line}: the text is not UTF-8. Save the file as UTF-8.`);

  it('is refused with its line, in the header, in small and in large files', async () => {
    expect(await refusal('head.csv', latin1(rows(20, () => 'chien')))).toEqual(said('head.csv', 1));
    // 20,000 rows are DuckDB's to read, which gives up: the plain reader names the line.
    for (const count of [20, 20_000]) {
      const text = rows(count, () => 'été');
      const bytes = new TextEncoder().encode(text);
      const at = Buffer.from(bytes).indexOf('été,.25', 500);
      const line = Buffer.from(bytes.subarray(0, at)).toString().split('\n').length;
      bytes[at] = 0xe9;
      bytes[at + 1] = 0x74;
      expect(await refusal(`rows${count}.csv`, bytes)).toEqual(said(`rows${count}.csv`, line));
    }
    const json = (label: string) =>
      JSON.stringify({ label, model: [0.5, 0.5], expert_label: 'chien' });
    const bytes = latin1([...Array(9).fill(json('chien')), json('été')].join('\n'));
    expect(await refusal('rows.jsonl', bytes)).toEqual(said('rows.jsonl', 10));
  });

  it('wherever the pieces end', async () => {
    const text = new TextEncoder().encode('a\nété €😀\nb\n');
    const cut = [1, 2, 3, 5].map((size) => pieces(text, size));
    for (const input of cut) expect(await linesOf(input)).toEqual(['a', 'été €😀', 'b']);
    for (const tail of [[0xe9], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0x80]]) {
      for (const after of [[], [10, 98, 10]]) {
        const bad = Uint8Array.from([...text, ...tail, ...after]);
        for (const size of [1, 2, 3, 100])
          await expect(linesOf(pieces(bad, size))).rejects.toThrow('x, line 4: the text is not');
      }
    }
  });

  it('in an endless input goes on', async () => {
    const found = [];
    for await (const row of streamRows(pieces(latin1('{"id":"été"}\n{"id":"b"}\n'), 5)))
      found.push('value' in row ? row.value.id : row.error);
    expect(found).toEqual(['\ufffdt\ufffd', 'b']);
  });

  it('is refused in the bytes of an NPZ', async () => {
    const bytes = zipSync({
      'label.npy': npy('|S3', [2], latin1('catét\0')),
      'model.npy': npy('<f8', [2, 2], new Float64Array(4).fill(0.5)),
      'expert_label.npy': npy('|S3', [2], latin1('catcat')),
    });
    expect(await refusal('x.npz', bytes)).toEqual(
      Array(2).fill(
        'table x.npz, array "label", row 2: the text is not UTF-8. Save it with astype(str).',
      ),
    );
  });
});

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(input: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const found = [];
  for await (const lines of lineBatches(input, 'x')) found.push(...lines);
  return found;
}

describe('a file that is something else', () => {
  const text = new TextEncoder().encode(rows(30, () => 'chien'));
  const parquet = new TextEncoder().encode('PAR1\u0015\u0000\u0015');
  const both = (message: string) => [message, message];

  it('is called by its name', async () => {
    expect(await refusal('plain.csv.gz', text)).toEqual(
      both('table plain.csv.gz: the file is not gzip-compressed. Give it a name without .gz.'),
    );
    expect(await refusal('twice.csv.gz', gzipSync(gzipSync(text)))).toEqual(
      both('table twice.csv.gz: the file is gzip-compressed twice. Unpack it once.'),
    );
    const tail = Uint8Array.from([...gzipSync(text), ...new TextEncoder().encode('garbage')]);
    expect((await refusal('tail.csv.gz', tail))[0]).toBe(
      'table tail.csv.gz: the gzip data is damaged or cut off.',
    );
    expect(await refusal('cut.csv.gz', gzipSync(text).subarray(0, 60))).toEqual(
      both('table cut.csv.gz: the gzip data is damaged or cut off.'),
    );
    expect(await refusal('packed.csv', gzipSync(text))).toEqual(
      both('table packed.csv: the file is gzip-compressed. Give it a name that ends in .gz.'),
    );
    expect(await refusal('parquet.csv', parquet)).toEqual(
      both(
        'table parquet.csv: the file is Parquet (expected text). Give it a name that ends in .parquet.',
      ),
    );
  });

  it('on standard input too', async () => {
    const said = (bytes: Uint8Array) =>
      readTable('-', {}, pieces(bytes, 1000)).catch((error: Error) => error.message);
    expect(await said(gzipSync(text))).toBe(
      'table stdin: the input is gzip-compressed (expected CSV or JSONL). Unpack it on the way, for instance with gunzip -c.',
    );
    expect(await said(parquet)).toBe(
      'table stdin: the input is Parquet (expected CSV or JSONL). Name the file instead.',
    );
    expect(await said(new Uint8Array(50))).toBe(
      'table stdin: the input is not text (a zero byte among the first 4096; expected CSV or JSONL).',
    );
  });

  // On Windows only an administrator may make links.
  it.skipIf(process.platform === 'win32')(
    'a link that leads back to itself is no missing file',
    async () => {
      symlinkSync(join(folder, 'b.csv'), join(folder, 'a.csv'));
      symlinkSync(join(folder, 'a.csv'), join(folder, 'b.csv'));
      await expect(readTable(join(folder, 'a.csv'))).rejects.toThrow(
        'a.csv: this is a link that leads back to itself. Name the file itself.',
      );
      await expect(readTable(join(folder, 'a.csv', 'c.csv'))).rejects.toThrow(/back to itself/);
    },
  );
});
