import type { ProbabilityCalibration } from '../../probabilities/calibration.js';
import type { Expert, Table } from '../../table/table.js';
import type { Constraint } from '../../validate/constraint.js';

/**
 * After a hand-over the answer need not be the expert's alone: what the model knows is joined to it.
 * How depends on what the expert gives. Each way is one file in this folder, called as the expert's
 * kind is: what new answers need (`registry.ts`), and how it is learned (`learners.ts`, apart,
 * because whoever only decides never learns). An expert of another kind can't be joined.
 */
export interface Joining<L extends { readonly kind: string }> {
  readonly kind: L['kind'];
  /** What policy.json holds of it beside the calibration. */
  readonly fields: Readonly<Record<Exclude<keyof L, 'kind'>, Constraint>>;
  /** Whether what was learned is about so many classes. */
  fits(learned: L, classes: number): boolean;
  /** Turns the model's calibrated probabilities in `out` into those of both; they needn't sum to 1. */
  join(learned: L, classes: number): (out: Float64Array, answer: Said, offset: number) => void;
  /** The answer in a row of a table, as `join` takes it; undefined where the expert was not asked. */
  answerAt(expert: Expert, row: number, classes: number): Said | undefined;
  /** The same of what somebody said elsewhere; `refuse` says what is wrong with it. */
  checked(
    said: string | ArrayLike<number>,
    classes: readonly string[],
    refuse: (what: string) => never,
  ): Said;
  /** The answer in a cell of a file; undefined where the cell holds something else. */
  fromCell(value: unknown): string | number[] | undefined;
  /** Which part of an answer is joined, where a class was named and perhaps its probabilities; undefined where it is missing. */
  fromAnswer(
    name: string,
    probabilities: readonly number[] | undefined,
  ): string | readonly number[] | undefined;
}

/** What an expert answers: a class, or probabilities that begin at the same offset as the model's. */
export type Said = number | ArrayLike<number>;

/** Learns from rows where both have answered; key order is that of policy.json. */
export type JoiningLearner<L> = (
  table: Table,
  expert: Expert,
  /** The true class of each row, −1 where unknown. */
  label: Int32Array,
  /** How many rows each stands for; 0 where truth or answer is unknown. */
  weight: Float64Array,
) => { readonly calibration: ProbabilityCalibration } & L;
