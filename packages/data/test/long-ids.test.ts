import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caseReader, readTableFrom, streamRows } from '@cede/data';
import { readTable } from '@cede/data/node';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { npy } from './damaged/binary.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-long-ids-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ids = ['1152921504606846977', '1152921504606846978', '-9007199254740993', '7'];

describe('ids of 64 bits keep their digits', () => {
  const line = (id: string) =>
    `{"note": "a \\"quoted\\" 99999999999999999999, \\\\", "id":${id} ,"label":0,"model":[0.12345678901234567,0.87654321098765433],"expert_label": 1,"cluster":${id},"f_big":100000000000000000000}`;

  it('in JSONL', async () => {
    const table = await readTableFrom(ids.map(line).join('\n'), 'x.jsonl');
    expect(table.id).toEqual(ids);
    expect(table.cluster!.names).toEqual(ids);
    expect(table.columns[0]!.values[0]).toBe(Math.fround(1e20));
    expect(table.model![0]).toBeCloseTo(0.123456789, 6);
  });

  it('in a stream of cases, where text stays as it is', async () => {
    const bytes = new TextEncoder().encode(ids.map(line).join('\n'));
    const read = caseReader(2, { features: [] });
    const found: unknown[] = [];
    for await (const row of streamRows(
      (async function* () {
        yield bytes;
      })(),
    )) {
      if (!('value' in row)) throw new Error(row.error);
      found.push(read(row.value).id);
      expect(row.value.note).toBe('a "quoted" 99999999999999999999, \\');
    }
    expect(found).toEqual(ids);
  });

  it.each([
    ['<i8', BigInt64Array.from(ids, BigInt), ids],
    [
      '<u8',
      BigUint64Array.of(2n ** 64n - 1n, 2n ** 60n + 1n, 0n, 7n),
      ['18446744073709551615', '1152921504606846977', '0', '7'],
    ],
  ])('in NPZ (%s)', async (type, values, expected) => {
    const path = join(folder, 'ids.npz');
    const arrays = {
      'id.npy': npy(type, [4], values),
      'label.npy': npy('<i4', [4], new Int32Array(4)),
      'model.npy': npy('<f8', [4, 2], new Float64Array(8).fill(0.5)),
      'expert_label.npy': npy('<i4', [4], new Int32Array(4)),
    };
    writeFileSync(path, zipSync(arrays));
    expect((await readTable(path)).id).toEqual(expected);
  });
});
