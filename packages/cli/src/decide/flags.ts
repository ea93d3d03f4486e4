import type { TableFlags } from '../options/table.js';

export interface DecideFlags extends TableFlags {
  strict?: boolean;
  top?: number;
  json?: boolean;
  quiet?: boolean;
}
