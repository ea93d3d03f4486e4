import { describe, expect, it } from 'vitest';
import { verdictSentences } from './verdict.js';

describe('the verdict in words', () => {
  it('is about costs first where errors have a price, accuracy second', () => {
    const sentence = "Can't tell yet: the best estimate is a gain of 1.00 points.";
    expect(verdictSentences({ sentence })).toEqual([sentence]);
    const costs = { sentence: 'Defer: at a rate of 5 % handing over saves 3.4 per case.' };
    expect(verdictSentences({ sentence, costs: costs as never })).toEqual([
      costs.sentence,
      "In accuracy alone: can't tell yet: the best estimate is a gain of 1.00 points.",
    ]);
    expect(verdictSentences({ sentence, costs: costs as never, answers: 'least-cost' })[1]).toBe(
      "In accuracy alone, answering by least expected cost: can't tell yet: the best estimate is a gain of 1.00 points.",
    );
  });
});
