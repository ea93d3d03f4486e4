import { describe, expect, it } from 'vitest';
import { alwaysAskingText } from './always-asking.js';

const gain = { estimate: 0.02, lower: 0.004, upper: 0.036 };

describe('always asking, in words', () => {
  it('claims no more than the paired interval shows', () => {
    expect(alwaysAskingText({ gain }, 'accuracy')).toBe(
      'beats the model (+2.00 points, 95 % interval +0.40 to +3.60)',
    );
    expect(alwaysAskingText({ gain: { ...gain, lower: -0.001 } }, 'accuracy')).toBe(
      'no clear difference from the model (+2.00 points, 95 % interval −0.10 to +3.60)',
    );
    const worse = { estimate: -0.02, lower: -0.03, upper: -0.01 };
    expect(alwaysAskingText({ gain: worse }, 'loss')).toContain('is worse than the model (−0.0200');
  });

  it('gives no interval where clusters are too few for one', () => {
    const few = { estimate: 0.02, lower: -1, upper: 1, canTell: false } as const;
    const saving = { ...few, estimate: 3, errorsPriced: true };
    expect(alwaysAskingText({ gain: few, saving }, 'accuracy')).toBe(
      'may beat the model or not (+2.00 points; too few clusters to tell); saves 3 per case here (errors and answers together; too few clusters to tell)',
    );
  });

  it('says what it saves or costs', () => {
    const saving = { estimate: 3.4, lower: 1, upper: 5.8, errorsPriced: true };
    expect(alwaysAskingText({ gain, saving }, 'accuracy')).toContain(
      '; saves 3.4 per case (95 % interval 1 to 5.8; errors and answers together)',
    );
    const dear = { estimate: -3, lower: -5, upper: -1, errorsPriced: false };
    expect(alwaysAskingText({ gain, saving: dear }, 'accuracy')).toContain(
      '; costs 3 per case more (95 % interval 1 to 5; answers alone)',
    );
    expect(alwaysAskingText({ gain, saving: { ...dear, upper: 1 } }, 'accuracy')).toContain(
      '; no clear difference in cost per case (costs 3 more, 95 % interval −1 to 5; answers alone)',
    );
    const price = { ...dear, lower: -3, upper: -3 };
    expect(alwaysAskingText({ gain, saving: price }, 'accuracy')).toContain(
      '; costs 3 per case more (answers alone)',
    );
    const tiny = { estimate: -0.00057, lower: -0.00059, upper: -0.00055, errorsPriced: false };
    expect(alwaysAskingText({ gain, saving: tiny }, 'accuracy')).toContain(
      '; costs 0.57 per 1,000 cases more (95 % interval 0.55 to 0.59; answers alone)',
    );
  });
});
