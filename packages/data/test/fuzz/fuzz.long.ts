import { afterAll, describe, expect, it } from 'vitest';
import { fuzz, Reader } from './fuzz.js';
import { subjects } from './subjects.js';

const reader = new Reader();
afterAll(() => reader.stop());

// At least 5,000 damaged files, each read in a child with limits.
const FLIPS = 500;

describe('flipped bytes', async () => {
  it.each((await subjects()).map((subject) => [subject.name, subject] as const))(
    '%s',
    async (name, subject) => {
      const tally = await fuzz(reader, subject, FLIPS, 2);
      console.log(`${name}: ${JSON.stringify(tally)}`);
      expect(tally.refused).toBeGreaterThan(0);
    },
  );
});
