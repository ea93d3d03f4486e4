import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../cell/cell.js';
import type { Ledger } from '../ledger/ledger.js';
import { cellText, readCellText } from './cell-file.js';
import { ledgerRefusal } from './refusal.js';
import { removeAbandoned, writeWhole } from './write-whole.js';

/** How a ledger on disk behaves. */
export interface DiskLedgerOptions {
  /** Told of a file that can't be trusted; its cell will be computed again. */
  readonly onDamaged?: (file: string, reason: string) => void;
}

/** A ledger in DIRECTORY/cells, one file a cell. Several processes may share it. */
export async function openLedger(
  directory: string,
  { onDamaged }: DiskLedgerOptions = {},
): Promise<Ledger> {
  const cells = join(directory, 'cells');
  try {
    await mkdir(cells, { recursive: true });
    await removeAbandoned(cells);
  } catch (error) {
    throw ledgerRefusal('open', cells, error);
  }
  const fileOf = (hash: string) => join(cells, `${hash}.json`);
  return {
    async read(cell) {
      const file = fileOf(hashOf(cell));
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw ledgerRefusal('read', file, error);
      }
      const found = readCellText(cell, text);
      if ('result' in found) return found;
      onDamaged?.(file, found.damage);
      return undefined;
    },
    async write(cell, result) {
      const file = fileOf(hashOf(cell));
      const text = cellText(cell, result);
      await writeWhole(file, text).catch((error) => {
        throw ledgerRefusal('write', file, error);
      });
    },
  };
}
