import type { AnswersMode, Policy } from '@cede/core';
import type { TableIssue } from '@cede/data';
import type { IdleTraining } from './ask/idle-training.js';
import type { Combined } from './experts/combined.js';
import type { EstimatedPropensity } from './experts/propensities.js';

/**
 * What a person should know beside the numbers of a document: a code and the facts, no sentence.
 * The words are in @cede/report/words.
 */
export type Note =
  /** Something the check of the table found. */
  | { readonly code: 'table-issue'; readonly issue: TableIssue }
  /** The table holds rows that the policy was fitted on: this share of them. */
  | { readonly code: 'fitting-rows'; readonly table: string; readonly share: number }
  /** Whether it holds such rows can't be told: they repeat, or columns are missing. */
  | { readonly code: 'fitting-rows-untold'; readonly table: string }
  /** The table has certified this policy before. */
  | { readonly code: 'certified-before'; readonly table: string }
  | ({ readonly code: 'propensity-estimated'; readonly table: string } & EstimatedPropensity)
  /** The method learned from a cost matrix that these rows come without. */
  | { readonly code: 'cost-matrix-absent'; readonly method: string }
  /** The model's answers go by prices of errors, and nothing here says what errors cost. */
  | { readonly code: 'errors-unpriced' }
  /** A matrix was given, and the method counts right and wrong. */
  | { readonly code: 'cost-matrix-unused'; readonly method: string; readonly learns: string }
  /** An option of training that the method doesn't listen to. */
  | ({ readonly code: 'option-idle' } & IdleTraining)
  /** The model's answers are not its most probable classes. */
  | { readonly code: 'answers'; readonly by: Exclude<AnswersMode, 'argmax'> }
  /** After a hand-over model and expert answer together. */
  | { readonly code: 'answers-joined'; readonly expert: string }
  /** Joining answers was asked for: whether it was kept, and what it gains out of fold. */
  | ({ readonly code: 'combined' } & Combined)
  /** Every calibration row has the same score. */
  | { readonly code: 'constant-score'; readonly method: string; readonly trained: boolean };

/** The warnings among a table's issues, as notes. */
export const issueNotes = (issues: readonly TableIssue[]): Note[] =>
  issues
    .filter(({ severity }) => severity === 'warning')
    .map((issue) => ({ code: 'table-issue', issue }));

/** How a policy answers, where not as everybody expects. */
export function answersNotes({ answers }: Pick<Policy, 'answers'>): Note[] {
  return [
    ...(answers && answers.by !== 'argmax' ? [{ code: 'answers', by: answers.by } as const] : []),
    ...(answers?.combine
      ? [{ code: 'answers-joined', expert: answers.combine.expert } as const]
      : []),
  ];
}
