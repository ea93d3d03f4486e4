import {
  AUTO_MEMBERS,
  answeredFit,
  choose,
  type FitOptions,
  fitPolicyOn,
  inputOf,
  keepFeatures,
  methodNamed,
  printPolicy,
  scoreRows,
  splitTable,
} from '@cede/core';
import type { Cell, CellFunctions, CellWork } from '@cede/run';
import type { StudyContext } from '../run/run.js';

/**
 * The grid of a comparison. A cell trains one method with one seed on all rows of FIT and scores
 * TEST; a deployed cell keeps calibration rows aside and makes a policy. A spec names tables by
 * their hash; the tables themselves come with the runner, in shared memory.
 */
export interface ScoreSpec {
  readonly fit: string;
  readonly test: string;
  readonly method: string;
  readonly options: FitOptions;
}

export interface DeploySpec extends ScoreSpec {
  readonly calibrationShare: number;
  /** One of the two sets the threshold. */
  readonly rate?: number;
  readonly budget?: number;
}

/** What the fit behind a deployed policy gives. */
export interface DeployResult {
  /** policy.json. */
  readonly policy: string;
  readonly calibrationRows: number;
  readonly scores: Float32Array;
}

export const scoreCell = (spec: ScoreSpec): Cell => ({ kind: 'compare-scores/1', spec });

export const deployCell = (spec: DeploySpec): Cell => ({ kind: 'compare-deployed/1', spec });

export const scoreFunctions: CellFunctions = {
  'compare-scores/1': ({ spec, context, report }: CellWork<ScoreSpec>) => {
    const { tables } = context as StudyContext;
    // Every method and seed scores these rows.
    keepFeatures(tables[spec.test].model);
    const { table } = answeredFit(tables[spec.fit], spec.options);
    const fitted = methodNamed(spec.method).fit(table, {
      ...spec.options,
      onProgress: ({ done }) => report({ done: 0.95 * done }),
    });
    return { scores: fitted.score(tables[spec.test]) };
  },
  'compare-deployed/1': ({ spec, context, report }: CellWork<DeploySpec>): DeployResult => {
    const { tables } = context as StudyContext;
    const table = tables[spec.fit];
    const { fit, test } = splitTable(table, {
      testShare: spec.calibrationShare,
      seed: spec.options.seed ?? 0,
      purpose: 'calibration',
    });
    // As `fit` does it: candidates are single networks, only of the winner several are averaged.
    const choice =
      spec.method === 'auto'
        ? choose(fit, spec.options, (done) => report({ done: 0.9 * done }))
        : undefined;
    const policy = fitPolicyOn(fit, test, false, table.rows, {
      ...spec.options,
      method: choice?.method ?? spec.method,
      ...(choice && { choice, members: AUTO_MEMBERS }),
      ...(spec.budget === undefined ? { rate: spec.rate } : { budget: spec.budget }),
      hash: spec.fit,
      onProgress: ({ done }) => report({ done: choice ? 0.9 + 0.05 * done : 0.95 * done }),
    });
    const scores = scoreRows(policy.scorer, inputOf(tables[spec.test], policy.scorer.features));
    return { policy: printPolicy(policy), calibrationRows: test.rows, scores };
  },
};
