import { AUTO_MEMBERS, methodNamed } from '@cede/core';
import type { Cell } from '@cede/run';

/**
 * How much work things are, in fits of one network: roughly, and only for progress and for what is
 * begun first.
 */

/** A choice: 5 networks, then 2, then 1, each on five folds of 80 % of the rows, and closed forms. */
const CHOICE = (5 + 2 + 1 + 1) * 5 * 0.8;
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
    task?: { methods: readonly string[] };
    options: { members?: number };
  };
  const methods = task?.methods ?? [method!];
  return methods.reduce((sum, name) => sum + fitWork(name, rows, options.members), 0);
}
