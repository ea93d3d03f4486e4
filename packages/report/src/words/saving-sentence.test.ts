import { describe, expect, it } from 'vitest';
import { savingSentence } from './saving-sentence.js';

const told = (estimate: number, lower: number, upper: number) =>
  savingSentence(
    {
      finding: { rate: 0.12, cost: 10 - estimate },
      modelAlone: 10,
      saving: { estimate, lower, upper },
    },
    'the nurse',
  );

describe('what handing over saves', () => {
  it('is a claim where the interval is on one side of 0, and none where it holds it', () => {
    expect(told(3.4, 1.25, 5.5)).toBe(
      'Handing 12 % of cases to the nurse saves 3.4 per case (1.25 … 5.5, 95 % interval): 6.6 instead of 10, errors and answers together.',
    );
    expect(told(-2, -3, -1)).toBe(
      'Handing 12 % of cases to the nurse costs 2 per case more (1 … 3, 95 % interval): 12 instead of 10, errors and answers together.',
    );
    expect(told(1, -1, 3)).toBe(
      'Handing 12 % of cases to the nurse makes no clear difference to the cost: it saves 1 per case on these rows (−1 … 3, 95 % interval): 9 instead of 10, errors and answers together.',
    );
  });
});
