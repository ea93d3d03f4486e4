import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addTuneFlags } from './flags.js';

const parsed = (...words: string[]) =>
  addTuneFlags(new Command().exitOverride()).parse(words, { from: 'user' }).opts();

it('former names of options still work, and help shows the present ones', () => {
  expect(parsed('--dial')).toMatchObject({ bounds: true });
  expect(parsed('--ratio', '0.5')).toMatchObject({ densityRatio: 0.5 });
  expect(parsed('--density-ratio', '0.5')).toEqual({ densityRatio: 0.5, seed: 0 });
  expect(() => parsed('--ratio', 'x')).toThrow(/--ratio: must be a number/);
  const help = addTuneFlags(new Command()).helpInformation();
  expect(help).toContain('--density-ratio <t>');
  expect(help).toContain('--bounds');
  expect(help).not.toMatch(/--dial|--ratio/);
});
