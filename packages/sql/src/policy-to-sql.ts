import { InputError, insist, type Policy, type StoredThreshold, thresholdValue } from '@cede/core';
import { printQuery } from './dialect/print.js';
import { type DialectName, dialectNamed } from './dialect/registry.js';
import { refuseOtherFeatures } from './other-features.js';
import { addFeatures } from './scorer/features.js';
import { addNetworks } from './scorer/networks.js';
import { addInputs, confidence, SOUND } from './scorer/probabilities.js';
import { shareDifference } from './scorer/shares.js';
import {
  choose,
  column,
  compare,
  type Expression,
  minus,
  number,
  text,
} from './tree/expression.js';
import { QueryBuilder } from './tree/query.js';

/** For which engine, and what the table's columns are called. */
export interface SqlOptions {
  readonly dialect: DialectName;
  /** The table, written as the engine wants it (`shop.predictions`, `read_parquet('x.parquet')`). */
  readonly table: string;
  /** The model's probabilities in the order of the policy's classes; `model_0`, `model_1` … if left out. */
  readonly probabilities?: readonly string[];
  /** Columns handed through beside the decision; `id` if left out. */
  readonly keep?: readonly string[];
}

/**
 * A policy as one SQL statement: for each row of the table the kept columns, `score`, `threshold`,
 * `defer` and `route`. Rows that cede would refuse have NULL there. In float64 throughout, where core
 * scores in float32: scores agree to 1e-5 · max(1, |score|).
 */
export function policyToSql(policy: Policy, options: SqlOptions): string {
  const dialect = dialectNamed(options.dialect);
  const { scorer, classes, experts } = policy;
  insistOnKnown(policy);
  insist(
    policy.threshold.groups?.of !== 'answer',
    () =>
      "SQL: this policy has a threshold for each of the model's answers, which the statement doesn't know. Set a common threshold first.",
  );
  const probabilities = options.probabilities ?? classes.map((_, c) => `model_${c}`);
  insist(
    probabilities.length === classes.length,
    () =>
      `SQL: ${probabilities.length} columns of probabilities are named, and the policy has ${classes.length} classes.`,
  );
  const keep = options.keep ?? ['id'];
  const query = new QueryBuilder();
  const readsColumns = scorer.combine !== 'confidence';
  addInputs(
    query,
    probabilities,
    readsColumns ? scorer.features.columns.map(({ name }) => name) : [],
  );
  const score = scoreOf(query, policy);
  query.step('the score, low = hand over', [
    ['cede_score', choose(compare(SOUND, '=', number(1)), score, null)],
  ]);
  query.step('the threshold', [['cede_threshold', thresholdOf(policy)]]);
  const [found, threshold] = [column('cede_score'), column('cede_threshold')];
  const decided = (yes: Expression, no: Expression) =>
    choose(compare(found, '<=', threshold), yes, choose(compare(found, '>', threshold), no, null));
  query.step('the decision', [
    ...keep.map((name) => [name, column(name)] as const),
    ['score', found],
    ['threshold', threshold],
    ['defer', { kind: 'truth', of: compare(found, '<=', threshold) }],
    ['route', decided(text(experts[0]), text('model'))],
  ]);
  const networks = scorer.networks.length;
  const advice = networks > 0 && dialect.advice ? `\n${dialect.advice}` : '';
  return printQuery(
    query.finish(options.table),
    dialect,
    `-- cede policy ${policy.id}, revision ${policy.threshold.revision}: ${policy.method}${networks > 1 ? `, ${networks} networks` : ''}, for ${dialect.name}${advice}`,
  );
}

function scoreOf(query: QueryBuilder, { scorer, classes }: Policy): Expression {
  if (scorer.combine === 'confidence') return confidence(classes.length);
  const features = addFeatures(query, scorer.features);
  const outputs = addNetworks(query, scorer, features);
  if (scorer.combine === 'share-difference')
    return shareDifference(query, scorer, outputs, features);
  return scorer.combine === 'network' ? outputs[0] : minus(column('cede_top'), outputs[0]);
}

/** The common threshold, or each group's own. */
function thresholdOf({ threshold: { values, groups } }: Policy): Expression {
  let value = finite(values[0]);
  groups?.names.forEach((name, k) => {
    value = choose(
      compare(column(groups.column), '=', text(name)),
      finite(groups.values[k]),
      value,
    );
  });
  return value;
}

/** Never and always deferring, as numbers that every engine can read. */
const finite = (threshold: StoredThreshold): Expression =>
  number(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, thresholdValue(threshold))));

const FEATURE_KEYS = ['kind', 'classes', 'columns', 'logProbabilities', 'calibrated'];
const SCORER_KEYS = ['features', 'networks', 'head', 'combine', 'shares', 'trees'];
const COLUMN_KEYS = ['name', 'mean', 'deviation', 'least', 'most'];

/** What has no SQL form is refused here by name, and so is what a later version may add to a policy. */
function insistOnKnown({ scorer, experts }: Policy): void {
  refuseOtherFeatures(scorer.features);
  const unknown = [
    ...Object.keys(scorer.features).filter((key) => !FEATURE_KEYS.includes(key)),
    ...scorer.features.columns.flatMap((each) =>
      Object.keys(each).filter((key) => !COLUMN_KEYS.includes(key)),
    ),
    ...Object.keys(scorer).filter((key) => !SCORER_KEYS.includes(key)),
  ];
  if (unknown.length > 0)
    throw new InputError(
      `SQL: the policy's scorer has ${[...new Set(unknown)].join(', ')}, which has no SQL form. Use cede decide, or fit without it.`,
      'invalid-input',
    );
  insist(
    experts.length === 1 &&
      (scorer.combine === 'share-difference' ||
        scorer.networks.every(({ outputs }) => outputs === 1)),
    () => 'SQL: the policy chooses among several experts; a statement decides for one.',
  );
}
