import { fitPolicy, stream, type Table } from '@cede/core';
import { expect, it } from 'vitest';
import { createRowDecider } from './row-decider.js';

it('a row that comes back with the expert answer gets the answer of both', () => {
  const random = stream(2, 'joined');
  const rows = 200;
  const p = Float32Array.from({ length: rows }, () => random.uniform());
  const label = Int32Array.from(p, (each) => +(random.uniform() < each));
  const table: Table = {
    rows,
    classes: ['no', 'yes'],
    label,
    model: Float32Array.from({ length: 2 * rows }, (_, k) => (k % 2 ? p[k >> 1] : 1 - p[k >> 1])),
    experts: [
      {
        name: 'nurse',
        kind: 'labels',
        labels: label.map((truth) => (random.uniform() < 0.7 ? truth : 1 - truth)),
      },
    ],
    columns: [],
  };
  const decider = createRowDecider(fitPolicy(table, { method: 'linear', combine: true }));
  // The model is sure, the nurse is often wrong: her "no" doesn't outweigh 99 %.
  const sure = decider.decide({ model: [0.01, 0.99], nurse_label: 'no' });
  expect(sure.combine!.answer).toBe('yes');
  expect(decider.decide({ model: [0.5, 0.5], nurse_label: 'no' }).combine!.answer).toBe('no');
  expect(decider.decide({ model: [0.01, 0.99] })).not.toHaveProperty('combine');
  expect(() => decider.decide({ model: [0.5, 0.5], nurse_label: 'maybe' })).toThrow(
    'nurse answered "maybe", which is none of the classes',
  );
  const plain = createRowDecider(fitPolicy(table, { method: 'linear' }));
  expect(plain.decide({ model: [0.5, 0.5], nurse_label: 'no' })).not.toHaveProperty('combine');
});
