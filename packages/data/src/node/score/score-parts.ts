import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { InputError, type Policy, printPolicy, sha256 } from '@cede/core';
import type { TableOptions } from '../../options.js';
import { expandPaths } from '../files.js';
import { knownPart, openLedger, type ScoredPart } from './ledger.js';
import { scorePart } from './score-part.js';
import { openScoringThreads, type ScoringThreads } from './scoring-threads.js';

/** How parts are scored. */
export interface ScorePartsOptions {
  readonly columns: TableOptions;
  /** Columns of the parts that stand beside the scores; the id unless told. */
  readonly keep?: readonly string[];
  readonly signal?: AbortSignal;
  /** Told after every window: parts done, of so many, and rows up to now. */
  readonly onProgress?: (done: number, parts: number, rows: number) => void;
  /** Rows of a window; a few windows are in memory at a time. */
  readonly rowsAtOnce?: number;
  /** Parts at a time, 3 unless told. */
  readonly partsAtOnce?: number;
  /** Threads that score beside the one that reads; as many as there are cores, at most 4. */
  readonly threads?: number;
}

/** What came of scoring a folder's parts. */
export interface ScoredParts {
  readonly parts: number;
  /** Parts that an earlier run had scored. */
  readonly found: number;
  readonly rows: number;
  readonly deferred: number;
}

const WINDOW = 65_536;
const LEDGER = 'scored.json';

/** One thread reads and checks about as fast as two score. */
const MOST_THREADS = 4;

/** Parts at a time: while the file of one is written, others are opened, read and scored. */
const LANES = 3;

/**
 * Scores files into a folder, a file each, at bounded memory whatever their size. A file appears
 * whole or not at all, and a ledger remembers it by its hash: a run that was stopped goes on with the
 * parts it was at.
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
  const { threads = Math.min(availableParallelism(), MOST_THREADS) } = options;
  const scoring = openScoringThreads(policy, threads);
  try {
    return await scoreAll(policy, parts, out, scoring, options);
  } finally {
    await scoring.close();
  }
}

async function scoreAll(
  policy: Policy,
  parts: readonly string[],
  out: string,
  threads: ScoringThreads,
  { keep, onProgress, rowsAtOnce = WINDOW, partsAtOnce = LANES, ...options }: ScorePartsOptions,
): Promise<ScoredParts> {
  const known = sha256(`${printPolicy(policy)}\n${JSON.stringify(keep ?? null)}`);
  const ledger = await openLedger(join(out, LEDGER), known);
  const scored: ScoredPart[] = [];
  let found = 0;
  /** Rows up to now, of parts that are done and of those under way. */
  const rows = parts.map(() => 0);
  const tell = () => onProgress?.(scored.length, parts.length, sumOf(rows));
  await inLanes(parts, partsAtOnce, async (part, place) => {
    options.signal?.throwIfAborted();
    const file = join(out, outputName(part));
    let done = await knownPart(ledger.parts[outputName(part)], part, file);
    if (done) found++;
    else {
      const onRows = (count: number) => {
        rows[place] = count;
        tell();
      };
      const asked = { ...options, keep, rowsAtOnce, onRows };
      done = await scorePart(policy, part, file, threads, asked);
      await ledger.add(outputName(part), done);
    }
    rows[place] = done.rows;
    scored.push(done);
    tell();
  });
  const deferred = sumOf(scored.map((part) => part.deferred));
  return { parts: parts.length, found, rows: sumOf(rows), deferred };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/**
 * Works on so many items at once, in their order. After an error nothing new is begun; what is under
 * way is brought to its end, and the error is that of the first item that failed.
 */
async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T, place: number) => Promise<void>,
): Promise<void> {
  const failures: { place: number; error: unknown }[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length && failures.length === 0) {
      const place = next++;
      await work(items[place]!, place).catch((error) => failures.push({ place, error }));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const [first] = failures.sort((a, b) => a.place - b.place);
  if (first) throw first.error;
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
