import { InputError, insist } from '../error.js';
import { predictedClass } from '../loss/loss.js';
import { calibrateRow, type ProbabilityCalibration } from '../probabilities/calibration.js';
import { truthOf } from '../probabilities/cross-fit.js';
import { fitCalibration } from '../probabilities/fit-calibration.js';
import { leastCostAnswer } from '../table/least-cost.js';
import type { Table } from '../table/table.js';
import { type Combination, fitCombination } from './combination.js';
import type { AnswersMode } from './mode.js';

/**
 * How probabilities become answers where that is not the most probable class, and how the expert's
 * answers are joined with the model's: all that is needed for new rows, so that a policy can keep it.
 */
export interface Answering {
  readonly by: AnswersMode;
  /** Answers are of least expected cost: `costMatrix[truth · classes + answer]`. */
  readonly costMatrix?: readonly number[];
  /** The model's probabilities are calibrated first; an expert's are taken as given. */
  readonly calibration?: ProbabilityCalibration;
  /** After a hand-over the answer is that of model and expert together. */
  readonly combine?: Combination;
}

/** What is asked of answers; options of fits ask it. */
export interface AnswersAsk {
  readonly answers?: AnswersMode;
  /** Whether the expert's answers are joined with the model's. */
  readonly combine?: boolean;
  /** Which of the table's experts; the first by default. */
  readonly expert?: number;
}

/** What a policy with answers of its own requires of its reader. */
export const ANSWERS = 'answers';
/** The same where answers are joined. */
export const COMBINED_ANSWERS = 'combined-answers';

/** Whether anything is asked but the most probable class and the expert's own answers. */
export const asksAnswers = ({ answers = 'argmax', combine }: AnswersAsk): boolean =>
  answers !== 'argmax' || combine === true;

/** What fitting rows teach about answering; undefined where there is nothing to learn. */
export function fitAnswering(table: Table, ask: AnswersAsk): Answering | undefined {
  if (!asksAnswers(ask)) return undefined;
  const { answers: by = 'argmax', combine, expert = 0 } = ask;
  refuseUnanswerable(table, by);
  return {
    ...bareAnswering(table, by),
    ...(by === 'calibrated' && { calibration: calibrationOf(table) }),
    ...(combine && { combine: fitCombination(table, expert) }),
  };
}

/** Without what is learned from labels. */
export const bareAnswering = ({ costMatrix }: Table, by: AnswersMode): Answering => ({
  by,
  ...(costMatrix && by !== 'argmax' && { costMatrix: Array.from(costMatrix) }),
});

function calibrationOf(table: Table): ProbabilityCalibration {
  const label = truthOf(table);
  const rows = Uint32Array.from(label.keys()).filter((i) => label[i] >= 0);
  const { model, classes } = table;
  return fitCalibration({ label, model: model!, classes: classes.length, rows });
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
