import {
  type FitOptions,
  fitPolicyOn,
  inputOf,
  methodNamed,
  printPolicy,
  scoreRows,
  splitTable,
  type Table,
} from '@cede/core';
import type { Cell, CellFunctions, CellWork } from '@cede/run';

/**
 * The grid of a comparison. A cell trains one method with one seed on all rows of FIT and scores
 * TEST; a deployed cell keeps calibration rows aside and makes a policy. Tables are cells too,
 * named by their content and held in memory (table-ledger.ts).
 */
export interface ScoreSpec {
  readonly method: string;
  readonly options: FitOptions;
}

export interface DeploySpec extends ScoreSpec {
  readonly calibrationShare: number;
  readonly rates: readonly number[];
}

export interface DeployResult {
  /** policy.json, set to the first of the rates. */
  readonly policy: string;
  readonly calibrationRows: number;
  readonly scores: Float32Array;
}

export const TABLE_KIND = 'table';

export const tableCell = (hash: string): Cell => ({ kind: TABLE_KIND, spec: { hash } });

export function scoreCell(fit: Cell, test: Cell, spec: ScoreSpec): Cell {
  return { kind: 'compare-scores/1', spec, needs: { fit, test } };
}

export function deployCell(fit: Cell, test: Cell, spec: DeploySpec): Cell {
  return { kind: 'compare-deployed/1', spec, needs: { fit, test } };
}

export const compareFunctions: CellFunctions = {
  'compare-scores/1': ({ spec, needs, report }: CellWork<ScoreSpec>) => {
    const fitted = methodNamed(spec.method).fit(needs.fit as Table, {
      ...spec.options,
      onProgress: ({ done }) => report({ done: 0.95 * done }),
    });
    return { scores: fitted.score(needs.test as Table) };
  },
  'compare-deployed/1': ({ spec, needs, report }: CellWork<DeploySpec>): DeployResult => {
    const table = needs.fit as Table;
    const { fit, test } = splitTable(table, {
      testShare: spec.calibrationShare,
      seed: spec.options.seed ?? 0,
      purpose: 'calibration',
    });
    const policy = fitPolicyOn(fit, test, false, table.rows, {
      ...spec.options,
      method: spec.method,
      rate: spec.rates[0],
      onProgress: ({ done }) => report({ done: 0.95 * done }),
    });
    const scores = scoreRows(policy.scorer, inputOf(needs.test as Table, policy.scorer.features));
    return { policy: printPolicy(policy), calibrationRows: test.rows, scores };
  },
};
