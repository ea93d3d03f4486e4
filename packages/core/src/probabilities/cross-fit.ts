import { predictedClass } from '../loss/loss.js';
import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { numberClusters } from '../table/number-clusters.js';
import type { Table } from '../table/table.js';
import {
  CALIBRATED_FEATURES,
  calibratedFeatures,
  type ProbabilityCalibration,
} from './calibration.js';
import { fitToLogs, logRows, someLogRows } from './fit-calibration.js';

/** A calibration for new rows, and what the fitting rows show under calibrations that left them out. */
export interface CrossFitted {
  readonly calibration: ProbabilityCalibration;
  /** rows × 3. */
  readonly features: Float32Array;
}

const FOLDS = 5;

/** More rows than this tell a calibration nothing new: L + 1 numbers are settled long before. */
const MOST_ROWS = 50_000;

/**
 * In five folds, so that no row's features come from a calibration that saw its label: those would
 * be too good, and a scorer would learn to trust them more than new rows deserve. Clusters stay
 * whole. The folds don't depend on a seed: a closed form stays one.
 */
export function crossFit(table: Table): CrossFitted {
  const model = table.model!;
  const classes = table.classes.length;
  const { calibration, without, fold } = crossFitCalibration(table);
  const width = CALIBRATED_FEATURES.length;
  const features = new Float32Array(table.rows * width);
  for (let i = 0; i < table.rows; i++) {
    const answer = predictedClass(model, i * classes, classes);
    calibratedFeatures(without[fold[i]], model, i * classes, answer, features, i * width);
  }
  return { calibration, features };
}

/** A calibration for new rows, and for each fold of the fitting rows one that left it out. */
export interface CrossFittedCalibration {
  readonly calibration: ProbabilityCalibration;
  readonly without: readonly ProbabilityCalibration[];
  /** Of every row. */
  readonly fold: Uint8Array;
}

export function crossFitCalibration(table: Table): CrossFittedCalibration {
  const label = truthOf(table);
  const fold = foldsOf(table);
  const rows = thinned(label);
  const logs = logRows({ label, model: table.model!, classes: table.classes.length, rows });
  const calibration = fitToLogs(logs);
  const without = Array.from({ length: FOLDS }, (_, k) => {
    const some = someLogRows(logs, (i) => fold[rows[i]] !== k);
    return some.y.length > 0 ? fitToLogs(some, calibration) : calibration;
  });
  return { calibration, without, fold };
}

/** Labelled rows, evenly thinned where there are very many. */
function thinned(label: Int32Array): Uint32Array {
  const rows = Uint32Array.from(label.keys()).filter((i) => label[i] >= 0);
  if (rows.length <= MOST_ROWS) return rows;
  return Uint32Array.from(
    { length: MOST_ROWS },
    (_, k) => rows[Math.floor((k * rows.length) / MOST_ROWS)],
  );
}

/** The folds of fitting rows: clusters whole, and the same whatever the seed. */
export const crossFitFolds = (table: Table): { fold: Uint8Array; folds: number } => ({
  fold: foldsOf(table),
  folds: FOLDS,
});

function foldsOf(table: Table): Uint8Array {
  const { index, count } = table.cluster
    ? numberClusters(table.cluster.index)
    : { index: undefined, count: table.rows };
  const ofUnit = new Uint8Array(count);
  permutation(count, stream(0, 'calibration folds')).forEach((unit, place) => {
    ofUnit[unit] = place % FOLDS;
  });
  return index ? Uint8Array.from(index, (unit) => ofUnit[unit]) : ofUnit;
}

/** The true class; where the truth is votes, the class most voted for (−1 where nobody voted). */
export function truthOf({ label, labelVotes, rows, classes }: Table): Int32Array {
  if (label) return label;
  const width = classes.length;
  return Int32Array.from({ length: rows }, (_, i) => {
    if (!labelVotes) return -1;
    const best = predictedClass(labelVotes, i * width, width);
    return labelVotes[i * width + best] > 0 ? best : -1;
  });
}
