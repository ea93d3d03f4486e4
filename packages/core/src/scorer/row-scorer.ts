import { InputError } from '../error.js';
import { appendStandardised, rowFeatures } from '../features/row.js';
import { denseCount, openingCount, partsOf, topCount } from '../features/spec.js';
import { type FeatureValue, type ValueReader, valueReader } from '../features/values.js';
import { calibratedWriter } from '../kernel/calibrated.js';
import { createKernel, hasKernel } from '../kernel/instance.js';
import { planNetwork } from '../kernel/plan.js';
import { LOGITS_HINT } from '../table/check-values.js';
import { isSoundSum, SUM_TOLERANCE, scaleOf, sumHint } from '../table/sums.js';

import { createRunner } from './runner.js';
import { createShareScore, type Scorer } from './scorer.js';

/** The features of the row that was scored last, for those who would compute them again. */
export interface FeatureRow {
  readonly dense: Float32Array;
  predicted(): number;
}

/** The score of one row. Views into the kernel's memory are made once, so a call allocates nothing. */
export interface RowScorer {
  (probabilities: ArrayLike<number>, columns: ArrayLike<FeatureValue>): number;
  /** Absent where scores are made without all of them. */
  readonly row?: FeatureRow;
}

export function createRowScorer(
  scorer: Scorer,
  classNames: readonly string[],
  values: ValueReader = valueReader(scorer.features),
): RowScorer {
  const { features } = scorer;
  const probabilities = new Float32Array(features.classes);
  const { run, row }: RowRunner =
    scorer.combine === 'confidence' || !hasKernel()
      ? { run: plainRow(scorer, probabilities) }
      : kernelRow(scorer, probabilities);
  const withConfidence = scorer.combine === 'confidence-minus-network';
  const score = (given: ArrayLike<number>, columns: ArrayLike<FeatureValue>) => {
    readProbabilities(given, probabilities, classNames);
    values.read(columns);
    const output = run(values.codes);
    return withConfidence ? Math.fround(largestOf(probabilities) - output) : output;
  };
  return row ? Object.assign(score, { row }) : score;
}

/** Scores a row whose probabilities are read already, of the codes of its columns. */
interface RowRunner {
  run(columns: ArrayLike<number>): number;
  readonly row?: FeatureRow;
}

const refused = (sentence: string) => new InputError(sentence, 'row-invalid', {}, 'decision');

/**
 * Checks a row and copies it, divided by its sum where that is off by more than rounding. Numbers
 * become Float32 before they are added up, as in every reader of tables: otherwise the same row would
 * score a last bit differently here, and near a step of a tree that is a visible difference.
 */
function readProbabilities(
  given: ArrayLike<number>,
  into: Float32Array,
  classNames: readonly string[],
): void {
  const classes = into.length;
  if (classes === 0) return;
  if (given.length !== classes)
    throw refused(
      `${given.length} probabilities (expected ${classes}, one for each of ${classNames.slice(0, 3).join(', ')}${classes > 3 ? ', …' : ''}).`,
    );
  let sum = 0;
  for (let c = 0; c < classes; c++) {
    const p = given[c];
    if (!(p >= 0))
      throw refused(
        `the probability of class ${classNames[c] ?? c} is ${p} (expected a number from 0 to 1).`,
      );
    into[c] = p;
    sum += into[c];
  }
  if (!isSoundSum(sum, into, 0, classes))
    throw refused(
      `the probabilities sum to ${+sum.toPrecision(6)} (expected 1 ± ${SUM_TOLERANCE}). ${sumHint(sum, LOGITS_HINT)}`,
    );
  const scale = scaleOf(sum, into, 0, classes);
  if (scale !== 1) for (let c = 0; c < classes; c++) into[c] /= scale;
}

function kernelRow(scorer: Scorer, probabilities: Float32Array): RowRunner {
  const { features } = scorer;
  const [shape] = scorer.networks;
  const kernel = createKernel();
  const plans = scorer.networks.map((network) => {
    const plan = planNetwork(kernel, shape, false);
    plan.load(network);
    return plan;
  });
  const [{ stride, dense }] = plans;
  const inputAt = kernel.reserve((features.classes + 4) * 4);
  const fillCalibrated = calibratedWriter(kernel, features);
  const recordAt = kernel.reserve(stride * 4);
  const outAt = kernel.reserve(shape.outputs * 4);
  // Nothing is reserved after this line: growing the memory would detach the views.
  const input = kernel.floats(inputAt, features.classes);
  const record = kernel.floats(recordAt, stride);
  const classIndex = kernel.ints(recordAt, stride);
  const out = kernel.floats(outAt, shape.outputs);

  const inKernel = partsOf(features.kind).opening === 'largest';
  const top = topCount(features);
  const own = inKernel ? openingCount(features) : 0;
  const total = denseCount(features);
  const hasRest = inKernel && own < total;
  const calibrated = features.calibrated ? 'by-kernel' : undefined;
  record[total] = shape.hidden.length > 0 ? 1 : 0;
  const kind = scorer.head === 'softplus' ? 3 : 0;
  const share = 1 / plans.length;
  const shareScore = scorer.combine === 'share-difference' ? createShareScore(scorer) : undefined;
  let current: ArrayLike<number> = [];
  const column = (j: number) => Math.fround(current[j]);

  const run = (columns: ArrayLike<number>) => {
    current = columns;
    if (inKernel || fillCalibrated)
      for (let c = 0; c < input.length; c++) input[c] = probabilities[c];
    if (inKernel) {
      kernel.exports.features(inputAt, 1, input.length, top, recordAt, stride * 4, dense * 4);
      if (hasRest) appendStandardised(features, probabilities, 0, column, record, own, calibrated);
    } else {
      classIndex[dense] = Math.max(
        0,
        rowFeatures(features, probabilities, 0, column, record, 0, calibrated),
      );
    }
    fillCalibrated?.(inputAt, 1, recordAt, stride * 4, dense * 4);
    out.fill(0);
    for (let n = 0; n < plans.length; n++)
      kernel.exports.score(plans[n].address, recordAt, 1, kind, outAt, share);
    return shareScore ? shareScore(out, 0, record, 0, classIndex[dense]) : out[0];
  };
  return { run, row: { dense: record.subarray(0, total), predicted: () => classIndex[dense] } };
}

/** `confidence`, and engines without SIMD. */
function plainRow(
  scorer: Scorer,
  probabilities: Float32Array,
): (columns: ArrayLike<number>) => number {
  if (scorer.combine === 'confidence') return () => largestOf(probabilities);
  const isDifference = scorer.combine === 'share-difference';
  const run = createRunner({ ...scorer, combine: isDifference ? scorer.combine : 'network' });
  const cells = scorer.features.columns.map(() => ({ values: new Float32Array(1) }));
  const out = new Float32Array(1);
  return (columns) => {
    cells.forEach((cell, j) => {
      cell.values[0] = columns[j];
    });
    run.score({ rows: 1, model: probabilities, columns: cells }, 0, 1, out);
    return out[0];
  };
}

function largestOf(probabilities: Float32Array): number {
  let largest = 0;
  for (let c = 0; c < probabilities.length; c++)
    if (probabilities[c] > largest) largest = probabilities[c];
  return largest;
}
