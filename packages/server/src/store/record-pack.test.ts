import { expect, it } from 'vitest';
import { decisionRow } from '../../test/store-contract.js';
import { RecordPack } from './record-pack.js';

const rows = [
  decisionRow('plain', { at: 1.8e12, step: 3, priority: -0.25, mark: 'audit', deferred: true }),
  decisionRow('über 日本 🙂', { route: 'Ärztin', renews: true, facts: '{"group":"é"}' }),
  decisionRow('long', { policy: 'another', inputs: JSON.stringify('ñ'.repeat(200_000)) }),
  ...Array.from({ length: 300 }, (_, k) => decisionRow(`row ${k}`, { priority: k / 7 })),
];
const whole = rows.map((row) => ({ renews: false, ...row }));

it('gives back what was put in, in its order, also to another thread', () => {
  const pack = RecordPack.of(rows);
  expect(pack.length).toBe(rows.length);
  expect([...pack]).toEqual(whole);
  expect([...RecordPack.from(structuredClone(pack.shared))]).toEqual(whole);
});

it('finds a case by its key, and forgets it when it is cleared', () => {
  const pack = RecordPack.of(rows);
  expect(pack.find('p', 'über 日本 🙂', 0)).toEqual(whole[1]);
  expect(pack.find('p', 'plain')).toEqual(whole[0]);
  expect(pack.find('p', 'plain', 0)).toBeUndefined();
  expect(pack.find('p', 'long')).toBeUndefined();
  expect(pack.find('another', 'long', 0)).toEqual(whole[2]);
  pack.clear();
  expect(pack.find('p', 'plain')).toBeUndefined();
  pack.add(decisionRow('next'));
  expect([...pack].map(({ id }) => id)).toEqual(['next']);
});
