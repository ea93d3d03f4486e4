import type { InputError } from '../error.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { expertAt } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { unusable, withoutExpert } from './refuse.js';

/** What each row weighs for "right" and for "wrong", where one of the two heads is fitted. */
export function headWeights(
  table: Table,
  right: Float32Array,
  observed?: Float64Array,
): { plus: Float32Array; minus: Float32Array } {
  const plus = new Float32Array(table.rows);
  const minus = new Float32Array(table.rows);
  for (let i = 0; i < table.rows; i++) {
    const weight = (table.weight ? table.weight[i] : 1) * (observed ? observed[i] : 1);
    if (weight === 0) continue;
    plus[i] = weight * right[i];
    minus[i] = weight * (1 - right[i]);
  }
  return { plus, minus };
}

/** Chances of being right need answers that are right or wrong. */
export function whyNoChances(name: string, table: Table, expert: number): InputError | null {
  const nobody = withoutExpert(name, table, expert);
  if (nobody) return nobody;
  if (expertKind(expertAt(table, expert)).target(table) === 'loss')
    return unusable(
      name,
      'needs answers that are right or wrong, the table has only losses. Use ridge or drcpe-given.',
    );
  return null;
}
