import { readdirSync } from 'node:fs';
import type { TableOptions } from '@cede/data';
import { describe, expect, it } from 'vitest';
import { damaged } from '../../data/test/damaged.js';
import { cede, expectRefusal, temporaryFolder } from './cede.js';

/** Of these the reading takes seconds, and nothing but reading: @cede/data's own test has them. */
const LARGE = /a bomb|200 MB/;

/** The damaged tables of @cede/data through the command: one sentence, exit 1, nothing left. */
describe.concurrent('damaged inputs', () => {
  it('are at least forty', () => {
    expect(damaged.length).toBeGreaterThanOrEqual(40);
  });

  it.each(damaged.filter(({ name }) => !LARGE.test(name)))(
    '$name',
    async ({ name, make, options, message }) => {
      const folder = temporaryFolder();
      try {
        const path = make(folder.path);
        const before = readdirSync(folder.path);
        const flags = flagsOf(options);
        const runs = [cede(['fit', path, ...flags, '-o', folder.at('policy.json')])];
        // Both read by the same door: one that only looks is asked now and then.
        if (damaged.findIndex((one) => one.name === name) % 4 === 0)
          runs.push(cede(['check', path, ...flags]));
        for (const ran of await Promise.all(runs)) {
          expectRefusal(ran, 1, message);
          expect(ran.err.length).toBeLessThan(700);
        }
        expect(readdirSync(folder.path)).toEqual(before);
      } finally {
        folder.remove();
      }
    },
  );
});

/** Options of the reader as they are typed. */
function flagsOf(options: TableOptions = {}): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
}
