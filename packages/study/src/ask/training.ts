import { expertIndex, type FitOptions, InputError, type Table } from '@cede/core';
import { checkFitOptions } from './fit-options.js';

/** What every question takes that fits something. */
export interface TrainingAsk {
  /** Random seed, epochs and the like. */
  readonly training?: FitOptions;
  /** Which of the table's experts, by name or by place from 0; the first unless told. */
  readonly expert?: number | string;
}

/** The same under its former name. */
export interface FormerTrainingAsk extends TrainingAsk {
  /** @deprecated Give it as `training`. */
  readonly options?: FitOptions;
}

/** The options of the fits, checked, with the expert in its place; `what` is whose they are. */
export function trainingOf(what: string, table: Table, ask: FormerTrainingAsk): FitOptions {
  const { training, options, expert } = ask;
  if (training && options)
    throw new InputError(
      `${what}: options is the former name of training, and both were given. Leave options out.`,
      'invalid-value',
      { path: 'options' },
    );
  const given = training ?? options ?? {};
  checkFitOptions(`${what}, ${training || !options ? 'training' : 'options'}`, given);
  if (expert === undefined) return given;
  const index = expertIndex(table, expert);
  return index === (given.expert ?? 0) ? given : { ...given, expert: index };
}
