import { type Cell, hashOf } from '../cell/cell.js';
import type { Ledger } from '../ledger/ledger.js';

/** What the ledger already has, and what is left to do, every cell after those it needs. */
export interface Plan {
  readonly found: Map<string, unknown>;
  readonly missing: readonly Cell[];
}

/** Looks only as deep as it must: where a result is there, nobody asks for what it needed. */
export async function planRun(cells: readonly Cell[], ledger: Ledger): Promise<Plan> {
  const found = new Map<string, unknown>();
  const missing = new Map<string, Cell>();
  const visit = async (cell: Cell): Promise<void> => {
    const hash = hashOf(cell);
    if (found.has(hash) || missing.has(hash)) return;
    const kept = await ledger.read(cell);
    if (kept) {
      found.set(hash, kept.result);
      return;
    }
    for (const need of Object.values(cell.needs ?? {})) await visit(need);
    missing.set(hash, cell);
  };
  for (const cell of cells) await visit(cell);
  return { found, missing: [...missing.values()] };
}
