import type { Table } from '../table/table.js';
import type { LargestSeen } from './policy.js';

/** The largest weight, cost of answers and loss among rows that will not certify anything. */
export function largestSeen(tables: readonly Table[], expert: number): LargestSeen | undefined {
  let found: { weight?: number; answers?: number; loss?: number } = {};
  const raise = (key: keyof LargestSeen, value: number) => {
    if (value > (found[key] ?? 0)) found = { ...found, [key]: value };
  };
  for (const table of tables) {
    const asked = table.experts[expert];
    for (let i = 0; i < table.rows; i++) {
      if (table.weight) raise('weight', table.weight[i]);
      if (table.modelCost || asked?.cost)
        raise('answers', (table.modelCost?.[i] ?? 0) + (asked?.cost?.[i] || 0));
      if (table.modelLoss) raise('loss', table.modelLoss[i]);
      if (asked?.kind === 'losses') raise('loss', asked.losses[i]);
    }
  }
  return Object.keys(found).length > 0 ? found : undefined;
}
