import { expect, it } from 'vitest';
import { epochPicks } from './batches.js';

const options = { seed: 3, padding: 2, flip: true };

it('takes every image once, in another order each epoch', () => {
  const [first, second] = [0, 1].map((epoch) => epochPicks(options, 500, epoch));
  const images = (picks: typeof first) => picks.map(([image]) => image);
  expect(images(first).toSorted((a, b) => a - b)).toEqual([...Array(500).keys()]);
  expect(images(first)).not.toEqual(images(second));
  expect(epochPicks(options, 500, 1)).toEqual(second);
});

it('moves and mirrors evenly, or not at all', () => {
  const picks = epochPicks(options, 10_000, 0);
  for (const at of [1, 2] as const) {
    for (let place = 0; place <= 4; place++) {
      const share = picks.filter((pick) => pick[at] === place).length / 10_000;
      expect(Math.abs(share - 0.2)).toBeLessThan(0.016); // four deviations
    }
  }
  expect(Math.abs(picks.filter(([, , , flip]) => flip).length / 10_000 - 0.5)).toBeLessThan(0.02);
  const plain = epochPicks({ seed: 3, padding: 0, flip: false }, 100, 0);
  expect(plain.every(([, row, column, flip]) => row === 0 && column === 0 && flip === 0)).toBe(
    true,
  );
});
