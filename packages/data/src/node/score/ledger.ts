import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { InputError } from '@cede/core';
import { temporaryName } from './temporary-name.js';

/** One part, as the ledger of a folder remembers it. */
export interface ScoredPart {
  /** Bytes of the part, and the hash of its end, where Parquet keeps offsets, sizes and extremes. */
  readonly bytes: number;
  readonly end: string;
  readonly rows: number;
  readonly deferred: number;
  /** SHA-256 of the file with its scores. */
  readonly scored: string;
}

/** What a folder of scores remembers, to go on where a run was stopped. */
interface Ledger {
  readonly format: 'cede/scored';
  readonly version: 1;
  /** The hash of the policy's file and of the columns kept: other ones score everything anew. */
  readonly policy: string;
  readonly parts: Record<string, ScoredPart>;
}

/** The ledger of a folder; parts may be added at the same time. */
export async function openLedger(file: string, policy: string) {
  const ledger = await readLedger(file, policy);
  let written: Promise<void> = Promise.resolve();
  return {
    parts: ledger.parts as Readonly<Record<string, ScoredPart>>,
    add(name: string, part: ScoredPart): Promise<void> {
      ledger.parts[name] = part;
      // In the order of their names: the bytes don't tell which part was done first.
      const names = Object.keys(ledger.parts).sort();
      const parts = Object.fromEntries(names.map((known) => [known, ledger.parts[known]]));
      const text = `${JSON.stringify({ ...ledger, parts }, null, 2)}\n`;
      written = written.then(() => writeWhole(file, text));
      return written;
    },
  };
}

async function readLedger(file: string, policy: string): Promise<Ledger> {
  const fresh: Ledger = { format: 'cede/scored', version: 1, policy, parts: {} };
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return fresh;
  let found: Ledger;
  try {
    found = JSON.parse(text);
  } catch {
    throw new InputError(`${file}: is damaged. Remove it; every part is then scored anew.`);
  }
  if (found.format !== 'cede/scored' || found.version !== 1)
    throw new InputError(`${file}: is not a ledger of scored parts. Choose another folder.`);
  if (found.policy !== policy)
    throw new InputError(
      `${file}: the folder holds scores of another policy, or with other columns kept. Choose another folder.`,
    );
  return found;
}

/** The ledger's entry, if the part and its scores are still those it was written for. */
export async function knownPart(
  entry: ScoredPart | undefined,
  part: string,
  file: string,
): Promise<ScoredPart | undefined> {
  if (!entry) return undefined;
  const { bytes, end } = await endOf(part);
  if (bytes !== entry.bytes || end !== entry.end) return undefined;
  const scored = await hashFile(file).catch(() => undefined);
  return scored === entry.scored ? entry : undefined;
}

/** So many bytes of a file's end are hashed: a Parquet file's index is among them. */
const END = 2 ** 20;

export async function endOf(file: string): Promise<{ bytes: number; end: string }> {
  const { size } = await stat(file);
  const handle = await open(file, 'r');
  try {
    const length = Math.min(size, END);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return { bytes: size, end: createHash('sha256').update(buffer).digest('hex') };
  } finally {
    await handle.close();
  }
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(piece);
  return hash.digest('hex');
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = temporaryName(file);
  await writeFile(temporary, text);
  await rename(temporary, file);
}
