import {
  type CalibratedSpec,
  type FeatureSpec,
  LOG_FLOOR,
  partsOf,
  type Standardised,
  topCount,
} from '@cede/core';
import {
  call,
  choose,
  column,
  compare,
  type Expression,
  element,
  exponential,
  minus,
  number,
  over,
  sum,
  times,
} from '../tree/expression.js';
import type { QueryBuilder } from '../tree/query.js';
import { confidence, entropy, predictedClass, probability } from './probabilities.js';

const LEAST_DOUBT = 1e-7;

/** Adds a scorer's dense features as columns and returns them in the order of its networks. */
export function addFeatures(query: QueryBuilder, spec: FeatureSpec): Expression[] {
  const features: [string, Expression][] = [];
  const add = (value: Expression) => features.push([`cede_f${features.length}`, value]);
  const { classes } = spec;
  const each = Array.from({ length: classes }, (_, c) => probability(c));
  if (classes > 0) {
    const top = column('cede_top');
    query.step('the largest probability, and all of them in order', [
      ['cede_top', confidence(classes)],
      ['cede_sorted', { kind: 'descending', of: each }],
    ]);
    query.step("the model's answer", [['cede_answer', predictedClass(classes, top)]]);
    if (spec.calibrated) addCalibrated(query, spec.calibrated, each);
    if (partsOf(spec.kind).opening === 'largest') {
      add(entropy(each));
      for (let k = 0; k < topCount(spec); k++) add(element(column('cede_sorted'), k));
      if (partsOf(spec.kind).square) add(times(top, top));
    } else {
      add(top);
      add(classes > 1 ? minus(top, element(column('cede_sorted'), 1)) : top);
      add(times(top, top));
      add(entropy(each));
    }
    spec.logProbabilities?.forEach((scale, c) => {
      add(standardised(logarithm(each[c]), scale));
    });
    if (spec.calibrated)
      CALIBRATED.forEach((name, k) => {
        add(standardised(column(name), spec.calibrated!.features[k]));
      });
  }
  spec.columns.forEach((scale, j) => {
    add(standardised({ kind: 'rounded', of: column(`cede_column${j}`) }, scale));
  });
  query.step('the features of the scorer', features);
  return features.map(([name]) => column(name));
}

const standardised = (value: Expression, { mean, deviation }: Standardised): Expression =>
  over(minus(value, number(mean)), number(deviation));

const logarithm = (p: Expression): Expression => call('ln', call('greatest', p, number(LOG_FLOOR)));

const CALIBRATED = ['cede_own', 'cede_doubt', 'cede_spread'];

/** Calibrated: the probability of the answer, the log of what is left for the others, the entropy. */
function addCalibrated(
  query: QueryBuilder,
  { slope, biases }: CalibratedSpec,
  each: readonly Expression[],
): void {
  const named = (name: string) => each.map((_, c) => column(`cede_${name}${c}`));
  const columns = (name: string, values: readonly Expression[]) =>
    values.map((value, c) => [`cede_${name}${c}`, value] as const);
  query.step('calibrated log-probabilities', [
    ...columns(
      'raw',
      each.map((p, c) => sum([times(number(slope), logarithm(p)), number(biases[c])])),
    ),
  ]);
  const raw = named('raw');
  query.step('the largest of them', [
    ['cede_highest', raw.length === 1 ? raw[0] : call('greatest', ...raw)],
  ]);
  query.step(
    'against the largest',
    columns(
      'logit',
      raw.map((l) => minus(l, column('cede_highest'))),
    ),
  );
  const logits = named('logit');
  query.step('not yet divided by their sum', columns('e', logits.map(exponential)));
  const exponentials = named('e');
  const isAnswer = (c: number) => compare(column('cede_answer'), '=', number(c));
  query.step('sums over classes', [
    ['cede_sum', sum(exponentials)],
    ['cede_of_answer', sum(exponentials.map((e, c) => choose(isAnswer(c), e, number(0))))],
    ['cede_of_others', sum(exponentials.map((e, c) => choose(isAnswer(c), number(0), e)))],
    ['cede_weighted', sum(exponentials.map((e, c) => times(e, logits[c])))],
  ]);
  const total = column('cede_sum');
  query.step('what calibration says of the answer', [
    ['cede_own', over(column('cede_of_answer'), total)],
    [
      'cede_doubt',
      call('ln', call('greatest', over(column('cede_of_others'), total), number(LEAST_DOUBT))),
    ],
    ['cede_spread', minus(call('ln', total), over(column('cede_weighted'), total))],
  ]);
}
