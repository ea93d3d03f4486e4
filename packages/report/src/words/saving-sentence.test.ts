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
    { currency: '€', per: 1, decimals: 2 },
  );

describe('what handing over saves', () => {
  it('is a claim where the interval is on one side of 0, and none where it holds it', () => {
    expect(told(3.4, 1.25, 5.5)).toEqual({
      claim: 'Sending 12 % of cases to the nurse saves €3.40 per case.',
      evidence:
        'Errors and answers together cost €6.60 instead of €10.00 per case: €3.40 less (95 % interval €1.25 to €5.50).',
    });
    expect(told(-2, -3, -1)).toEqual({
      claim: 'Sending 12 % of cases to the nurse costs €2.00 more per case.',
      evidence:
        'Errors and answers together cost €12.00 instead of €10.00 per case: €2.00 more (95 % interval €1.00 to €3.00).',
    });
    expect(told(1, -1, 3)).toEqual({
      claim: 'Sending 12 % of cases to the nurse makes no clear difference to the cost.',
      evidence:
        'Errors and answers together cost €9.00 instead of €10.00 per case: €1.00 less (95 % interval −€1.00 to €3.00).',
    });
  });
});
