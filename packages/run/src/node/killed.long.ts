import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Files, filesOf, finished, killOften, start, unbroken } from '../../test/kill.js';

let home: string;
let reference: { files: Files; hash: string };

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cede-killed-'));
  reference = await unbroken(join(home, 'unbroken'));
});
afterAll(() => rm(home, { recursive: true }));

/** Each round starts from an empty ledger, so that kills find work to interrupt. */
test.each([...Array(15).keys()])(
  'round %i: 8 kills, then the bytes of an unbroken run',
  async (round) => {
    const directory = join(home, `killed-${round}`);
    await killOften(
      directory,
      8,
      (files) => {
        for (const [name, text] of Object.entries(files))
          if (!name.endsWith('.tmp')) expect(text === reference.files[name], name).toBe(true);
      },
      round,
    );
    expect(JSON.parse(await finished(start(directory, round % 3))).hash).toBe(reference.hash);
    expect(await filesOf(directory)).toEqual(reference.files);
  },
);
