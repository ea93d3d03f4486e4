/**
 * After a hand-over the answer need not be the expert's alone: what the model knows is joined to it.
 * joining/ has a file for each kind of expert that this works with.
 */
import { InputError, insist } from '../error.js';
import { calibrateRow, type ProbabilityCalibration } from '../probabilities/calibration.js';
import { truthOf } from '../probabilities/cross-fit.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { observedWeights } from '../table/observed.js';
import { expertAt } from '../table/outcomes.js';
import type { Expert, Table } from '../table/table.js';
import type { Said } from './joining/contract.js';
import { LEARNERS } from './joining/learners.js';
import { isJoined, joiningOf, type Learned } from './joining/registry.js';

/** All that joining the answers of new rows needs. */
export type Combination = {
  /** Whose answers are joined with the model's. */
  readonly expert: string;
  readonly calibration: ProbabilityCalibration;
} & Learned;

/** Why this expert's answers can't be joined with the model's: a refusal to throw, or null. */
export function whyNotCombined(table: Table, expert: number): InputError | null {
  const { kind, name } = expertAt(table, expert);
  if (!table.model || (!table.label && !table.labelVotes))
    return new InputError(
      'combine: joining answers needs class probabilities of the model and labels.',
      'combine-unsuited',
    );
  if (isJoined(kind)) return null;
  return new InputError(
    `combine: ${name} gives ${expertKind({ kind }).description}, and only one label per case or class probabilities can be joined with the model's.`,
    'combine-unsuited',
    { expert: name, kind },
  );
}

/** Learns from rows where both have answered. */
export function fitCombination(table: Table, index: number): Combination {
  const reason = whyNotCombined(table, index);
  const expert = expertAt(table, index);
  if (reason || !isJoined(expert.kind)) throw reason;
  const label = truthOf(table);
  const weight = rowWeights(table, expert, label);
  return { expert: expert.name, ...LEARNERS[expert.kind](table, expert, label, weight) };
}

/** 0 where truth or answer is unknown; else as many rows as this one stands for. */
function rowWeights(table: Table, expert: Expert, label: Int32Array): Float64Array {
  const { answered } = expertKind(expert);
  const width = table.classes.length;
  const presence = Float32Array.from(label, (truth, i) =>
    truth >= 0 && answered(expert, i, width) ? 1 : Number.NaN,
  );
  const observed = observedWeights(table, expert, presence);
  return Float64Array.from(presence, (is, i) =>
    Number.isNaN(is) ? 0 : (observed ? observed[i] : 1) * (table.weight ? table.weight[i] : 1),
  );
}

/** What is known of a case once the expert has answered: probabilities of all classes, into `out`. */
export type Combiner = (
  model: ArrayLike<number>,
  offset: number,
  /** A class, or the expert's probabilities at the same offset. */
  answer: Said,
  out: Float64Array,
) => void;

/** Makes a combiner; call it once and combine often. */
export function createCombiner(combination: Combination): Combiner {
  const { calibration } = combination;
  const classes = calibration.biases.length;
  const { fits, join } = joiningOf(combination);
  insist(
    fits(combination, classes),
    () => `combine: what was learned is about another number of classes than ${classes}.`,
  );
  const joined = join(combination, classes);
  return (model, offset, answer, out) => {
    calibrateRow(calibration, model, offset, out);
    joined(out, answer, offset);
    normalise(out, classes);
  };
}

function normalise(values: Float64Array, classes: number): void {
  let sum = 0;
  for (let c = 0; c < classes; c++) sum += values[c];
  for (let c = 0; c < classes; c++) values[c] /= sum;
}
