import type { StoredCertificate } from '@cede/core';
import type { CertificateSeen } from '@cede/study';
import { expect, it } from 'vitest';
import { certificatesText } from './certificates-seen.js';

const certificate = {
  applies: true,
  promises: { maxError: 0.05 },
  confidence: 0.9,
  rows: 800,
  table: { rows: 800 },
} as unknown as StoredCertificate;
const broken: CertificateSeen = {
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

it('says what the rows show of every promise, in which group, and at which threshold', () => {
  const both = { ...certificate, promises: { maxKeptError: 0.05, minGain: 0.01 } };
  const found = [
    { promise: 'minGain', promised: 0.01, found: 0.024, pValue: 1, contradicted: false },
    { promise: 'maxKeptError', promised: 0.05, found: 0.031, pValue: 1, contradicted: false },
  ] as const;
  const seen = { certificate: both, applies: true, contradicted: false, promises: found };
  expect(certificatesText([seen])[0]).toMatch(
    /contradict it \(found 3\.10 % and \+2\.40 points\)\.$/,
  );
  const groups = found.map((each) => ({ ...each, group: 'b' }));
  expect(certificatesText([{ ...seen, promises: groups.slice(1), lowered: true }])[0]).toMatch(
    /\(found 3\.10 % in b, the worst at the certified threshold\)\.$/,
  );
});
