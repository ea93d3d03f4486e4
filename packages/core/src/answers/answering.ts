import { InputError, insist } from '../error.js';
import { predictedClass } from '../loss/loss.js';
import { calibrateRow, type ProbabilityCalibration } from '../probabilities/calibration.js';
import { crossFitCalibration, truthOf } from '../probabilities/cross-fit.js';
import { fitCalibration } from '../probabilities/fit-calibration.js';
import { leastCostAnswer } from '../table/least-cost.js';
import type { Table } from '../table/table.js';
import type { AnswersMode } from './mode.js';

/**
 * How probabilities become answers where that is not the most probable class: all that is needed for
 * new rows, so that a policy can keep it.
 */
export interface Answering {
  readonly by: Exclude<AnswersMode, 'argmax'>;
  /** Answers are of least expected cost: `costMatrix[truth · classes + answer]`. */
  readonly costMatrix?: readonly number[];
  /** The model's probabilities are calibrated first; an expert's are taken as given. */
  readonly calibration?: ProbabilityCalibration;
}

/** What a policy with answers of its own requires of its reader. */
export const ANSWERS = 'answers';

/** What fitting rows teach about answering; undefined for the most probable class, which needs nothing. */
export function fitAnswering(table: Table, mode: AnswersMode): Answering | undefined {
  if (mode === 'argmax') return undefined;
  refuseUnanswerable(table, mode);
  const costs = table.costMatrix && { costMatrix: Array.from(table.costMatrix) };
  if (mode === 'least-cost') return { by: mode, ...costs };
  const label = truthOf(table);
  const rows = Uint32Array.from(label.keys()).filter((i) => label[i] >= 0);
  const { model, classes } = table;
  return {
    by: mode,
    ...costs,
    calibration: fitCalibration({ label, model: model!, classes: classes.length, rows }),
  };
}

/** The same, and the answers of the fitting rows themselves, each from rows without its own label. */
export function crossFitAnswering(
  table: Table,
  mode: AnswersMode,
): { readonly answering: Answering; readonly answers: Int32Array } | undefined {
  if (mode === 'argmax') return undefined;
  refuseUnanswerable(table, mode);
  const costs = table.costMatrix && { costMatrix: Array.from(table.costMatrix) };
  if (mode === 'least-cost') {
    const answering = { by: mode, ...costs };
    return { answering, answers: answersBy(answering, table.model!, table.rows) };
  }
  const { calibration, without, fold } = crossFitCalibration(table);
  const ofFold = without.map((each) =>
    createAnswerer({ by: mode, ...costs, calibration: each }, table.classes.length),
  );
  const width = table.classes.length;
  return {
    answering: { by: mode, ...costs, calibration },
    answers: Int32Array.from({ length: table.rows }, (_, i) =>
      ofFold[fold[i]](table.model!, i * width),
    ),
  };
}

/** Probabilities at an offset → the class that is answered. */
export type Answerer = (p: ArrayLike<number>, offset: number) => number;

/** Makes an answerer; without an answering it is the most probable class. */
export function createAnswerer(answering: Answering | undefined, classes: number): Answerer {
  if (!answering) return (p, offset) => predictedClass(p, offset, classes);
  const { calibration, costMatrix } = answering;
  insist(
    (costMatrix === undefined || costMatrix.length === classes * classes) &&
      (calibration === undefined || calibration.biases.length === classes),
    () => `answers: are made for another number of classes than ${classes}.`,
  );
  const choose = (p: ArrayLike<number>, offset: number) =>
    costMatrix
      ? leastCostAnswer(p, offset, classes, costMatrix)
      : predictedClass(p, offset, classes);
  if (!calibration) return choose;
  const q = new Float64Array(classes);
  return (p, offset) => {
    calibrateRow(calibration, p, offset, q);
    return choose(q, 0);
  };
}

/** The answers of many rows; −1 where there are no probabilities. */
export function answersBy(
  answering: Answering | undefined,
  probabilities: Float32Array,
  rows: number,
): Int32Array {
  const classes = probabilities.length / rows;
  const answer = createAnswerer(answering, classes);
  return Int32Array.from({ length: rows }, (_, i) =>
    Number.isNaN(probabilities[i * classes]) ? -1 : answer(probabilities, i * classes),
  );
}

/** The same without calibration: an expert's probabilities are its own, calibrated ones are so already. */
export const expertAnswering = (answering: Answering): Answering | undefined =>
  answering.costMatrix && { by: 'least-cost', costMatrix: answering.costMatrix };

function refuseUnanswerable(
  { model, costMatrix, label, labelVotes }: Table,
  mode: AnswersMode,
): void {
  if (!model)
    throw new InputError(
      `answers ${mode}: the model gives no class probabilities here, so its answers stay as they are. Leave it out.`,
      'model-missing',
    );
  if (mode === 'least-cost' && !costMatrix)
    throw new InputError(
      'answers of least cost: the table has no cost matrix.',
      'cost-matrix-missing',
    );
  if (mode === 'calibrated' && !label && !labelVotes)
    throw new InputError(
      'answers calibrated: calibrating needs labels, which these rows have not.',
      'label-missing',
    );
}
