import { exp } from '../../math/exp.js';
import { calibrateRow, logOf } from '../../probabilities/calibration.js';
import { crossFitCalibration } from '../../probabilities/cross-fit.js';
import { expertKind } from '../../table/expert-kinds/registry.js';
import type { Expert } from '../../table/table.js';
import { list, number } from '../../validate/constraint.js';
import { fitPowers } from '../fit-powers.js';
import type { Joining, JoiningLearner } from './contract.js';

/** An expert with probabilities e: the class y with the largest q_y^a · e_y^b. */
export interface JoinedProbabilities {
  readonly kind: 'probabilities';
  /** Powers of the model's calibrated probabilities and of the expert's. */
  readonly powers: readonly [number, number];
}

/** What new answers need. */
export const joinedProbabilities: Joining<JoinedProbabilities> = {
  kind: 'probabilities',
  fields: { powers: list(number()) },
  fits: ({ powers }) => powers.length === 2,
  join({ powers: [own, other] }, classes) {
    return (out, answer, offset) => {
      const e = answer as ArrayLike<number>;
      let top = Number.NEGATIVE_INFINITY;
      for (let c = 0; c < classes; c++) {
        out[c] = own * logOf(out[c]) + other * logOf(e[offset + c]);
        if (out[c] > top) top = out[c];
      }
      for (let c = 0; c < classes; c++) out[c] = exp(out[c] - top);
    };
  },
  answerAt(expert, row, classes) {
    const values = probabilitiesOf(expert);
    return Number.isNaN(values[row * classes]) ? undefined : values;
  },
  checked(said, classes, refuse) {
    if (typeof said === 'string' || said.length !== classes.length)
      return refuse(`must give ${classes.length} probabilities`);
    for (let c = 0; c < said.length; c++)
      if (!(said[c] >= 0 && said[c] <= 1)) return refuse(`gave the probability ${said[c]}`);
    return said;
  },
  fromCell: (value) => (Array.isArray(value) ? value.map(Number) : undefined),
  fromAnswer: (_name, probabilities) => probabilities,
};

const probabilitiesOf = (expert: Expert) => expertKind(expert).probabilities(expert)!;

/** The powers weigh probabilities of rows whose own labels no calibration has seen. */
export const learnProbabilities: JoiningLearner<JoinedProbabilities> = (
  table,
  expert,
  label,
  weight,
) => {
  const { calibration, without, fold } = crossFitCalibration(table);
  const classes = table.classes.length;
  const given = probabilitiesOf(expert);
  const q = new Float64Array(classes);
  const rows = Uint32Array.from(label.keys()).filter((i) => weight[i] > 0);
  const [own, other] = [0, 1].map(() => new Float64Array(rows.length * classes));
  rows.forEach((row, k) => {
    calibrateRow(without[fold[row]], table.model!, row * classes, q);
    for (let c = 0; c < classes; c++) {
      own[k * classes + c] = logOf(q[c]);
      other[k * classes + c] = logOf(given[row * classes + c]);
    }
  });
  return {
    calibration,
    kind: 'probabilities',
    powers: fitPowers({
      ...{ own, other, classes },
      label: Int32Array.from(rows, (row) => label[row]),
      weight: Float64Array.from(rows, (row) => weight[row]),
    }),
  };
};
