import {
  type CertifyingRows,
  InputError,
  inputOf,
  isRejecting,
  type Policy,
  policyExpert,
  policyOutcomes,
  scoreRows,
  type Table,
} from '@cede/core';
import { caseCosts } from '../costs/case-costs.js';

/** Rows as a certificate sees them: every value in [0, 1], 1 the best. */
export interface Certifying {
  readonly rows: CertifyingRows;
  /** What 1 stands for: 1 for right and wrong, the largest cost or loss otherwise. */
  readonly scale: number;
  readonly what: 'error' | 'cost';
  /** False where there is no truth or no expert, so that only the rate can be promised. */
  readonly labelled: boolean;
}

export interface CertifyingOptions {
  /** Values are costs: what errors and answers cost, not right and wrong. */
  readonly costs?: boolean;
  readonly errorCost?: number;
}

export function certifyingRows(
  policy: Policy,
  table: Table,
  options: CertifyingOptions = {},
): Certifying {
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const shared = { scores, weight: table.weight, clusters: table.cluster?.index };
  if (!isLabelled(policy, table)) {
    const nothing = new Float64Array(table.rows);
    return {
      rows: { ...shared, modelRight: nothing, expertRight: nothing },
      scale: 1,
      what: 'error',
      labelled: false,
    };
  }
  const expert = policyExpert(policy, table);
  const propensity = isRejecting(policy) ? undefined : table.experts[expert].propensity;
  const outcomes = policyOutcomes(policy, table);
  if (options.costs || outcomes.target === 'loss') {
    const { kept, handed, largest } = isRejecting(policy)
      ? rejectCosts(outcomes)
      : caseCosts(table, expert, options.errorCost);
    if (!(largest > 0))
      throw new InputError('costs: no case costs anything, so there is nothing to certify.');
    const good = (cost: number) => Math.min(1, Math.max(0, 1 - cost / largest));
    return {
      rows: {
        ...shared,
        modelRight: kept.map(good),
        expertRight: handed.map(good),
        propensity: handed.some(Number.isNaN) ? propensity : undefined,
      },
      scale: largest,
      what: 'cost',
      labelled: true,
    };
  }
  return {
    rows: {
      ...shared,
      modelRight: outcomes.model,
      expertRight: outcomes.expert,
      propensity: outcomes.expert.some(Number.isNaN) ? propensity : undefined,
    },
    scale: 1,
    what: 'error',
    labelled: true,
  };
}

/** With losses: a rejected case loses nothing. */
function rejectCosts({ model }: { model: Float32Array }) {
  const kept = Float64Array.from(model, (value) => -value);
  return {
    kept,
    handed: new Float64Array(model.length),
    largest: kept.reduce((top, value) => Math.max(top, value), 0),
  };
}

function isLabelled(policy: Policy, table: Table): boolean {
  const truth = table.label ?? table.labelVotes ?? table.modelCorrect ?? table.modelLoss;
  return truth !== undefined && (isRejecting(policy) || table.experts.length > 0);
}
