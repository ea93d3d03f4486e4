import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stream, stream } from '@cede/core';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = new URL('../../test/grid.js', import.meta.url).pathname;
const CELLS = 60;
const NUMBERS = 60_000;

let home: string;
let reference: { files: Record<string, string>; hash: string };

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cede-killed-'));
  await mkdir(join(home, 'killed', 'cells'), { recursive: true });
  const { output } = await finished(start('unbroken', 0));
  reference = { files: await filesOf('unbroken'), hash: JSON.parse(output).hash };
  expect(Object.keys(reference.files)).toHaveLength(2 * CELLS);
});
afterAll(() => rm(home, { recursive: true }));

test('any number of jobs leaves the same bytes', async () => {
  const { output } = await finished(start('jobs', 2));
  expect(JSON.parse(output)).toEqual({ computed: 2 * CELLS, hash: reference.hash });
  expect(await filesOf('jobs')).toEqual(reference.files);
});

test('killed at random moments, it resumes and ends with the bytes of an unbroken run', async () => {
  const random = stream(1, 'kills');
  let halfWritten = 0;
  for (let kill = 0; kill < 16; kill++) {
    const child = start('killed', kill % 4 === 3 ? 2 : 0);
    const end = finished(child);
    // Every other time at a random moment, else in the middle of writing one of the next files.
    const stop = kill % 2 === 0 ? afterWhile(child, random) : inWriting(child, random);
    await end;
    stop();
    // What is under a final name is whole, whenever the kill came.
    for (const [name, text] of Object.entries(await filesOf('killed'))) {
      if (name.endsWith('.tmp')) halfWritten++;
      else expect(text === reference.files[name], name).toBe(true);
    }
  }
  expect(halfWritten).toBeGreaterThan(0);
  const last = await finished(start('killed', 0));
  expect(JSON.parse(last.output).hash).toBe(reference.hash);
  const again = await finished(start('killed', 0));
  expect(JSON.parse(again.output)).toEqual({ computed: 0, hash: reference.hash });
  expect(await filesOf('killed')).toEqual(reference.files);
});

test('two processes on one ledger leave the bytes of one', async () => {
  const both = await Promise.all([finished(start('shared', 0)), finished(start('shared', 0))]);
  for (const { output } of both) expect(JSON.parse(output).hash).toBe(reference.hash);
  expect(await filesOf('shared')).toEqual(reference.files);
});

function afterWhile(child: ChildProcess, random: Stream): () => void {
  const timer = setTimeout(() => child.kill('SIGKILL'), 150 + random.below(250));
  return () => clearTimeout(timer);
}

function inWriting(child: ChildProcess, random: Stream): () => void {
  let left = 2 * random.below(4);
  const watcher = watch(join(home, 'killed', 'cells'), (_, name) => {
    if (name?.endsWith('.tmp') && left-- <= 0) child.kill('SIGKILL');
  });
  return () => watcher.close();
}

function start(directory: string, jobs: number): ChildProcess {
  const words = [program, join(home, directory), CELLS, NUMBERS, jobs].map(String);
  return spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout!.on('data', (part) => {
    output += part;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

async function filesOf(directory: string): Promise<Record<string, string>> {
  const cells = join(home, directory, 'cells');
  const names = await readdir(cells).catch(() => []);
  const texts = names.sort().map(async (name) => [name, await readFile(join(cells, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}
