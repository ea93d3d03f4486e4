import { describe, expect, it } from 'vitest';
import { deferredShare } from '../curve/deferred-share.js';
import { rankScores } from '../curve/ranked-scores.js';
import { type Stream, stream } from '../random/stream.js';
import { addedAtRate, differencesOf } from './added-values.js';
import { deferredAtRate } from './deferred-rows.js';
import { likeRows, rowSpread, weightedMean } from './gain-interval.js';
import { pairSpreads } from './pair-spreads.js';

const ROWS = 700;
const RATES = [0, 0.07, 0.2, 0.333, 0.5, 0.9, 1];
const drawn = (value: () => number) => Float64Array.from({ length: ROWS }, value);

/** Scores as most methods have them, and as those that know only a few. */
const KINDS: [string, (random: Stream) => number][] = [
  ['all scores differ', (random) => random.normal()],
  ['groups of equal scores', (random) => random.below(40)],
  ['three scores', (random) => random.below(3)],
];

function world(value: (random: Stream) => number, seeds: number, kind = KINDS[0][1]) {
  const random = stream(seeds, 'added values');
  const rows = {
    modelValue: drawn(() => value(random)),
    expertValue: drawn(() => value(random)),
  };
  const scores = Array.from({ length: seeds }, () =>
    rankScores(Float32Array.from(drawn(() => kind(random)))),
  );
  return { rows, scores, weight: drawn(() => random.uniform()) };
}

const rightOrWrong = (random: Stream) => random.below(2);
const anyLoss = (random: Stream) => random.uniform();

describe.each(KINDS)('what handing over adds, %s', (_, kind) => {
  it.each([
    ['right or wrong answers', rightOrWrong, false],
    ['losses', anyLoss, false],
    ['weights', rightOrWrong, true],
  ])('is to the bit what one row after the other adds: %s', (_, value, weighed) => {
    for (const seeds of [1, 2, 11]) {
      const { rows, scores, weight } = world(value, seeds, kind);
      const given = { ...rows, ...(weighed && { weight }) };
      for (const rate of RATES) {
        const shares = scores.map((vector) => deferredAtRate(vector, rate, given.weight));
        const own = shares.map((share) =>
          share.map((part, i) => part * (rows.expertValue[i] - rows.modelValue[i])),
        );
        const values = new Float64Array(ROWS);
        for (const list of own)
          list.forEach((each, i) => {
            values[i] += each / seeds;
          });
        const found = addedAtRate(given, differencesOf(given), scores, rate);
        expect(found.values.map((each) => each + 0)).toEqual(values.map((each) => each + 0));
        expect(found.ofSeeds).toEqual(own.map((list) => weightedMean(list, given.weight)));
      }
    }
  });

  it('and the share of each row that goes is the mean over seeds', () => {
    for (const seeds of [1, 2, 11]) {
      const { scores } = world(rightOrWrong, seeds, kind);
      for (const rate of RATES) {
        const found = deferredShare(scores, rate);
        const sums = new Float64Array(ROWS);
        for (const vector of scores)
          deferredShare([vector], rate).forEach((share, i) => {
            sums[i] += share;
          });
        expect(found).toEqual(seeds > 1 ? sums.map((sum) => sum / seeds) : sums);
        const all = found.reduce((sum, share) => sum + share, 0);
        expect(all).toBeCloseTo(rate * ROWS, 9);
      }
    }
  });
});

describe('differences of many pairs', () => {
  it.each([['plain'], ['weights'], ['clusters'], ['pretended']])(
    'are spread as each pair by itself, to the bit: %s',
    (kind) => {
      const random = stream(5, 'pair spreads');
      const lists = Array.from({ length: 4 }, () =>
        Float64Array.from({ length: 5000 }, () => random.below(12) / 11 - 0.5),
      );
      const rows = {
        modelValue: lists[3].map((value) => Number(value > 0)),
        expertValue: lists[2].map((value) => Number(value > 0)),
        ...(kind === 'weights' && { weight: lists[3].map((value) => value + 1) }),
        ...(kind === 'clusters' && { clusters: lists[3].map((_, i) => i % 900) }),
        ...(kind === 'pretended' && { pretended: 3.7 }),
      };
      const pairs = [
        [lists[0], lists[1]],
        [lists[0], lists[2]],
        [lists[2], lists[1]],
      ] as const;
      expect(pairSpreads(rows, pairs)).toEqual(
        pairs.map(([one, other]) => {
          const values = one.map((value, i) => value - other[i]);
          return rowSpread({ ...rows, values, likeRows: likeRows(rows, values) });
        }),
      );
    },
  );
});
