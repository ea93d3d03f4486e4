import { InputError, insist, splitRows, tableFromArrays } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { advised } from './advice.js';

/** A refusal as the terminal shows it. */
function printed(refuse: () => unknown): string {
  try {
    refuse();
  } catch (error) {
    if (error instanceof InputError) return advised(error);
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('what the terminal says', () => {
  const table = tableFromArrays({
    label: [0, 1],
    model: [
      [0.6, 0.4],
      [0.2, 0.8],
    ],
    expert: [0, 1],
  });

  it('adds what to type to a refusal of core', () => {
    expect(printed(() => splitRows(table, { testShare: 0.5, seed: 0, by: 'time' }))).toBe(
      'a split by time needs a time column. Name it with --time.',
    );
  });

  it('adds nothing where there is nothing to type', () => {
    expect(printed(() => splitRows(table, { testShare: 2, seed: 0 }))).toBe(
      'the test share is 2 (expected more than 0 and less than 1).',
    );
    expect(printed(() => insist(false, () => 'no.', 'column-missing'))).toBe('no.');
  });
});
