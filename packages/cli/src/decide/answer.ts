import { once } from 'node:events';
import {
  count,
  createDecider,
  type Decision,
  type FeatureValue,
  type Policy,
  storeThreshold,
} from '@cede/core';
import { print } from '../terminal/print.js';
import type { DecideFlags } from './flags.js';

/** A line of JSON for one case, and how many had values far outside what was fitted. */
export function answerer(policy: Policy) {
  const decider = createDecider(policy);
  const decision: Decision = { route: '', defer: false, score: 0, threshold: 0, margin: 0 };
  const columns = new Map<string, number>();
  let rows = 0;
  return {
    answer(
      model: ArrayLike<number>,
      features: ArrayLike<FeatureValue>,
      id: string | undefined,
      group: string | undefined,
      /** The expert's answer, where the row has come back with it. */
      said?: string | ArrayLike<number>,
    ): string {
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
    /** Says so on stderr at the end: a scorer that extrapolates may be wrong for sure. */
    warnOfUnusual(name: string, { quiet }: DecideFlags): void {
      if (rows === 0 || quiet) return;
      const seen = policy.scorer.features.columns.filter(({ name }) => columns.has(name));
      const kinds = [
        ...(seen.some(({ levels }) => !levels) ? ['more than 3 deviations beyond the range'] : []),
        ...(seen.some(({ levels }) => levels) ? ['a level that no fitting row had'] : []),
      ].join(', or ');
      const which = [...columns].map(([column, times]) => `${column}: ${count(times)}`).join(', ');
      process.stderr.write(
        `cede: ${name}: ${count(rows)} ${rows === 1 ? 'row has a value' : 'rows have values'} unlike those fitted: ${kinds} (${which}); see "unusual" in the output.\n`,
      );
    },
  };
}

/** Back-pressure: wait until the reader has taken what it was given. */
export async function emit(lines: readonly string[], flags: DecideFlags): Promise<void> {
  if (lines.length === 0 || flags.quiet) return;
  if (!print(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
}
