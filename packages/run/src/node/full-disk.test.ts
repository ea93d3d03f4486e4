import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '@cede/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashOf } from '../cell/cell.js';
import { inlineRunner } from '../runner/inline.js';
import { runCells } from '../runner/run-cells.js';
import { openLedger } from './disk.js';
import { writeWhole } from './write-whole.js';

/** Where the disk fails: after half of the bytes, when they are flushed, or nowhere. */
const disk = vi.hoisted(() => ({
  fails: undefined as undefined | 'write' | 'sync',
  code: 'ENOSPC',
}));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const full = () => Object.assign(new Error(`${disk.code}: write`), { code: disk.code });
  return {
    ...real,
    async open(path: string, flags: string) {
      const handle = await real.open(path, flags);
      if (flags !== 'wx' || disk.fails === undefined) return handle;
      return {
        async writeFile(content: string) {
          if (disk.fails === 'sync') return handle.writeFile(content);
          await handle.writeFile(content.slice(0, content.length / 2));
          throw full();
        },
        sync: () => Promise.reject(full()),
        close: () => handle.close(),
      };
    },
  };
});

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cede-full-'));
});
afterEach(async () => {
  Object.assign(disk, { fails: undefined, code: 'ENOSPC' });
  await rm(directory, { recursive: true });
});

const cells = [1, 2, 3].map((seed) => ({ kind: 'fit', spec: { seed } }));
const files = () => readdir(join(directory, 'cells'));

describe('a disk that is full', () => {
  test.each(['write', 'sync'] as const)(
    'at the %s: one sentence, and nothing half-written',
    async (fails) => {
      const ledger = await openLedger(directory);
      disk.fails = fails;
      const refused = await ledger.write(cells[0], { scores: [1, 2, 3] }).catch((error) => error);
      expect(refused).toBeInstanceOf(InputError);
      expect(refused.message).toBe(
        `ledger: can't write ${join(directory, 'cells', `${hashOf(cells[0])}.json`)} (the disk is full). Free some space and give the same command again: what is finished is kept.`,
      );
      expect(await files()).toEqual([]);
    },
  );

  test('stops a run, which goes on from there once there is space', async () => {
    const ledger = await openLedger(directory);
    const computed: number[] = [];
    const runner = inlineRunner({
      fit: ({ spec }) => {
        const { seed } = spec as { seed: number };
        computed.push(seed);
        if (seed === 2) disk.fails = 'write';
        return seed;
      },
    });
    await expect(runCells(cells, { runner, ledger })).rejects.toThrow(/the disk is full/);
    expect(computed).toEqual([1, 2]);
    expect(await files()).toEqual([`${hashOf(cells[0])}.json`]);
    disk.fails = undefined;
    computed.length = 0;
    const again = inlineRunner({
      fit: ({ spec }) => {
        computed.push((spec as { seed: number }).seed);
        return (spec as { seed: number }).seed;
      },
    });
    expect(await runCells(cells, { runner: again, ledger })).toEqual([1, 2, 3]);
    expect(computed).toEqual([2, 3]);
  });

  test('leaves the file that was there before', async () => {
    const ledger = await openLedger(directory);
    await ledger.write(cells[0], 'before');
    disk.fails = 'write';
    await expect(ledger.write(cells[0], 'after')).rejects.toThrow(InputError);
    expect(await ledger.read(cells[0])).toEqual({ result: 'before' });
    await expect(writeWhole(join(directory, 'plain.txt'), 'text')).rejects.toThrow(/ENOSPC/);
    expect(await readdir(directory)).toEqual(['cells']);
  });

  test('an error without a name in words is still a sentence', async () => {
    const ledger = await openLedger(directory);
    Object.assign(disk, { fails: 'write', code: 'EIO' });
    await expect(ledger.write(cells[0], 1)).rejects.toThrow(
      /^ledger: can't write .*json \(EIO\)\.$/,
    );
  });
});
