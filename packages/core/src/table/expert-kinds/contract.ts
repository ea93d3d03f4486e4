import type { LossSample } from '../../loss/loss-sample.js';
import type { ExpertAnswers, Table } from '../table.js';

/**
 * An expert's side of a table comes in several forms: probabilities, one label a row, votes, losses,
 * right or wrong, and nobody at all (cases that are turned away). Each is one file in this folder
 * that keeps this contract, and `registry.ts` finds it: `expertKind(expert)`. Whoever needs to know
 * something of an expert asks its kind here; nobody else branches on `expert.kind`.
 *
 * Rejection is the kind `nobody`, not a special case. So, in place of a flag or a name that is
 * compared with `REJECT`:
 * - `expertFor(policy, table)` is the expert a policy hands over to in this table, NOBODY where it
 *   turns cases away; `outcomesOf`, `observedValues` and `costOutcomes` take it as it is;
 * - `expertKind(expert).answers` is false where there is nobody to ask: no costs of answers, no
 *   accuracy or propensity to show, and "turned away" instead of "handed over";
 * - `method.whyUnusable(table, expert)` refuses methods that need somebody, so that no list of
 *   methods "without an expert" is kept elsewhere;
 * - `description` is how the kind is called before people.
 */
export interface ExpertKind<E extends ExpertAnswers = ExpertAnswers> {
  readonly kind: E['kind'];
  /** For people: "class probabilities", "one label per case". */
  readonly description: string;
  /** Whether somebody answers; false for nobody. */
  readonly answers: boolean;
  /** Whether telling right from wrong needs a label (or votes) in the table. */
  readonly needsTruth: boolean;
  /** Votes are one person drawn from them: judged by the label even where the truth is votes too. */
  readonly isDrawnFromVotes?: true;
  /** The columns that hold it in a file: how their names end, and what a row of them is. */
  readonly column?: {
    readonly ending: 'p' | 'votes_' | 'label' | 'loss' | 'correct';
    readonly holds: 'number' | 'class' | 'number per class';
  };
  /** What a row is worth with this expert: right or wrong, or minus a loss. */
  target(table: Table): 'accuracy' | 'loss';
  /** The method to take where none is named. */
  defaultMethod(table: Table): string;
  /** Why a loss can't be measured on such answers, as the end of a sentence; null if it can. */
  whyLossUnsuited(loss: string): string | null;
  /** Refuses arrays of the wrong length and values out of range. `what` begins the sentence. */
  validate(expert: E, rows: number, classes: number, what: string): void;
  take(expert: E, rows: RowTaker): E;
  /** The numbers themselves, in the table's order; undefined where there are none. */
  values(expert: E): Float32Array | Int32Array | undefined;
  /** Whether there is an answer in this row. */
  answered(expert: E, row: number, classes: number): boolean;
  /**
   * The class it answers with in every row, −1 where it was not asked; undefined where it names none.
   * `pick` takes the most probable ones.
   */
  classAnswers(
    expert: E,
    pick: (probabilities: Float32Array) => Int32Array,
  ): Int32Array | undefined;
  /** Whether its answers may all be among these votes; absent where they are no votes. */
  isAmong?(expert: E, votes: Float32Array, classes: number): boolean;
  /** Probabilities, where the expert gives them. */
  probabilities(expert: E): Float32Array | undefined;
  /** 1 right, 0 wrong, in between for votes; NaN where the expert was not asked. */
  right(table: Table, expert: E & Named): Float32Array;
  /** Losses of the named loss, NaN where the expert was not asked. */
  losses(table: Table, expert: E & Named, loss: string, q?: number): LossSample;
}

export interface Named {
  readonly name: string;
}

/** Takes rows out of columns; `each` numbers a row. */
export interface RowTaker {
  readonly rows: number;
  readonly classes: number;
  floats(values: Float32Array, each?: number): Float32Array;
  integers(values: Int32Array): Int32Array;
}
