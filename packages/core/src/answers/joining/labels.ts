import { fitCalibration } from '../../probabilities/fit-calibration.js';
import { expertKind } from '../../table/expert-kinds/registry.js';
import type { Expert } from '../../table/table.js';
import { list, number } from '../../validate/constraint.js';
import type { Joining, JoiningLearner } from './contract.js';

/** An expert who gives one label e: the class y with the largest q_y · P(expert says e | truth y). */
export interface JoinedLabels {
  readonly kind: 'labels';
  /** P(expert says e | truth y) at `confusion[y · classes + e]`. */
  readonly confusion: readonly number[];
}

/** What new answers need. */
export const joinedLabels: Joining<JoinedLabels> = {
  kind: 'labels',
  fields: { confusion: list(number()) },
  fits: ({ confusion }, classes) => confusion.length === classes * classes,
  join({ confusion }, classes) {
    return (out, answer) => {
      const said = answer as number;
      for (let c = 0; c < classes; c++) out[c] *= confusion[c * classes + said];
    };
  },
  answerAt(expert, row) {
    const answer = labelsOf(expert)[row];
    return answer < 0 ? undefined : answer;
  },
  checked(said, classes, refuse) {
    const at = typeof said === 'string' ? classes.indexOf(said) : -1;
    return at >= 0 ? at : refuse(`answered ${JSON.stringify(said)}, which is none of the classes`);
  },
  fromCell: (value) => String(value),
  fromAnswer: (name) => name,
};

const labelsOf = (expert: Expert) => expertKind(expert).values(expert) as Int32Array;

/** How often the expert says what, by the truth. */
export const learnLabels: JoiningLearner<JoinedLabels> = (table, expert, label, weight) => {
  const classes = table.classes.length;
  const rows = Uint32Array.from(label.keys()).filter((i) => label[i] >= 0);
  return {
    calibration: fitCalibration({ label, model: table.model!, classes, rows }),
    kind: 'labels',
    confusion: confusionOf(label, labelsOf(expert), weight, classes),
  };
};

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
