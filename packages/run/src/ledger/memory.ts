import { hashOf } from '../cell/cell.js';
import { cellText, readCellText } from './cell-file.js';
import type { Ledger } from './ledger.js';

/** A ledger that is forgotten with the process. It keeps texts, so that results can't be changed in it. */
export function memoryLedger(): Ledger {
  const texts = new Map<string, string>();
  return {
    async read(cell) {
      const text = texts.get(hashOf(cell));
      if (text === undefined) return undefined;
      const found = readCellText(cell, text);
      return 'result' in found ? found : undefined;
    },
    async write(cell, result) {
      texts.set(hashOf(cell), cellText(cell, result));
    },
  };
}
