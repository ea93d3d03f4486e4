import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tallyAnswers, tallyRight } from './tally.js';

/** Of a thousand classes only the first three come up: the counting is another, the counts are not. */
it.each([3, 1000])('counts answers as it counts what they make right: %i classes', (classes) => {
  const row = fc.record({
    answer: fc.integer({ min: -1, max: 2 }),
    truth: fc.integer({ min: -1, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const answers = Int32Array.from(rows, ({ answer }) => answer);
      const label = Int32Array.from(rows, ({ truth }) => truth);
      const right = Float32Array.from(rows, ({ answer, truth }) =>
        answer < 0 ? Number.NaN : Number(answer === truth),
      );
      const counted = tallyAnswers(answers, label, classes);
      const known = rows.filter(({ answer }) => answer >= 0);
      const agreeing = known.filter(({ answer, truth }) => answer === truth);
      expect(counted.known).toBe(known.length);
      expect(counted.mean).toBe(agreeing.length / known.length);
      for (let k = 0; k < 3; k++) {
        expect(counted.rows![k]).toBe(rows.filter(({ truth }) => truth === k).length);
        expect(counted.right![k]).toBe(agreeing.filter(({ truth }) => truth === k).length);
      }
      const summed = tallyRight(right, label, classes);
      expect([summed.known, summed.mean]).toEqual([counted.known, counted.mean]);
      expect(Array.from(summed.right!)).toEqual(Array.from(counted.right!));
      expect(Array.from(summed.rows!)).toEqual(Array.from(counted.rows!));
    }),
  );
});
