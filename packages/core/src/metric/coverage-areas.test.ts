import fc from 'fast-check';
import { expect, it } from 'vitest';
import { augrc } from './augrc.js';
import { aurc } from './aurc.js';
import { coverageAreas } from './coverage-areas.js';

it('has the bits of both areas, ties and weights included', () => {
  const row = fc.record({
    score: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ noNaN: true })),
    loss: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 5, noNaN: true })),
    weight: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), fc.boolean(), (rows, weighted) => {
      const scores = rows.map(({ score }) => score);
      const losses = rows.map(({ loss }) => loss);
      const weight = weighted ? rows.map((each) => each.weight) : undefined;
      expect(coverageAreas(scores, losses, weight)).toEqual({
        aurc: aurc(scores, losses, weight),
        augrc: augrc(scores, losses, weight),
      });
    }),
  );
});

it('refuses as many losses as there are not scores', () => {
  expect(() => coverageAreas([1, 2], [1])).toThrow('found 2 scores and 1 losses');
});
