import type { Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { prepareComparison } from './prepare.js';

describe('what is compared where nobody can be asked', () => {
  const side = { table: { ...world({ rows: 60 }), experts: [] }, hash: 'a', name: 'cases.csv' };
  const sides = { fit: side, test: { ...side, hash: 'b' } };

  it('is confidence and rejection, with nobody as the expert', () => {
    const { ask, ...found } = prepareComparison(sides, { method: 'reject', rate: 0.99 });
    expect(ask).toMatchObject({ methods: ['conf', 'reject'], method: 'reject' });
    expect(found.sides.test.table.experts.map(({ name }) => name)).toEqual(['reject']);
    expect(found.estimated).toEqual([]);
  });

  it('is rejection alone where nothing tells how sure the model is', () => {
    const { model: _, label, ...rest } = side.table;
    const table: Table = {
      ...rest,
      classes: [],
      modelCorrect: Float32Array.from(label!, (l) => +(l > 0)),
    };
    const bare = { fit: { ...side, table }, test: { ...side, table, hash: 'b' } };
    expect(prepareComparison(bare, { method: 'reject' }).ask.methods).toEqual(['reject']);
  });

  it('is refused before training where nothing would be answered', () => {
    expect(() => prepareComparison(sides, { method: 'reject', rate: 1 })).toThrow(
      /rate: 1 turns every case away/,
    );
  });
});

it('a table is not tested on what was fitted', () => {
  const side = { table: world({ rows: 60 }), hash: 'a', name: 'cases.csv' };
  expect(() => prepareComparison({ fit: side, test: side }, {})).toThrow(
    expect.objectContaining({ code: 'tested-is-fitted', details: { table: 'cases.csv' } }),
  );
});
