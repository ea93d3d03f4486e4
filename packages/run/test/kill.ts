import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Stream, stream } from '@cede/core';
import { expect } from 'vitest';

const program = new URL('./grid.js', import.meta.url).pathname;

/** Cells of the grid; twice as many files, for each has a cell that needs it. */
export const CELLS = 40;
const NUMBERS = 60_000;

/** The files of a ledger, name to text. */
export type Files = Readonly<Record<string, string>>;

/** Runs the grid in a process of its own; jobs 0 is inline. */
export function start(directory: string, jobs: number): ChildProcess {
  const words = [program, directory, CELLS, NUMBERS, jobs].map(String);
  return spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
}

export async function finished(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout!.on('data', (part) => {
    output += part;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

/** What a run that nobody kills leaves behind. */
export async function unbroken(directory: string): Promise<{ files: Files; hash: string }> {
  const { hash } = JSON.parse(await finished(start(directory, 0)));
  const files = await filesOf(directory);
  expect(Object.keys(files)).toHaveLength(2 * CELLS);
  return { files, hash };
}

export async function filesOf(directory: string): Promise<Files> {
  const cells = join(directory, 'cells');
  const names = await readdir(cells);
  const texts = names.sort().map(async (name) => [name, await readFile(join(cells, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * Starts the grid and kills it, again and again, looking at what is left each time. Every other
 * kill comes at a random moment, the others in the middle of writing one of the next files.
 */
export async function killOften(
  directory: string,
  kills: number,
  look: (files: Files) => void,
  seed = 1,
): Promise<void> {
  await mkdir(join(directory, 'cells'), { recursive: true });
  const random = stream(seed, 'kills');
  for (let kill = 0; kill < kills; kill++) {
    const child = start(directory, kill % 4 === 3 ? 2 : 0);
    const end = finished(child);
    const stop = kill % 2 === 0 ? afterWhile(child, random) : inWriting(child, directory, random);
    await end;
    stop();
    look(await filesOf(directory));
  }
}

function afterWhile(child: ChildProcess, random: Stream): () => void {
  const timer = setTimeout(() => child.kill('SIGKILL'), 150 + random.below(250));
  return () => clearTimeout(timer);
}

function inWriting(child: ChildProcess, directory: string, random: Stream): () => void {
  let left = 2 * random.below(4);
  const watcher = watch(join(directory, 'cells'), (_, name) => {
    if (name?.endsWith('.tmp') && left-- <= 0) child.kill('SIGKILL');
  });
  return () => watcher.close();
}
