import { join } from 'node:path';
import { area, deferralCurve, methodNamed, outcomesOf, splitTable } from '@cede/core';
import { readTable } from '@cede/data/node';
import { describe, expect, it } from 'vitest';

// docs/experts.md and bench/votes.js, in small: two seeds instead of eleven, and half of the epochs.
const folder = process.env.CEDE_DATA;

describe.skipIf(!folder)('votes as the truth of real pictures (CEDE_DATA)', () => {
  it('marginal and joint ideals learn different scores of nearly the same worth', async () => {
    const table = await readTable(join(folder!, 'tables/cifar10h/cifar10h.csv'), {
      model: 'lowacc_p*',
      expert: ['human_single'],
      labelVotes: 'human_count*',
      leaveExpertOut: true,
      features: [],
    });
    const { fit, test } = splitTable(table, { testShare: 0.5, seed: 0 });
    const outcomes = outcomesOf(test);
    const fitted = (name: string) =>
      [0, 1].map((seed) => methodNamed(name).fit(fit, { seed, epochs: 50 }).score(test));
    const points = (scores: Float32Array[]) =>
      scores.reduce(
        (sum, each) => sum + 50 * area(deferralCurve(each, outcomes.model, outcomes.expert)),
        0,
      );
    const random = 100 * area(deferralCurve(new Float32Array(test.rows), ...sides(outcomes)));
    for (const loss of ['zeroone', 'gce']) {
      const joint = fitted(`drcpe-${loss}`);
      const marginal = fitted(`drcpe-marginal-${loss}`);
      expect(marginal[0]).not.toEqual(joint[0]);
      expect(points(marginal)).toBeGreaterThan(random + 2.5);
      expect(Math.abs(points(marginal) - points(joint))).toBeLessThan(0.25);
    }
  });
});

const sides = ({ model, expert }: { model: Float32Array; expert: Float32Array }) =>
  [model, expert] as const;
