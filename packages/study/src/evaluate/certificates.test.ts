import { fitPolicy, type Policy, type StoredCertificate, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { pricedRows } from '../../test/priced-rows.js';
import { certificatesSeen } from './certificates.js';

const certificate = {
  applies: true,
  promises: { maxError: 0.05 },
  confidence: 0.9,
  rows: 800,
  table: { rows: 800 },
} as unknown as StoredCertificate;
describe('rows that cost nothing', () => {
  const [expert] = pricedRows.experts;
  const table: Table = {
    ...pricedRows,
    model: Float32Array.of(0.6, 0.4, 0.7, 0.3, 0.2, 0.8, 0.1, 0.9),
    experts: [
      { name: expert.name, kind: 'labels', labels: pricedRows.label!, cost: new Float32Array(4) },
    ],
    modelCost: undefined,
  };
  const stored = { ...certificate, threshold: '+inf', groups: 1 };
  const policy = fitPolicy(table, { method: 'conf', calibrationShare: 0, rate: 0.5 });
  const certified = (unit: object, by = policy): Policy => ({
    ...by,
    certificates: [{ ...stored, ...unit } as StoredCertificate],
  });
  const budget = { budget: { asked: 0.1, largest: 2 } };

  it("don't contradict a promise about costs, and don't end the evaluation", () => {
    for (const unit of [budget, { cost: { largest: 2 } }]) {
      const [{ contradicted, promises, missing }] = certificatesSeen(certified(unit), table);
      expect({ contradicted, missing }).toEqual({ contradicted: false, missing: undefined });
      expect(promises[0]).toMatchObject({ promise: 'maxError', found: 0 });
    }
  });

  it('a policy that asks nobody has nothing to hold a budget against', () => {
    const rejecting = fitPolicy(table, { method: 'reject', calibrationShare: 0, rate: 0.5 });
    const [{ contradicted, missing }] = certificatesSeen(certified(budget, rejecting), table);
    expect(contradicted).toBe(false);
    expect(missing).toBe('asks-nobody');
  });
});
