import { fitFeatureSpec } from '../features/fit-spec.js';
import { inputOf } from '../features/input.js';
import { inputFeatures } from '../features/row.js';
import { denseCount } from '../features/spec.js';
import { sigmoid } from '../math/softplus.js';
import { stratifiedFolds } from '../statistics/folds.js';
import type { Table } from '../table/table.js';
import { ridge } from '../train/ridge.js';

const FOLDS = 5;
const STEPS = 8;
const PENALTY = 1;
/** Estimates below this count as this, so that an uncertain one can't make a row outweigh fifty. */
const LEAST_PROPENSITY = 0.02;
/** Keeps Newton's weights p(1 − p) away from 0 where answers are nearly always there. */
const LEAST_WEIGHT = 1e-3;

/**
 * The probability that the expert was asked, where nobody wrote it down: logistic regression of
 * [answer present] on the scorer's own features, each row by a fit that has not seen it. It knows
 * only what the features know: a reason outside them stays uncorrected.
 */
export function fittedPropensity(
  table: Table,
  known: ArrayLike<number | boolean>,
  seed = 0,
): Float32Array {
  const { rows } = table;
  const asked = Float64Array.from({ length: rows }, (_, i) => (known[i] ? 1 : 0));
  const features = fitFeatureSpec(table);
  const input = inputOf(table, features);
  const dense = denseCount(features);
  const buffer = new Float32Array(dense);
  const read = (i: number) => ({
    dense: buffer,
    classIndex: inputFeatures(features, input, i, buffer, 0),
  });
  const fold = stratifiedFolds({
    traits: [asked],
    clusters: table.cluster?.index,
    folds: Math.min(FOLDS, rows),
    seed,
  });
  const propensity = new Float32Array(rows);
  const logit = new Float64Array(rows);
  const target = new Float64Array(rows);
  const weight = new Float64Array(rows);
  for (let held = 0; held < FOLDS; held++) {
    logit.fill(0);
    // Newton's method as repeated weighted regressions; the ridge keeps a separable table finite.
    for (let step = 0; step < STEPS; step++) {
      for (let i = 0; i < rows; i++) {
        const p = sigmoid(logit[i]);
        const curvature = Math.max(LEAST_WEIGHT, p * (1 - p));
        target[i] = logit[i] + (asked[i] - p) / curvature;
        weight[i] = fold[i] === held ? 0 : curvature * (table.weight ? table.weight[i] : 1);
      }
      const solution = ridge({
        rows,
        dense,
        classes: features.classes,
        target,
        weight,
        penalty: PENALTY,
        read,
      });
      for (let i = 0; i < rows; i++) {
        const { classIndex } = read(i);
        let sum = solution.constant;
        for (let a = 0; a < dense; a++) sum += solution.weights[a] * buffer[a];
        if (features.classes > 0) sum += solution.weights[dense + classIndex];
        logit[i] = Math.max(-20, Math.min(20, sum));
      }
    }
    for (let i = 0; i < rows; i++)
      if (fold[i] === held) propensity[i] = Math.max(LEAST_PROPENSITY, sigmoid(logit[i]));
  }
  return propensity;
}
