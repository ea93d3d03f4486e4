import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decideWhole, InputError, type Policy, printPolicy, sha256 } from '@cede/core';
import { rolesRemembered } from '../../for-policy/remembered.js';
import type { TableOptions } from '../../options.js';
import { expandPaths, fileSource } from '../files.js';
import { openFast } from '../read-table.js';
import { openScoreWriter } from './pieces.js';
import { windowsOf } from './windows.js';

/** How parts are scored. */
export interface ScorePartsOptions {
  readonly columns: TableOptions;
  /** Columns of the parts that stand beside the scores; the id unless told. */
  readonly keep?: readonly string[];
  readonly signal?: AbortSignal;
  /** Told after every window: parts done, of so many, and rows up to now. */
  readonly onProgress?: (done: number, parts: number, rows: number) => void;
  /** Rows in memory at a time. */
  readonly rowsAtOnce?: number;
}

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

/** What came of scoring a folder's parts. */
export interface ScoredParts {
  readonly parts: number;
  /** Parts that an earlier run had scored. */
  readonly found: number;
  readonly rows: number;
  readonly deferred: number;
}

interface Ledger {
  readonly format: 'cede/scored';
  readonly version: 1;
  /** The hash of the policy's file and of the columns kept: other ones score everything anew. */
  readonly policy: string;
  readonly parts: Record<string, ScoredPart>;
}

const WINDOW = 131_072;
const LEDGER = 'scored.json';

/**
 * Scores files one after the other into a folder, a file each, at bounded memory whatever their
 * size. A file appears whole or not at all, and a ledger remembers it by its hash: a run that was
 * stopped goes on with the part it was at.
 */
export async function scoreParts(
  policy: Policy,
  paths: string | readonly string[],
  out: string,
  options: ScorePartsOptions,
): Promise<ScoredParts> {
  const parts = await expandPaths(paths);
  refuseTwins(parts);
  await mkdir(out, { recursive: true });
  const known = sha256(`${printPolicy(policy)}\n${JSON.stringify(options.keep ?? null)}`);
  const ledger = await readLedger(join(out, LEDGER), known);
  let found = 0;
  let rows = 0;
  let deferred = 0;
  for (const [done, part] of parts.entries()) {
    options.signal?.throwIfAborted();
    const name = outputName(part);
    let scored = await knownPart(ledger.parts[name], part, join(out, name));
    if (scored) found++;
    else {
      scored = await scorePart(policy, part, join(out, name), options, (read) =>
        options.onProgress?.(done, parts.length, rows + read),
      );
      ledger.parts[name] = scored;
      await writeWhole(join(out, LEDGER), `${JSON.stringify(ledger, null, 2)}\n`);
    }
    rows += scored.rows;
    deferred += scored.deferred;
    options.onProgress?.(done + 1, parts.length, rows);
  }
  return { parts: parts.length, found, rows, deferred };
}

async function scorePart(
  policy: Policy,
  part: string,
  file: string,
  { columns, keep, signal, rowsAtOnce = WINDOW }: ScorePartsOptions,
  onRows: (rows: number) => void,
): Promise<ScoredPart> {
  const source = await fileSource(part);
  const names = (await openFast(source)).fields.map(({ name }) => name);
  const id = columns.id ?? rolesRemembered(policy, columns).id ?? 'id';
  const kept = keep ?? names.filter((name) => name === id);
  const missing = kept.find((name) => !names.includes(name));
  if (missing !== undefined)
    throw new InputError(
      `no column "${missing}" to keep.`,
      'column-missing',
      { role: 'keep', asked: missing },
      `table ${source.name}`,
    );
  const features = new Set(policy.scorer.features.columns.map(({ name }) => name));
  const writer = await openScoreWriter(join(file, '..'));
  const temporary = `${file}.${process.pid}.tmp`;
  let rows = 0;
  let deferred = 0;
  try {
    // Ids are copied from file to file; nobody needs them to score.
    const leftOut = names.filter((name) => name === id && !features.has(name));
    for await (const table of windowsOf(policy, part, columns, rowsAtOnce, leftOut)) {
      signal?.throwIfAborted();
      const decided = decideWhole(policy, table);
      await writer.add(decided);
      rows += table.rows;
      for (const one of decided.defer) deferred += one;
      onRows(rows);
    }
    await writer.finish(temporary, part, kept, policy.experts[0] ?? 'expert');
    const scored = await hashFile(temporary);
    await rename(temporary, file);
    return { ...(await endOf(part)), rows, deferred, scored };
  } finally {
    await writer.close();
    await rm(temporary, { force: true });
  }
}

/** `part-1.csv` becomes `part-1.parquet`. */
const outputName = (part: string) => `${basename(part).replace(/\.[^.]+(\.gz)?$/i, '')}.parquet`;

function refuseTwins(parts: readonly string[]): void {
  const names = new Map<string, string>();
  for (const part of parts) {
    const twin = names.get(outputName(part));
    if (twin !== undefined)
      throw new InputError(
        `${twin} and ${part} would both be scored into ${outputName(part)}. Score them into two folders.`,
      );
    names.set(outputName(part), part);
  }
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
async function knownPart(
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

async function endOf(file: string): Promise<{ bytes: number; end: string }> {
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

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('hex');
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}
