import { fitPolicy, type Policy, type StoredCertificate, type Table } from '@cede/core';
import type { NamedTable } from '@cede/study';
import { describe, expect, it } from 'vitest';
import { pricedRows } from '../../../study/test/priced-rows.js';
import { type CheckedCertificate, certificatesText, checkCertificates } from './certificates.js';

const certificate = {
  applies: true,
  promises: { maxError: 0.05 },
  confidence: 0.9,
  rows: 800,
  table: { rows: 800 },
} as unknown as StoredCertificate;
const broken: CheckedCertificate = {
  certificate,
  applies: true,
  contradicted: true,
  promises: [
    { promise: 'maxError', promised: 0.05, found: 0.09, pValue: 0.004, contradicted: true },
  ],
};

it('a contradiction may be chance, and says how often it is', () => {
  const [head, found, why, ...more] = certificatesText([broken]);
  expect(head).toMatch(/90 % confidence, 800 rows: CONTRADICTED by these rows\.$/);
  expect(found).toMatch(/largest error: promised 5\.00 %, found 9\.00 % \(p = 0\.0040\)\.$/);
  expect(why).toMatch(/Cases have changed, .*or it is chance.*up to 10 % of all certificates/);
  expect(more).toEqual([]);
  const surer = { ...broken, certificate: { ...certificate, confidence: 0.999 } };
  expect(certificatesText([surer])[2]).toContain('up to 0.1 % of all certificates');
  const kept = certificatesText([{ ...broken, contradicted: false, promises: [] }]);
  expect(kept.join()).not.toContain('chance');
});

it('one of a group tells the rows of that group, and a confidence that is never rounded up', () => {
  const group = { column: 'task', names: ['code'] };
  const own = { ...certificate, confidence: 1 - 0.05 / 4, rows: 197, group };
  const kept = { certificate: own, applies: true, contradicted: false, promises: [] };
  expect(certificatesText([kept])[0]).toContain('(task: code), 98.75 % confidence, 197 rows:');
  const surest = { ...kept, certificate: { ...own, confidence: 0.999999 } };
  expect(certificatesText([surest])[0]).toContain('99.99 % confidence');
});

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
  const checked = { table, hash: 'h', name: 't', issues: [] } as unknown as NamedTable;
  const stored = { ...certificate, threshold: '+inf', groups: 1 };
  const policy = fitPolicy(table, { method: 'conf', calibrationShare: 0, rate: 0.5 });
  const certified = (unit: object, by = policy): Policy => ({
    ...by,
    certificates: [{ ...stored, ...unit } as StoredCertificate],
  });
  const budget = { budget: { asked: 0.1, largest: 2 } };

  it("don't contradict a promise about costs, and don't end the evaluation", () => {
    for (const unit of [budget, { cost: { largest: 2 } }]) {
      const [{ contradicted, promises, untold }] = checkCertificates(certified(unit), checked);
      expect({ contradicted, untold }).toEqual({ contradicted: false, untold: undefined });
      expect(promises[0]).toMatchObject({ promise: 'maxError', found: 0 });
    }
  });

  it('a policy that asks nobody has nothing to hold a budget against', () => {
    const rejecting = fitPolicy(table, { method: 'reject', calibrationShare: 0, rate: 0.5 });
    const [{ contradicted, untold }] = checkCertificates(certified(budget, rejecting), checked);
    expect(contradicted).toBe(false);
    expect(untold).toContain('asks nobody');
  });
});
