import { expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../test/tables.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { methodNamed } from './registry.js';

const table = randomTable({ rows: 200, classes: 4 });

it('a name says method, shape and inputs, in one canonical order', () => {
  expect(methodNamed('diff01+calibrated+linear').name).toBe('diff01+linear+calibrated');
  expect(methodNamed('drcpe-gce-g0.5+network').name).toBe('drcpe-gce');
  expect(methodNamed('diff01+linear')).toMatchObject({ seeded: false, family: 'comparison' });
  expect(methodNamed('diff01+full')).toMatchObject({ seeded: true });
});

it('what is not understood, said twice or has no scorer is refused', () => {
  expect(() => methodNamed('diff01+bent')).toThrow(/\+bent.*is not understood/);
  expect(() => methodNamed('diff01+full+calibrated')).toThrow(/\+calibrated.*not understood/);
  expect(() => methodNamed('conf+linear')).toThrow(/conf has no scorer to shape/);
  expect(() => methodNamed('dif01+linear')).toThrow(/Did you mean diff01/);
});

it('the name decides, whatever options say', () => {
  const { scorer } = methodNamed('diff01+linear+calibrated').fit(table, {
    scorer: 'network',
    features: 'paper',
    epochs: 1,
  });
  expect(scorer!.features.kind).toBe('calibrated');
  expect(scorer!.networks[0].hidden).toEqual([]);
  const other = methodNamed('diff01').fit(table, { scorer: 'linear', features: 'calibrated' });
  expect(other.scorer).toEqual(scorer);
});

it('tables that cannot feed the inputs are told so', () => {
  const { whyUnusable } = methodNamed('diff01+linear+calibrated');
  expect(whyUnusable(table, 0)).toBeNull();
  expect(whyUnusable(classlessTable('correct'), 0)?.message).toMatch(/class probabilities/);
  expect(methodNamed('diff01+linear').whyUnusable(classlessTable('correct'), 0)).toBeNull();
});

it.each(['diff01+linear+calibrated', 'drcpe-gce+linear', 'drcpe-gce-logistic+linear+full'])(
  '%s becomes a policy that goes through its file',
  (method) => {
    const policy = fitPolicy(table, { method });
    expect(policy.method).toBe(method);
    expect(parsePolicy(printPolicy(policy))).toEqual(policy);
  },
);
