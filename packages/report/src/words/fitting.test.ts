import { fitPolicy, type Table } from '@cede/core';
import type { Fitting } from '@cede/study';
import { expect, it } from 'vitest';
import { fittingDocument } from './fitting.js';

it('says how a policy answers where not by the most probable class', () => {
  const table: Table = {
    ...{ rows: 4, classes: ['x', 'y'], label: Int32Array.of(0, 0, 1, 1), columns: [] },
    model: Float32Array.of(0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9),
    experts: [{ name: 'e', kind: 'labels', labels: Int32Array.of(0, 1, 1, 0) }],
    costMatrix: Float64Array.of(0, 7, 3, 0),
  };
  const document = (answers: 'argmax' | 'least-cost') => {
    const policy = fitPolicy(table, { method: 'conf', calibrationShare: 0, answers });
    const fitting = { policy, unusedExperts: [], notes: [], setting: {} } as unknown as Fitting;
    return fittingDocument(fitting, 'policy.json');
  };
  expect(document('least-cost')).toMatchObject({ answers: 'least-cost' });
  expect(document('argmax')).not.toHaveProperty('answers');
});
