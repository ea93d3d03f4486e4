import type { InputError } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { trainingOf } from './training.js';

const one = world({ rows: 40 });
const table = { ...one, experts: ['ann', 'bob'].map((name) => ({ ...one.experts[0], name })) };

const refused = (work: () => unknown): InputError => {
  try {
    work();
  } catch (error) {
    return error as InputError;
  }
  throw new Error('nothing was refused');
};

describe('options of the fits', () => {
  it('are called training, and were called options', () => {
    expect(trainingOf('judge', table, { training: { epochs: 3 } })).toEqual({ epochs: 3 });
    expect(trainingOf('judge', table, { options: { epochs: 3 } })).toEqual({ epochs: 3 });
    const both = refused(() => trainingOf('judge', table, { training: {}, options: {} }));
    expect(both.message).toMatch(/options is the former name of training/);
  });

  it('know the expert by name and by place', () => {
    expect(trainingOf('fit', table, { expert: 'bob' })).toEqual({ expert: 1 });
    expect(trainingOf('fit', table, { expert: 1 })).toEqual({ expert: 1 });
    // The first is the default: naming it must not make another cell of the same work.
    expect(trainingOf('fit', table, { expert: 'ann', training: { seed: 2 } })).toEqual({ seed: 2 });
    const unknown = refused(() => trainingOf('fit', table, { expert: 'eve' }));
    expect(unknown.message).toMatch(/expert "eve" is asked for, there are ann, bob/);
    expect(unknown).toMatchObject({ code: 'expert-missing', details: { asked: 'eve', given: 2 } });
  });

  it('are refused by name where they are unknown or out of range', () => {
    const unknown = refused(() => trainingOf('fit', table, { training: { epoch: 3 } as object }));
    expect(unknown).toMatchObject({ code: 'unknown-name', details: { name: 'epoch' } });
    const wrong = refused(() => trainingOf('fit', table, { training: { epochs: 0 } }));
    expect(wrong).toMatchObject({
      code: 'invalid-value',
      details: { path: 'epochs', expected: 'a whole number from 1', found: 0 },
    });
  });
});
