import { expertKind } from '../table/expert-kinds/registry.js';
import type { Expert, Table } from '../table/table.js';
import type { LargestSeen } from './policy.js';

/** The largest weight, cost of answers and loss among rows that will not certify anything. */
export function largestSeen(tables: readonly Table[], expert: number): LargestSeen | undefined {
  let found: { weight?: number; answers?: number; loss?: number } = {};
  const raise = (key: keyof LargestSeen, value: number) => {
    if (value > (found[key] ?? 0)) found = { ...found, [key]: value };
  };
  for (const table of tables) {
    const asked = table.experts[expert];
    const lost = asked && lossesGiven(table, asked);
    for (let i = 0; i < table.rows; i++) {
      if (table.weight) raise('weight', table.weight[i]);
      if (table.modelCost || asked?.cost)
        raise('answers', (table.modelCost?.[i] ?? 0) + (asked?.cost?.[i] || 0));
      if (table.modelLoss) raise('loss', table.modelLoss[i]);
      if (lost) raise('loss', lost[i]);
    }
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** What each answer of the expert lost, where that is what the table holds. */
function lossesGiven(table: Table, expert: Expert): ArrayLike<number> | undefined {
  const { target, values } = expertKind(expert);
  return target(table) === 'loss' ? values(expert) : undefined;
}
