import type { Cell } from '../cell/cell.js';

/** Where results are kept between runs. */
export interface Ledger {
  /** The result, wrapped so that it may be anything; undefined where it is missing or damaged. */
  read(cell: Cell): Promise<{ readonly result: unknown } | undefined>;
  /** Keeps a result whole or not at all. Writing the same cell again, from anywhere, is harmless. */
  write(cell: Cell, result: unknown): Promise<void>;
}
