import { describe, expect, it } from 'vitest';
import type { CompareFlags } from '../compare/flags.js';
import { rejectingFlags } from './tables.js';

describe('what is compared where nobody can be asked', () => {
  it('is refused before training where nothing would be answered', () => {
    const flags = { rate: 1, method: 'reject' } as CompareFlags;
    expect(() => rejectingFlags(flags)).toThrow(/--rate 1 turns every case away/);
    expect(rejectingFlags({ ...flags, rate: 0.99 }).methods).toEqual(['conf', 'reject']);
  });
});
