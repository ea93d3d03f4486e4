import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CELLS,
  type Files,
  filesOf,
  finished,
  killOften,
  start,
  unbroken,
} from '../../test/kill.js';

/** More of them in killed.long.ts. */
const KILLS = 8;

let home: string;
let reference: { files: Files; hash: string };

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cede-killed-'));
  reference = await unbroken(join(home, 'unbroken'));
});
afterAll(() => rm(home, { recursive: true }));

test('any number of jobs leaves the same bytes', async () => {
  const directory = join(home, 'jobs');
  const output = JSON.parse(await finished(start(directory, 2)));
  expect(output).toEqual({ computed: 2 * CELLS, hash: reference.hash });
  expect(await filesOf(directory)).toEqual(reference.files);
});

test('killed at random moments, it resumes and ends with the bytes of an unbroken run', async () => {
  const directory = join(home, 'killed');
  let halfWritten = 0;
  await killOften(directory, KILLS, (files) => {
    // What is under a final name is whole, whenever the kill came.
    for (const [name, text] of Object.entries(files)) {
      if (name.endsWith('.tmp')) halfWritten++;
      else expect(text === reference.files[name], name).toBe(true);
    }
  });
  expect(halfWritten).toBeGreaterThan(0);
  expect(JSON.parse(await finished(start(directory, 0))).hash).toBe(reference.hash);
  const again = JSON.parse(await finished(start(directory, 0)));
  expect(again).toEqual({ computed: 0, hash: reference.hash });
  expect(await filesOf(directory)).toEqual(reference.files);
});

test('two processes on one ledger leave the bytes of one', async () => {
  const directory = join(home, 'shared');
  const outputs = await Promise.all([0, 0].map((jobs) => finished(start(directory, jobs))));
  for (const output of outputs) expect(JSON.parse(output).hash).toBe(reference.hash);
  expect(await filesOf(directory)).toEqual(reference.files);
});
