import { createDecider, type Policy } from '@cede/core';

/** Rows as an engine gives them back, in the order of their ids. */
export interface Decided {
  readonly score: number | null;
  readonly defer: boolean | null;
  readonly route: string | null;
}

export interface Case {
  readonly probabilities: readonly number[];
  readonly columns: readonly number[];
  readonly group?: string;
}

export interface Agreement {
  /** Largest |difference| / (1e-5 · max(1, |score|)): at most 1 is what we promise. */
  readonly worst: number;
  /** Rows whose decision differs though the score is further from the threshold than that. */
  readonly wrong: number;
  readonly deferred: number;
}

/** What an engine decided against what core decides of the same rows. */
export function agreement(
  policy: Policy,
  cases: readonly Case[],
  decided: readonly Decided[],
): Agreement {
  const { decide } = createDecider(policy);
  let [worst, wrong, deferred] = [0, 0, 0];
  cases.forEach(({ probabilities, columns, group }, i) => {
    const ours = decide(probabilities, columns, undefined, group);
    const theirs = decided[i];
    const margin = 1e-5 * Math.max(1, Math.abs(ours.score));
    const gap =
      theirs.score === null
        ? Number.POSITIVE_INFINITY
        : Math.abs(theirs.score - ours.score) / margin;
    if (!(gap <= worst)) worst = gap;
    if (ours.defer) deferred++;
    const same = theirs.defer === ours.defer && theirs.route === ours.route;
    if (!same && Math.abs(ours.margin) > margin) wrong++;
  });
  return { worst, wrong, deferred };
}
