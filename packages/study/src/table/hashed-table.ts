import type { Table } from '@cede/core';

/** A table and the hash by which cells name it. */
export interface HashedTable {
  readonly table: Table;
  readonly hash: string;
  /** What documents call it. */
  readonly name?: string;
}
