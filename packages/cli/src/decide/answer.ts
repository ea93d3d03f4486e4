import { once } from 'node:events';
import { createDecider, type Decision, type Policy, storeThreshold } from '@cede/core';
import { print } from '../terminal/print.js';
import type { DecideFlags } from './flags.js';

/** A line of JSON for one case. */
export function answerer(policy: Policy) {
  const decider = createDecider(policy);
  const decision: Decision = { route: '', defer: false, score: 0, threshold: 0, margin: 0 };
  return (
    model: ArrayLike<number>,
    columns: ArrayLike<number>,
    id: string | undefined,
    group: string | undefined,
  ) => {
    decider.decide(model, columns, decision, group);
    return JSON.stringify({
      ...(id !== undefined && { id }),
      ...decision,
      threshold: storeThreshold(decision.threshold),
      margin: storeThreshold(decision.margin),
    });
  };
}

/** Back-pressure: wait until the reader has taken what it was given. */
export async function emit(lines: readonly string[], flags: DecideFlags): Promise<void> {
  if (lines.length === 0 || flags.quiet) return;
  if (!print(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
}
