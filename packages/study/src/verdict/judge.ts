import {
  type AnswersMode,
  answeredOutOfFold,
  type FitOptions,
  foldRows,
  InputError,
  type Keys,
  methodNamed,
  outcomesOf,
  placesOutOfFold,
  refuseUnknown,
  sampleRows,
  shapedName,
  type Table,
  type Verdict as VerdictOnScores,
  verdictOf,
} from '@cede/core';
import { within } from '../ask/fit-options.js';
import { type FormerTrainingAsk, trainingOf } from '../ask/training.js';
import { foldCell } from '../folds/cells.js';
import { openFolds } from '../folds/fold-scores.js';
import type { Run } from '../run/run.js';
import { type AnyTable, hashedTable } from '../table/named-table.js';
import { usualMethod } from '../table/usual-method.js';
import { type OverExpert, overExpertAt } from './over-expert.js';

/** Whether handing cases over is worth it, and where the scores come from that say so. */
export interface Verdict extends VerdictOnScores {
  readonly method: string;
  readonly folds: number;
  /** Where scorers are fitted on earlier rows only: how many rows have nothing before them. */
  readonly earliest?: number;
  /** Where the expert answered only a part: how many rows were scored, answered or not. */
  readonly scored?: number;
  /** Then: whether the answered rows are weighted by how likely each was to be asked. */
  readonly byPropensity?: true;
  /** Where the expert's answers have a price: every rate beside asking about every case. */
  readonly overExpert?: readonly OverExpert[];
  /** Rows of the table, where the verdict is about a sample of them. */
  readonly sampledFrom?: number;
  /** How the model answers, where not with its most probable class: its accuracy is that of these answers. */
  readonly answers?: Exclude<AnswersMode, 'argmax'>;
}

/** What a verdict is asked about a table. */
export interface JudgeAsk extends FormerTrainingAsk {
  /** The method to judge; `auto` where left out. */
  readonly method?: string;
  /** The smallest gain that matters, as a share of all cases. */
  readonly smallestGain?: number;
  readonly confidence?: number;
}

const ASK: Keys<JudgeAsk> = {
  ...{ method: true, training: true, options: true, expert: true, smallestGain: true },
  ...{ confidence: true },
};

/** The smallest gain that counts as worth it where nothing is said. */
export const SMALLEST_GAIN = 0.005;
/** The confidence of a verdict where nothing is said. */
export const VERDICT_CONFIDENCE = 0.95;
export const FOLDS = 5;
/** Past this, more rows change no verdict but cost minutes. */
const MOST_ROWS = 200_000;
/** A fold of less than this says nothing. */
const FEWEST_UNITS = 4 * FOLDS;

/** The method by its name, with the shape that was asked for. */
const methodAsked = (table: Table, method: string | undefined, options: FitOptions): string =>
  shapedName(method ?? usualMethod(table, options.expert), options.scorer);

/** Why there can be no verdict on this table: a refusal to throw or to show, or null. */
export function noVerdict(table: Table, ask: JudgeAsk): InputError | null {
  const options = trainingOf('judge', table, ask);
  const method = methodNamed(methodAsked(table, ask.method, options));
  if (!method.deployable)
    return new InputError(
      `verdict: ${method.name} sees what a policy can't see. Ask about a method that can decide.`,
      'method-unusable',
    );
  if (outcomesOf(table, options.expert).target !== 'accuracy')
    return new InputError(
      'verdict: the table has losses, and a verdict is about right and wrong answers.',
      'verdict-unsuited',
    );
  const units = new Set(table.cluster?.index).size || table.rows;
  if (units < FEWEST_UNITS)
    return new InputError(
      `verdict: ${units} ${table.cluster ? 'clusters' : 'rows'} are too few to score any out of fold (expected at least ${FEWEST_UNITS}).`,
      'no-rows',
    );
  return method.whyUnusable(table, options.expert ?? 0);
}

/**
 * Every row is scored by a scorer that was fitted without its fold. With `auto` the choice is made
 * again inside each fold, so that choosing can't flatter the verdict.
 */
export async function judge(given: AnyTable, ask: JudgeAsk, run: Run): Promise<Verdict> {
  refuseUnknown('judge', ask, Object.keys(ASK), within('training'));
  const { table: whole, hash } = hashedTable(given);
  const reason = noVerdict(whole, ask);
  if (reason !== null) throw reason;
  const options = trainingOf('judge', whole, ask);
  const { smallestGain = SMALLEST_GAIN, confidence = VERDICT_CONFIDENCE } = ask;
  const method = methodAsked(whole, ask.method, options);
  const seed = options.seed ?? 0;
  const table = sampleRows(whole, MOST_ROWS, seed);
  const folds = foldRows(table, { expert: options.expert, folds: FOLDS, seed });
  const cells = folds.map((_, fold) =>
    foldCell({ table: hash, method, folds: FOLDS, fold, options }),
  );
  const opened = openFolds(table, hash, run, cells.length);
  let scores: Float32Array[];
  try {
    scores = await opened.scores(cells, (done) =>
      run.onProgress?.({ step: 'cross-validation', done }),
    );
  } finally {
    await opened.close();
  }
  const places = placesOutOfFold(table, folds, scores);
  const answered = answeredOutOfFold(table, folds, options);
  if (!places)
    throw new InputError(
      `verdict: ${method} can't be fitted on every fold, some lack an answer of the expert or a row that tells model and expert apart. Give more rows.`,
      'no-rows',
      { method },
    );
  const verdict = verdictOf(answered, places, {
    ...{ expert: options.expert, method, folds, errorCost: options.errorCost },
    ...{ worth: smallestGain, confidence, seed },
  });
  const overExpert = overExpertAt(table, places, options.expert);
  const scored = folds.reduce((sum, { test }) => sum + test.length, 0);
  const earliest = table.rows - scored;
  const byPropensity = table.experts[options.expert ?? 0].propensity !== undefined;
  return {
    ...verdict,
    method,
    folds: folds.length,
    ...(overExpert && { overExpert }),
    ...(earliest > 0 && { earliest }),
    ...(verdict.rows < scored && { scored, ...(byPropensity && { byPropensity }) }),
    ...(table.rows < whole.rows && { sampledFrom: whole.rows }),
    ...(options.answers && options.answers !== 'argmax' && { answers: options.answers }),
  };
}
