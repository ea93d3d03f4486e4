import { afterAll, describe, expect, it } from 'vitest';
import { fuzz, Reader } from './fuzz.js';
import { subjects } from './subjects.js';

const reader = new Reader();
afterAll(() => reader.stop());

// The short version of fuzz.long.ts: flipped bytes end in what the format's authority reads, or in a sentence.
describe('flipped bytes', async () => {
  it.each((await subjects()).map((subject) => [subject.name, subject] as const))(
    '%s',
    async (name, subject) => {
      const tally = await fuzz(reader, subject, name === 'large.csv' ? 10 : 30, 1);
      expect(tally.same + tally.other + tally.refused).toBe(name === 'large.csv' ? 10 : 30);
    },
  );
});
