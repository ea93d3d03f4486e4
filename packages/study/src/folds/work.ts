import { AUTO_MEMBERS, methodNamed } from '@cede/core';
import type { Cell } from '@cede/run';

/**
 * How much work things are, in fits of one network: roughly, and only for progress and for what is
 * begun first.
 */

/** A choice: 8 networks, then 4, then 2, each on five folds of 80 % of the rows. */
const CHOICE = (8 + 4 + 2) * 5 * 0.8;
/** It looks at no more rows than this. */
const CHOICE_ROWS = 20_000;
/** What trains no network takes no time to speak of. */
const UNTRAINED = 0.05;

/** One method fitted once on so many rows. */
export function fitWork(method: string, rows: number, members?: number): number {
  if (method === 'auto') return choiceWork(rows) + (members ?? AUTO_MEMBERS);
  return methodNamed(method).seeded ? (members ?? 1) : UNTRAINED;
}

export const choiceWork = (rows: number): number => CHOICE * Math.min(1, CHOICE_ROWS / rows);

/** The cells of folds and of comparisons; `rows` are those of the fitting table. */
export function cellWork({ spec }: Cell, rows: number): number {
  const { method, task, options } = spec as unknown as {
    method?: string;
    task?: { method: string };
    options: { members?: number };
  };
  return fitWork((method ?? task?.method)!, rows, options.members);
}
