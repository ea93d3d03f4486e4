import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashOf } from '../cell/cell.js';
import { memoryLedger } from '../ledger/memory.js';
import { openLedger } from './disk.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cede-ledger-'));
});
afterEach(() => rm(directory, { recursive: true }));

const cell = { kind: 'fit', spec: { seed: 1 } };
const result = { scores: Float32Array.of(0.1, Number.NaN, 3), rate: Number.POSITIVE_INFINITY };

describe.each([
  ['disk', () => openLedger(directory)],
  ['memory', async () => memoryLedger()],
])('the %s ledger', (_, open) => {
  test('gives back what was written, and nothing else', async () => {
    const ledger = await open();
    expect(await ledger.read(cell)).toBeUndefined();
    await ledger.write(cell, result);
    expect(await ledger.read(cell)).toStrictEqual({ result });
    expect(await ledger.read({ ...cell, spec: { seed: 2 } })).toBeUndefined();
  });

  test('a result may be null', async () => {
    const ledger = await open();
    await ledger.write(cell, null);
    expect(await ledger.read(cell)).toStrictEqual({ result: null });
  });

  test('changing what was read changes nothing in it', async () => {
    const ledger = await open();
    await ledger.write(cell, result);
    const first = (await ledger.read(cell)) as { result: typeof result };
    first.result.scores[0] = 9;
    expect(await ledger.read(cell)).toStrictEqual({ result });
  });
});

describe('the ledger on disk', () => {
  const file = () => join(directory, 'cells', `${hashOf(cell)}.json`);

  test('has the same bytes whatever the order of the keys in a spec', async () => {
    const ledger = await openLedger(directory);
    const texts = [];
    for (const spec of [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]) {
      await ledger.write({ kind: 'k', spec }, 1);
      texts.push(await readFile(join(directory, 'cells', `${hashOf({ kind: 'k', spec })}.json`)));
    }
    expect(texts[0]).toEqual(texts[1]);
  });

  test('trusts no file that was cut off, at any length', async () => {
    const damaged: string[] = [];
    const ledger = await openLedger(directory, { onDamaged: (_, reason) => damaged.push(reason) });
    await ledger.write(cell, result);
    const text = await readFile(file(), 'utf8');
    for (let length = 0; length < text.length - 1; length++) {
      await writeFile(file(), text.slice(0, length));
      expect(await ledger.read(cell)).toBeUndefined();
    }
    expect(damaged.length).toBe(text.length - 1);
  });

  test('trusts no result that was changed, in any character', async () => {
    const ledger = await openLedger(directory);
    await ledger.write(cell, result);
    const text = await readFile(file(), 'utf8');
    for (let at = text.indexOf('"result"'); at < text.length - 1; at++) {
      const other = text[at] === '7' ? '8' : '7';
      await writeFile(file(), text.slice(0, at) + other + text.slice(at + 1));
      expect(await ledger.read(cell), `character ${at}`).toBeUndefined();
    }
  });

  test.each([
    ['another cell under this name', (text: string) => text.replace(hashOf(cell), '0'.repeat(64))],
    ['a newer version', (text: string) => text.replace('"version":1', '"version":2')],
    ['other JSON', () => 'null'],
  ])('trusts no file with %s', async (_, change) => {
    const damaged: string[] = [];
    const ledger = await openLedger(directory, { onDamaged: (_, reason) => damaged.push(reason) });
    await ledger.write(cell, result);
    await writeFile(file(), change(await readFile(file(), 'utf8')));
    expect(await ledger.read(cell)).toBeUndefined();
    expect(damaged).toHaveLength(1);
    await ledger.write(cell, result);
    expect(await ledger.read(cell)).toStrictEqual({ result });
  });

  test('removes temporary files of the dead, keeps those of the living', async () => {
    const cells = join(directory, 'cells');
    await openLedger(directory);
    const host = hostname().replace(/[^A-Za-z0-9-]/g, '_');
    const [dead, living, far, old] = [
      `.a.json.${host}-99999999-0-0.tmp`,
      `.b.json.${host}-${process.pid}-0-0.tmp`,
      '.c.json.elsewhere-1-0-0.tmp',
      '.d.json.elsewhere-1-0-1.tmp',
    ];
    for (const name of [dead, living, far, old]) await writeFile(join(cells, name), '{');
    await utimes(join(cells, old), 1e9, 1e9);
    await openLedger(directory);
    expect((await readdir(cells)).sort()).toEqual([living, far].sort());
  });

  test('a directory that is a file is refused with a sentence', async () => {
    await writeFile(join(directory, 'taken'), '');
    await expect(openLedger(join(directory, 'taken'))).rejects.toThrow(
      /ledger: can't open .*taken/,
    );
  });
});
