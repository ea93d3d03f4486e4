import { fitPolicy, type Policy, type StoredCertificate, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { pricedRows } from '../../test/priced-rows.js';
import { certificatesSeen } from './certificates.js';

const [expert] = pricedRows.experts;
const right: Table = {
  ...pricedRows,
  modelCost: undefined,
  experts: [{ ...expert, cost: undefined }],
};
const matrix = { costMatrix: Float64Array.of(0, 7, 9, 0) };
const columns = [{ name: 'f_x', values: Float32Array.of(0, 1, 2, 3) }];
const lossRows: Table = {
  rows: 4,
  classes: [],
  modelLoss: Float32Array.of(2, 2, 0, 0),
  experts: [{ name: 'e', kind: 'losses', losses: Float32Array.of(1, 1, 1, 1) }],
  columns,
};
const correctRows: Table = {
  rows: 4,
  classes: [],
  modelCorrect: Float32Array.of(0, 0, 1, 1),
  experts: [{ name: 'e', kind: 'correct', correct: Float32Array.of(1, 0, 1, 0) }],
  columns,
};
const options = { calibrationShare: 0, rate: 0.5, epochs: 1 };
const policies = {
  conf: fitPolicy(right, { ...options, method: 'conf' }),
  reject: fitPolicy(lossRows, { ...options, method: 'reject' }),
  linear: fitPolicy(correctRows, { ...options, method: 'linear' }),
};

function checked(by: keyof typeof policies, unit: object, table: Table) {
  const certificate = {
    applies: true,
    promises: { maxError: 0.05 },
    confidence: 0.9,
    threshold: '-inf',
    groups: 1,
    table: { rows: 800 },
    ...unit,
  } as unknown as StoredCertificate;
  const policy: Policy = { ...policies[by], certificates: [certificate] };
  return certificatesSeen(policy, table)[0];
}

describe('rows that do not tell what a certificate counted', () => {
  const byLosses = { cost: { largest: 2, pricedBy: 'losses' } };
  const byMatrix = { cost: { largest: 9, pricedBy: 'matrix' } };
  const byPrice = { cost: { largest: 10, errorCost: 10, pricedBy: 'error' } };
  it.each([
    ['reject', byLosses, correctRows, 'no-losses'],
    ['linear', byLosses, correctRows, 'no-losses'],
    ['reject', { cost: { largest: 2 } }, correctRows, 'no-costs'],
    ['conf', byMatrix, right, 'no-cost-matrix'],
    ['reject', byPrice, lossRows, 'has-losses'],
    ['linear', {}, lossRows, 'has-losses'],
  ] as const)('%s: %j', (by, unit, table, why) => {
    expect(checked(by, unit, table)).toMatchObject({ missing: why, promises: [] });
  });

  it('are held against what they do tell', () => {
    const found = (by: keyof typeof policies, unit: object, table: Table) => {
      const { missing, promises } = checked(by, unit, table);
      expect(missing).toBeUndefined();
      return promises[0].found;
    };
    // Nothing handed over: two wrong answers of four.
    expect(found('reject', byLosses, lossRows)).toBeCloseTo(0.5, 9);
    expect(found('conf', byMatrix, { ...right, ...matrix })).toBeCloseTo(14 / 36, 9);
    // A matrix that came later does not change the price that was certified, nor a share of errors.
    expect(found('conf', byPrice, { ...right, ...matrix })).toBeCloseTo(0.5, 9);
    expect(found('conf', {}, { ...right, ...matrix })).toBeCloseTo(0.5, 9);
    // A rate needs scores only, whatever rows it was certified on.
    const rate = { ...byLosses, promises: { maxRate: 0.2 } };
    expect(found('reject', rate, correctRows)).toBe(0);
  });
});
