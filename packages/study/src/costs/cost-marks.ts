import {
  type CaseCosts,
  type GainRows,
  type Mark,
  markedFamilies,
  type PairedMark,
  pairedMarks,
  type Table,
} from '@cede/core';
import { CONFIDENCE } from '../curves/bands.js';
import type { MethodScores } from '../scores/method-scores.js';

/** How methods stand beside each other in what cases cost: paired over rows, as accuracies are marked. */
export interface CostMarks {
  /** One mark a rate. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  /** A method that costs less than the headline's at its rate for sure; the cheapest of those. */
  readonly ahead?: string;
}

export function costMarks(
  methods: readonly MethodScores[],
  { weight, cluster }: Table,
  { kept, handed, largest }: CaseCosts,
  {
    rates,
    rate,
    chosen,
    familyOf = (name) => name,
  }: {
    readonly rates: readonly number[];
    readonly rate: number;
    readonly chosen: string;
    readonly familyOf?: (name: string) => string;
  },
): CostMarks {
  const named = methods
    .filter(({ name }) => name !== 'random' && name !== 'oracle')
    .map(({ name, scores }) => ({ name, scores, family: familyOf(name) }));
  const families = markedFamilies(named);
  const marked = named.map((method) => ({ ...method, family: families.get(method.name)! }));
  // Less is better: minus what a case costs.
  const rows: GainRows = {
    modelValue: kept.map((cost) => 0 - cost),
    expertValue: handed.map((cost) => 0 - cost),
    weight,
    clusters: cluster?.index,
    range: largest || 1,
  };
  const columns = rates.map((each) => pairedMarks(rows, marked, each, CONFIDENCE));
  const cheaper = cheapest(pairedMarks(rows, marked, rate, CONFIDENCE), chosen);
  return {
    marks: new Map(
      named.map(({ name }) => [
        name,
        columns.map((column) => column.find((found) => found.name === name)!.mark),
      ]),
    ),
    ...(cheaper !== undefined && { ahead: cheaper }),
  };
}

/** The best method, where the headline's is behind it for sure. */
function cheapest(found: readonly PairedMark[], chosen: string): string | undefined {
  const own = found.find(({ name }) => name === chosen)!;
  if (own.behindBest <= 0 || own.pValue > 1 - CONFIDENCE) return undefined;
  return found.find(({ behindBest }) => behindBest === 0)!.name;
}
