import { type Choice, type FitOptions, InputError, type Policy } from '@cede/core';
import * as study from '@cede/study';
import {
  type AnyTable,
  type AskedPromises,
  type Certification,
  type CertifyAsk,
  type CompareAsk,
  type Comparison,
  type EvaluateAsk,
  type Evaluation,
  type FitAsk,
  type Fitting,
  type JudgeAsk,
  type MeasureAsk,
  PROMISES,
  type TuneSetting,
  type Tuning,
  type Verdict,
} from '@cede/study';
import { type Keys, refuseUnknown } from './known-keys.js';
import { type RunOptions, runOf } from './run.js';

const FIT_OPTIONS: Keys<FitOptions> = {
  ...{ seed: true, epochs: true, batch: true, hidden: true, learningRate: true, weightDecay: true },
  ...{ earlyStopping: true, onProgress: true, signal: true, expert: true, features: true },
  ...{ scorer: true, members: true, q: true, near: true },
};

/** `what`: whose options these are, for the message. */
const refuseUnknownFitOptions = (what: string, given: FitOptions | undefined): void =>
  refuseUnknown(what, given ?? {}, Object.keys(FIT_OPTIONS));

/** Where options of the fits belong that are looked for one level higher. */
const within = (name: string): Record<string, string> =>
  Object.fromEntries(Object.keys(FIT_OPTIONS).map((key) => [key, `${name}.${key}`]));

const JUDGE: Keys<JudgeAsk> = { method: true, options: true, smallestGain: true, confidence: true };

/** Whether handing cases over is worth it, from scores that every row got without being fitted on. */
export async function judge(
  table: AnyTable,
  ask: JudgeAsk = {},
  options: RunOptions = {},
): Promise<Verdict> {
  refuseUnknown('judge', ask, Object.keys(JUDGE), within('options'));
  refuseUnknownFitOptions('judge, options', ask.options);
  return study.judge(study.namedTable(table), ask, runOf(options));
}

/** Which method fits a table best, by cross-validation: what `auto` does. */
export async function choose(
  table: AnyTable,
  ask: FitOptions = {},
  options: RunOptions = {},
): Promise<Choice> {
  refuseUnknownFitOptions('choose', ask);
  return study.choose(study.namedTable(table), ask, runOf(options));
}

const SETTING: Keys<NonNullable<FitAsk['setting']>> = {
  ...{ rate: true, cost: true, densityRatio: true, budget: true },
};

const FIT: Keys<FitAsk> = {
  ...{ method: true, setting: true, calibrationShare: true, training: true },
  ...{ modelVersion: true, columns: true },
};

/** Learns when to hand over, from a table of past predictions; chooses the method unless told. */
export async function fit(
  table: AnyTable,
  ask: FitAsk = {},
  options: RunOptions = {},
): Promise<Fitting> {
  const settings = Object.fromEntries(Object.keys(SETTING).map((key) => [key, `setting.${key}`]));
  refuseUnknown('fit', ask, Object.keys(FIT), { ...within('training'), ...settings });
  refuseUnknown('fit, setting', ask.setting ?? {}, Object.keys(SETTING));
  refuseUnknownFitOptions('fit, training', ask.training);
  return study.fit(table, ask, runOf(options));
}

const COMPARE: Keys<CompareAsk> = {
  ...{ methods: true, method: true, expert: true, rate: true, rates: true, seeds: true },
  ...{ options: true, calibrationShare: true, measures: true },
};
const MEASURES: Keys<MeasureAsk> = {
  bands: true,
  errorCost: true,
  answers: true,
  budget: true,
  groupColumn: true,
};

/** Methods × random seeds, fitted on one table and measured on another. */
export async function compare(
  tables: { readonly fit: AnyTable; readonly test: AnyTable },
  ask: CompareAsk = {},
  options: RunOptions = {},
): Promise<Comparison> {
  const measures = Object.fromEntries(Object.keys(MEASURES).map((key) => [key, `measures.${key}`]));
  refuseUnknown('compare', ask, Object.keys(COMPARE), { ...within('options'), ...measures });
  refuseUnknown('compare, measures', ask.measures ?? {}, Object.keys(MEASURES));
  refuseUnknownFitOptions('compare, options', ask.options);
  const fitted = study.namedTable(tables.fit, 'fit');
  const test = study.namedTable(tables.test, 'test');
  if (fitted.hash === test.hash)
    throw new InputError(
      `compare: ${test.name} is the very table that is fitted, and what is tested must not have been fitted. Give other rows, or cut one table in two with splitTable.`,
    );
  return study.compare({ fit: fitted, test }, ask, runOf(options));
}

const TUNE: Keys<TuneSetting> = { ...SETTING, traffic: true, perGroup: true };

/** Sets the threshold again; nothing is retrained. */
export function tune(policy: Policy, setting: TuneSetting): Tuning {
  refuseUnknown('tune', setting, Object.keys(TUNE));
  return study.tune(policy, setting);
}

/** The ranges that a test relies on, declared before its rows are seen. */
const RANGES = {
  largestCost: true,
  largestWeight: true,
  largestCluster: true,
  smallestPropensity: true,
} as const;

const CERTIFY: Keys<CertifyAsk> = {
  ...{ confidence: true, seed: true, errorCost: true, groups: true, bounds: true, perClass: true },
  ...RANGES,
};

/**
 * Tests the policy's thresholds on rows that nothing was fitted or chosen on, and sets the one that
 * keeps the promises. The table's clusters, weights, propensities and costs are honoured as they are.
 */
export function certify(
  policy: Policy,
  table: AnyTable,
  promises: AskedPromises,
  ask: CertifyAsk = {},
): Certification {
  const fourth = Object.fromEntries(
    Object.keys(CERTIFY).map((key) => [key, `the fourth argument's ${key}`]),
  );
  const names = PROMISES.map(({ name }) => name);
  refuseUnknown('certify, promises', promises, names, fourth);
  refuseUnknown('certify', ask, Object.keys(CERTIFY));
  return study.certify(policy, table, promises, ask);
}

const EVALUATE: Keys<EvaluateAsk> = {
  ...{ seed: true, confidence: true, errorCost: true, answers: true, groupColumn: true },
  ...RANGES,
};

/** A policy on rows with the truth and the expert's answers: what it did, and what that was worth. */
export function evaluate(policy: Policy, table: AnyTable, ask: EvaluateAsk = {}): Evaluation {
  refuseUnknown('evaluate', ask, Object.keys(EVALUATE));
  return study.evaluate(policy, table, ask);
}
