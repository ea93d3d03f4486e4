import type { GroupReport } from '../groups/group-report.js';
import { bestValue, riskAt } from '../reject/risk.js';

/** Where nobody is asked: what is wrong among the answers that a group gets. */
export interface AnsweredGroup {
  readonly name: string;
  readonly rows: number;
  /** Share of its cases that are answered. */
  readonly answered: number;
  /** Where all are answered, and where only these are; 0 where none are. */
  readonly riskOfAll: number;
  readonly risk: number;
}

export function answeredGroups(
  { groups }: GroupReport,
  target: 'accuracy' | 'loss',
): AnsweredGroup[] {
  const best = bestValue(target);
  return groups.map(({ name, rows, rate, model, value }) => {
    const answered = 1 - rate;
    return {
      name,
      rows,
      answered,
      riskOfAll: riskAt(best, model, 1),
      risk: answered > 0 ? riskAt(best, value, answered) : 0,
    };
  });
}
