import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stream } from '@cede/core';
import type { TableOptions } from '@cede/data';
import { expect } from 'vitest';

/** A sound file, and what may become of it when bytes are flipped. */
export interface Subject {
  /** The name that the damaged copies get. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly options?: TableOptions;
  /** A checksum covers every value: a copy is refused, or the table is as before. */
  readonly summed?: boolean;
}

export interface Outcome {
  readonly table?: string;
  readonly refused?: string;
  readonly kind?: string;
  /** Of Parquet: where the table is not what DuckDB gives for the very same bytes. */
  readonly differs?: string;
  /** Of the other formats: the browser's door. */
  readonly browser?: Outcome;
}

/** What one file may take: a hundred times what it does take. */
const DEADLINE = 30_000;

/** A process that reads files, started again when it hangs or falls: one for many subjects. */
export class Reader {
  #child: ChildProcess | undefined;

  async read(path: string, options: TableOptions): Promise<Outcome | 'hang' | 'crash'> {
    const child = await this.#start();
    return new Promise((resolve) => {
      const end = (outcome: Outcome | 'hang' | 'crash') => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (typeof outcome === 'string') this.stop();
        resolve(outcome);
      };
      const timer = setTimeout(end, DEADLINE, 'hang');
      child.on('message', (message) => end(message as Outcome));
      child.on('exit', () => end('crash'));
      child.send({ path, options });
    });
  }

  stop(): void {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const child = fork(join(import.meta.dirname, 'child.js'), {
      execArgv: ['--max-old-space-size=1024'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    await new Promise((resolve) => child.once('message', resolve));
    return child;
  }
}

export interface Tally {
  same: number;
  other: number;
  refused: number;
}

/** Flips a byte, sometimes several, `flips` times over, and insists on the promises. */
export async function fuzz(
  reader: Reader,
  subject: Subject,
  flips: number,
  seed: number,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'cede-fuzz-'));
  const random = stream(seed, `fuzz ${subject.name}`);
  const tally: Tally = { same: 0, other: 0, refused: 0 };
  const path = join(folder, subject.name);
  const read = (bytes: Uint8Array) => {
    writeFileSync(path, bytes);
    return reader.read(path, subject.options ?? {});
  };
  try {
    const sound = await read(subject.bytes);
    if (typeof sound === 'string' || sound.table === undefined)
      throw new Error(`the sound file: ${JSON.stringify(sound)}`);
    for (let round = 0; round < flips; round++) {
      const bytes = Uint8Array.from(subject.bytes); // a Buffer's slice would be the same bytes
      const places: number[] = [];
      for (let change = 0; change < (round % 5 === 0 ? 3 : 1); change++) {
        const at = random.below(bytes.length);
        bytes[at] = bytes[at]! ^ (1 + random.below(255));
        places.push(at);
      }
      const outcome = await read(bytes);
      insist(
        outcome,
        sound,
        subject,
        `${subject.name}, seed ${seed}, round ${round}, bytes ${places}`,
      );
      const { table } = outcome as Outcome;
      tally[table === undefined ? 'refused' : table === sound.table ? 'same' : 'other']++;
    }
    return tally;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function insist(
  outcome: Outcome | 'hang' | 'crash',
  sound: Outcome,
  { summed }: Subject,
  where: string,
): void {
  expect(outcome, where).not.toBe('hang');
  expect(outcome, where).not.toBe('crash');
  const { differs, browser, ...node } = outcome as Outcome;
  expect(differs, where).toBeUndefined();
  for (const door of [node, ...(browser ? [browser] : [])]) {
    if (door.table !== undefined) {
      if (summed) expect(door.table, `${where}: changed values passed`).toBe(sound.table);
      continue;
    }
    // One sentence for a person, never a mistake of ours.
    expect(door.kind, `${where}: ${door.refused}`).toMatch(/^(InputError|TableError)$/);
    expect(door.refused, where).not.toContain('\n');
    expect(door.refused!.length, where).toBeLessThan(1000);
  }
  // Both doors have the same reader here: the table, or both refuse.
  if (browser) expect(browser.table, where).toBe(node.table);
}
