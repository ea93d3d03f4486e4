import { expect, it } from 'vitest';
import type { Cell } from '../cell/cell.js';
import type { Ledger } from '../ledger/ledger.js';
import { runCells } from './run-cells.js';
import type { Runner } from './runner.js';

/** Cells are computed at once and written when the disk is let go. */
function slowDisk(jobs: number) {
  const performed: number[] = [];
  const written: number[] = [];
  let letGo = () => {};
  const disk = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const runner: Runner = {
    jobs,
    async perform({ spec }) {
      performed.push((spec as { k: number }).k);
      return 0;
    },
    async close() {},
  };
  const ledger: Ledger = {
    read: async () => undefined,
    async write({ spec }) {
      await disk;
      written.push((spec as { k: number }).k);
    },
  };
  return { performed, written, letGo, options: { runner, ledger } };
}

const cells: Cell[] = [0, 1, 2, 3, 4, 5].map((k) => ({ kind: 'any', spec: { k } }));
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 30));

it('computes on while results are written, up to as many as there are hands', async () => {
  const { performed, written, letGo, options } = slowDisk(2);
  const all = runCells(cells, options);
  await aWhile();
  expect([performed, written]).toEqual([[0, 1, 2, 3], []]);
  letGo();
  await all;
  expect(written.sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

it('with one hand writes first: whoever computes here could not write meanwhile', async () => {
  const { performed, letGo, options } = slowDisk(1);
  const all = runCells(cells, options);
  await aWhile();
  expect(performed).toEqual([0]);
  letGo();
  await all;
  expect(performed).toEqual([0, 1, 2, 3, 4, 5]);
});
