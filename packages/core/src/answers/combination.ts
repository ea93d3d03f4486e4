/**
 * After a hand-over the answer need not be the expert's alone: what the model knows is joined to it.
 * An expert who gives one label e: the class y with the largest q_y · P(expert says e | truth y), q
 * the model's calibrated probabilities. An expert with probabilities e: the largest q_y^a · e_y^b.
 */
import { InputError } from '../error.js';
import { exp } from '../math/exp.js';
import { calibrateRow, logOf, type ProbabilityCalibration } from '../probabilities/calibration.js';
import { crossFitCalibration, truthOf } from '../probabilities/cross-fit.js';
import { fitCalibration } from '../probabilities/fit-calibration.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { observedWeights } from '../table/observed.js';
import { expertAt } from '../table/outcomes.js';
import type { Expert, Table } from '../table/table.js';
import { fitPowers } from './fit-powers.js';

/** All that joining the answers of new rows needs. */
export type Combination = {
  /** Whose answers are joined with the model's. */
  readonly expert: string;
  readonly calibration: ProbabilityCalibration;
} & (
  | {
      readonly kind: 'labels';
      /** P(expert says e | truth y) at `confusion[y · classes + e]`. */
      readonly confusion: readonly number[];
    }
  | {
      readonly kind: 'probabilities';
      /** Powers of the model's calibrated probabilities and of the expert's. */
      readonly powers: readonly [number, number];
    }
);

/** Why this expert's answers can't be joined with the model's: a refusal to throw, or null. */
export function whyNotCombined(table: Table, expert: number): InputError | null {
  const { kind, name } = expertAt(table, expert);
  if (!table.model || (!table.label && !table.labelVotes))
    return new InputError(
      'combine: joining answers needs class probabilities of the model and labels.',
      'combine-unsuited',
    );
  if (kind === 'labels' || kind === 'probabilities') return null;
  return new InputError(
    `combine: ${name} gives ${expertKind({ kind }).description}, and only one label per case or class probabilities can be joined with the model's.`,
    'combine-unsuited',
    { expert: name, kind },
  );
}

/** Learns from rows where both have answered. */
export function fitCombination(table: Table, index: number): Combination {
  const reason = whyNotCombined(table, index);
  if (reason) throw reason;
  const expert = expertAt(table, index);
  const { classes } = table;
  const label = truthOf(table);
  const weight = rowWeights(table, expert, label);
  if (expert.kind === 'labels') {
    const rows = Uint32Array.from(label.keys()).filter((i) => label[i] >= 0);
    const calibration = fitCalibration({
      ...{ label, model: table.model!, classes: classes.length, rows },
    });
    return {
      expert: expert.name,
      calibration,
      kind: 'labels',
      confusion: confusionOf(label, expert.labels, weight, classes.length),
    };
  }
  if (expert.kind !== 'probabilities') throw whyNotCombined(table, index)!;
  // The powers weigh probabilities of rows whose own labels no calibration has seen.
  const { calibration, without, fold } = crossFitCalibration(table);
  const width = classes.length;
  const q = new Float64Array(width);
  const rows = Uint32Array.from(label.keys()).filter((i) => weight[i] > 0);
  const [own, other] = [0, 1].map(() => new Float64Array(rows.length * width));
  rows.forEach((row, k) => {
    calibrateRow(without[fold[row]], table.model!, row * width, q);
    for (let c = 0; c < width; c++) {
      own[k * width + c] = logOf(q[c]);
      other[k * width + c] = logOf(expert.probabilities[row * width + c]);
    }
  });
  return {
    expert: expert.name,
    calibration,
    kind: 'probabilities',
    powers: fitPowers({
      ...{ own, other, classes: width },
      label: Int32Array.from(rows, (row) => label[row]),
      weight: Float64Array.from(rows, (row) => weight[row]),
    }),
  };
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

/** Counts, each class with one more row that is answered as the expert answers on the whole. */
function confusionOf(
  label: Int32Array,
  answers: Int32Array,
  weight: Float64Array,
  classes: number,
): number[] {
  const counts = new Float64Array(classes * classes);
  const ofTruth = new Float64Array(classes);
  let [right, total] = [0, 0];
  for (let i = 0; i < label.length; i++) {
    if (weight[i] === 0) continue;
    counts[label[i] * classes + answers[i]] += weight[i];
    ofTruth[label[i]] += weight[i];
    total += weight[i];
    if (label[i] === answers[i]) right += weight[i];
  }
  const accuracy = total > 0 ? right / total : 1 / classes;
  return Array.from(counts, (count, at) => {
    const [truth, answer] = [Math.floor(at / classes), at % classes];
    const prior = truth === answer ? accuracy : (1 - accuracy) / (classes - 1);
    return (count + prior) / (ofTruth[truth] + 1);
  });
}

/** What is known of a case once the expert has answered: probabilities of all classes, into `out`. */
export type Combiner = (
  model: ArrayLike<number>,
  offset: number,
  /** A class, or the expert's probabilities at the same offset. */
  answer: number | ArrayLike<number>,
  out: Float64Array,
) => void;

/** Makes a combiner; call it once and combine often. */
export function createCombiner(combination: Combination): Combiner {
  const { calibration } = combination;
  const classes = calibration.biases.length;
  return (model, offset, answer, out) => {
    calibrateRow(calibration, model, offset, out);
    if (combination.kind === 'labels') {
      const said = answer as number;
      for (let c = 0; c < classes; c++) out[c] *= combination.confusion[c * classes + said];
      normalise(out, classes);
      return;
    }
    const [own, other] = combination.powers;
    const e = answer as ArrayLike<number>;
    let top = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < classes; c++) {
      out[c] = own * logOf(out[c]) + other * logOf(e[offset + c]);
      if (out[c] > top) top = out[c];
    }
    for (let c = 0; c < classes; c++) out[c] = exp(out[c] - top);
    normalise(out, classes);
  };
}

function normalise(values: Float64Array, classes: number): void {
  let sum = 0;
  for (let c = 0; c < classes; c++) sum += values[c];
  for (let c = 0; c < classes; c++) values[c] /= sum;
}
