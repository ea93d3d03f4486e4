import {
  createDecider,
  type Decision,
  type FeatureValue,
  type Policy,
  storeThreshold,
} from '@cede/core';

/** Rows with values far outside what was fitted, and in how many rows each column had them. */
export interface UnusualRows {
  readonly rows: number;
  readonly columns: Readonly<Record<string, number>>;
}

/** Decisions as lines of JSON, one for each case. */
export interface DecisionLines {
  /** `said` is the expert's answer, where the row has come back with it. */
  line(
    model: ArrayLike<number>,
    features: ArrayLike<FeatureValue>,
    id: string | undefined,
    group: string | undefined,
    said?: string | ArrayLike<number>,
  ): string;
  /** What was seen up to now: a scorer that extrapolates may be wrong for sure. */
  unusual(): UnusualRows;
}

/** Decides cases one by one, and counts what is unusual among them. */
export function decisionLines(policy: Policy): DecisionLines {
  const decider = createDecider(policy);
  const decision: Decision = { route: '', defer: false, score: 0, threshold: 0, margin: 0 };
  const columns = new Map<string, number>();
  let rows = 0;
  return {
    line(model, features, id, group, said) {
      decider.decide(model, features, decision, group);
      const { unusual } = decision;
      if (unusual) rows++;
      for (const name of unusual ?? []) columns.set(name, (columns.get(name) ?? 0) + 1);
      return JSON.stringify({
        ...(id !== undefined && { id }),
        ...decision,
        threshold: storeThreshold(decision.threshold),
        margin: storeThreshold(decision.margin),
        ...(said !== undefined && decider.combine && { combine: decider.combine(model, said) }),
      });
    },
    unusual: () => ({ rows, columns: Object.fromEntries(columns) }),
  };
}
