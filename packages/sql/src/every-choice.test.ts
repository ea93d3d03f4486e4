import {
  candidatesFor,
  fitPolicy,
  type Policy,
  parsePolicy,
  printPolicy,
  type Table,
} from '@cede/core';
import { describe, expect, it } from 'vitest';
import { syntheticTable } from '../../onnx/test/synthetic-table.js';
import { agreement, type Case } from '../test/agreement.js';
import { decideInDuckDb } from '../test/duckdb.js';
import { policyToSql } from './index.js';

/** Whatever `auto` may choose today has an SQL form: each of its candidates, fitted and run. */
const withColumns = syntheticTable(500, 3, 3, true);
const alone = syntheticTable(500, 3, 3, false);
/** What an error costs depends on which: the candidates that read a cost matrix. */
const priced = { ...withColumns, costMatrix: Float64Array.of(0, 1, 20, 5, 0, 3, 1, 8, 0) };
/** No classes, only what each answer lost and columns: `drcpe-given`. */
const lost: Table = {
  ...{ rows: withColumns.rows, columns: withColumns.columns, classes: [] },
  modelLoss: Float32Array.from(withColumns.columns[0].values, (skill) => 1 + Math.max(0, skill)),
  experts: [
    {
      ...{ name: 'panel', kind: 'losses' },
      losses: Float32Array.from(withColumns.columns[0].values, (_, i) => 1 + (i % 7) / 10),
    },
  ],
};
const names = (table: typeof alone) => candidatesFor(table).map(({ name }) => name);

/** Members of every family that a mix joins: closed forms of one head and of two, trees, networks. */
const MIXES = [
  'mix:0.6*ridge:0.4*logistic+linear-calibrated',
  'mix:0.5*logistic:0.3*boosting:0.2*diff01+calibrated',
];

const casesOf = ({ rows, model, classes, columns }: typeof alone, { scorer }: Policy): Case[] =>
  Array.from({ length: rows }, (_, i) => ({
    probabilities: Array.from(model?.subarray(i * classes.length, (i + 1) * classes.length) ?? []),
    columns: scorer.features.columns.map((_, j) => columns[j].values[i]),
  }));

it('is about every candidate there is', () => {
  const tried = new Set([withColumns, alone, priced, lost].flatMap(names));
  for (const always of ['drcpe-given', 'drcpe-cost', 'drcpe-cost-ginf+linear', 'boosting'])
    expect(tried).toContain(always);
});

describe.each([
  ['probabilities and columns', withColumns, ['drcpe-zeroone', 'drcpe-prob01', ...MIXES]],
  ['probabilities alone', alone, ['drcpe-zeroone', 'drcpe-prob01', ...MIXES]],
  ['a cost matrix', priced, []],
  ['losses and columns', lost, []],
])('%s', (_, table, others) => {
  it.each([...names(table), ...others])('%s', async (method) => {
    const fitted = fitPolicy(table, { method, epochs: 2, rate: 0.3 });
    // As it comes out of its file, which is what is exported.
    const policy: Policy = parsePolicy(printPolicy(fitted));
    const columns = policy.scorer.features.columns.map(({ name }) => name);
    const renamed = columns.map((name, j) => [name, `column ${j}`] as const);
    let sql = policyToSql(policy, { dialect: 'duckdb', table: 'chosen' });
    for (const [name, there] of renamed) sql = sql.replaceAll(`"${name}"`, `"${there}"`);
    const cases = casesOf(table, policy);
    const found = agreement(policy, cases, await decideInDuckDb(sql, cases, 'chosen'));
    expect(found.worst).toBeLessThanOrEqual(1);
    expect(found.wrong).toBe(0);
    expect(found.deferred).toBeGreaterThan(50);
  });
});
