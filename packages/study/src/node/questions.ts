import type { Choice, FitOptions } from '@cede/core';
import type {
  AnyTable,
  CompareAsk,
  Comparison,
  FitAsk,
  Fitting,
  JudgeAsk,
  TrainingAsk,
  Verdict,
} from '../index.js';
import * as study from '../index.js';
import { type RunOptions, runOf } from './run-options.js';

// The study's questions, computed by worker threads of this process unless told otherwise.

/** Whether handing cases over is worth it, from scores that every row got without being fitted on. */
export const judge = async (
  table: AnyTable,
  ask: JudgeAsk = {},
  options: RunOptions = {},
): Promise<Verdict> => study.judge(study.namedTable(table), ask, runOf(options));

/** Which method fits a table best, by cross-validation: what `auto` does. */
export function choose(table: AnyTable, ask?: TrainingAsk, options?: RunOptions): Promise<Choice>;
/** @deprecated Give the options as `training`. */
export function choose(table: AnyTable, ask: FitOptions, options?: RunOptions): Promise<Choice>;
export async function choose(
  table: AnyTable,
  ask: TrainingAsk | FitOptions = {},
  options: RunOptions = {},
): Promise<Choice> {
  return study.choose(study.namedTable(table), ask as TrainingAsk, runOf(options));
}

/** Learns when to hand over, from a table of past predictions; chooses the method unless told. */
export const fit = async (
  table: AnyTable,
  ask: FitAsk = {},
  options: RunOptions = {},
): Promise<Fitting> => study.fit(table, ask, runOf(options));

/** Methods × random seeds, fitted on one table and measured on another. */
export const compare = async (
  tables: { readonly fit: AnyTable; readonly test: AnyTable },
  ask: CompareAsk = {},
  options: RunOptions = {},
): Promise<Comparison> => {
  const fitted = study.namedTable(tables.fit, 'fit');
  const test = study.namedTable(tables.test, 'test');
  return study.compare({ fit: fitted, test }, ask, runOf(options));
};
