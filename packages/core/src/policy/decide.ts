import { createAnswerer, expertAnswering } from '../answers/answering.js';
import { createCombiner } from '../answers/combination.js';
import { joiningOf } from '../answers/joining/registry.js';
import { InputError } from '../error.js';
import { unusualColumns } from '../features/unusual.js';
import { type FeatureValue, valueReader } from '../features/values.js';
import { calibrateRow } from '../probabilities/calibration.js';
import { createRowScorer, type FeatureRow } from '../scorer/row-scorer.js';
import { scaleOf } from '../table/sums.js';
import { groupThreshold } from './group-thresholds.js';
import type { Policy } from './policy.js';

/** Who answers one case, and by how much. */
export interface Decision {
  /** `"model"`, or the expert's name. */
  route: string;
  defer: boolean;
  score: number;
  threshold: number;
  /** Score minus threshold: at or below 0 the case is handed over. */
  margin: number;
  /** The model's own answer, as the policy answers, and its probability; absent without classes. */
  answer?: string;
  probability?: number;
  /** Feature columns whose value lies far outside what was fitted, or is new; absent where none is. */
  unusual?: readonly string[];
}

/** Makes decisions of one policy, one case at a time. */
export interface Decider {
  /**
   * Decides one case. `into` is filled and returned, so that a hot loop allocates nothing.
   * `columns` are the features the policy names, in its order: numbers, names of levels where a
   * column is a category, null where missing; then a list for each block. `group` matters only where
   * the policy has thresholds for groups of cases (the model's own answers it knows itself).
   */
  decide(
    probabilities: ArrayLike<number>,
    columns?: ArrayLike<FeatureValue>,
    into?: Decision,
    group?: string,
  ): Decision;
  /**
   * Once the expert's answer has come back: the answer of both together. `answer` is a class name, or
   * the expert's probabilities. Absent where the policy joins no answers: then the expert's counts.
   */
  combine?(probabilities: ArrayLike<number>, answer: string | ArrayLike<number>): CombinedAnswer;
  /** What the score of the last case was made of, for an explainer; absent where scores need less. */
  readonly row?: FeatureRow;
}

/** What model and expert answer together. */
export interface CombinedAnswer {
  readonly answer: string;
  readonly probability: number;
}

const NONE: ArrayLike<FeatureValue> = [];

/** Makes a decider of a policy; call it once and decide often. */
export function createDecider(policy: Policy): Decider {
  const { features } = policy.scorer;
  const values = valueReader(features);
  const scoreRow = createRowScorer(policy.scorer, policy.classes, values);
  const { values: thresholds, groups } = policy.threshold;
  const thresholdOf = groupThreshold(groups, thresholds[0]);
  const [expert] = policy.experts;
  const addAnswer = answerAdder(policy);
  const combine = answerCombiner(policy);
  return {
    ...(combine && { combine }),
    ...(scoreRow.row && { row: scoreRow.row }),
    decide(
      probabilities,
      columns = NONE,
      into = { route: '', defer: false, score: 0, threshold: 0, margin: 0 },
      group,
    ) {
      const score = scoreRow(probabilities, columns);
      addAnswer?.(into, probabilities);
      const threshold = thresholdOf(groups?.of === 'answer' ? into.answer : group);
      const defer = score <= threshold;
      into.route = defer ? expert : 'model';
      into.defer = defer;
      into.score = score;
      into.threshold = threshold;
      into.margin = score - threshold;
      const unusual = unusualColumns(features, values.codes);
      if (unusual) into.unusual = unusual;
      else if (into.unusual) delete into.unusual;
      return into;
    },
  };
}

/**
 * What the model itself would say, of probabilities that the scorer has checked: as the policy
 * answers, with the probability that belongs to the answer (calibrated, where answers are).
 */
function answerAdder({ classes, answers }: Pick<Policy, 'classes' | 'answers'>) {
  const width = classes.length;
  if (width === 0) return undefined;
  const calibration = answers?.calibration;
  // Calibrated once, and not again by the answerer.
  const answer = createAnswerer(answers && expertAnswering(answers), width);
  const q = new Float64Array(width);
  return (into: Decision, probabilities: ArrayLike<number>): void => {
    if (calibration) {
      calibrateRow(calibration, probabilities, 0, q);
      const found = answer(q, 0);
      into.answer = classes[found];
      into.probability = q[found];
      return;
    }
    let sum = 0;
    for (let c = 0; c < width; c++) sum += probabilities[c];
    const found = answer(probabilities, 0);
    into.answer = classes[found];
    into.probability = probabilities[found] / scaleOf(sum, probabilities, 0, width);
  };
}

/** Joins an expert's answer with the model's probabilities; undefined where the policy doesn't. */
function answerCombiner({ classes, answers }: Pick<Policy, 'classes' | 'answers'>) {
  const combination = answers?.combine;
  if (!combination) return undefined;
  const width = classes.length;
  const combined = createCombiner(combination);
  const { checked } = joiningOf(combination);
  const refuse = (what: string): never => {
    throw new InputError(`combine: ${combination.expert} ${what}.`, 'row-invalid');
  };
  const choose = createAnswerer(expertAnswering(answers), width);
  const out = new Float64Array(width);
  return (probabilities: ArrayLike<number>, said: string | ArrayLike<number>): CombinedAnswer => {
    combined(probabilities, 0, checked(said, classes, refuse), out);
    const found = choose(out, 0);
    return { answer: classes[found], probability: out[found] };
  };
}

/** One case, plainly. For many, make a decider once. */
export function decide(
  policy: Policy,
  probabilities: ArrayLike<number>,
  columns?: ArrayLike<FeatureValue>,
  group?: string,
): Decision {
  return createDecider(policy).decide(probabilities, columns, undefined, group);
}
