import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { count, InputError, type Policy, printPolicy } from '@cede/core';
import type { TableOptions } from '../../options.js';
import { expandPaths, fileSource } from '../files.js';
import { withReaders } from '../read-table.js';
import { type CopyingThreads, openCopyingThreads } from './copying-threads.js';
import { keptColumns } from './kept-columns.js';
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
  /** Parts at a time; 3, or 2 for each of several threads, unless told. */
  readonly partsAtOnce?: number;
  /** Threads that score, or copy Parquet parts with their scores; a core each, at most 4. */
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

/** The same for each of several threads that copy: with more of them less has to overlap. */
const LANES_OF_A_THREAD = 2;

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
  await refuseOverwriting(parts, out);
  const { threads = Math.min(availableParallelism(), MOST_THREADS) } = options;
  const scoring = openScoringThreads(policy, threads);
  const copiers = Math.max(1, Math.min(threads, parts.length));
  const copying = await openCopyingThreads(policy, copiers, options.signal);
  const partsAtOnce = copiers > 1 ? LANES_OF_A_THREAD * copiers : LANES;
  try {
    return await scoreAll(policy, parts, out, { scoring, copying }, { partsAtOnce, ...options });
  } finally {
    await Promise.all([scoring.close(), copying.close()]);
  }
}

/** Threads that score windows, and threads that copy parts with their scores. */
interface Threads {
  readonly scoring: ScoringThreads;
  readonly copying: CopyingThreads;
}

async function scoreAll(
  policy: Policy,
  parts: readonly string[],
  out: string,
  { scoring, copying }: Threads,
  { keep, onProgress, rowsAtOnce = WINDOW, partsAtOnce = LANES, ...options }: ScorePartsOptions,
): Promise<ScoredParts> {
  const asked = `${printPolicy(policy)}\n${JSON.stringify(keep ?? null)}`;
  const known = createHash('sha256').update(asked).digest('hex');
  const ledger = await openLedger(join(out, LEDGER), known);
  const agreed = keep ?? (await idOfFirst(policy, parts, options.columns));
  const scored: ScoredPart[] = [];
  let found = 0;
  /** Rows up to now, of parts that are done and of those under way. */
  const rows = parts.map(() => 0);
  const tell = () => onProgress?.(scored.length, parts.length, sumOf(rows));
  const refused = await inLanes(parts, partsAtOnce, async (part, place, lane) => {
    options.signal?.throwIfAborted();
    const file = join(out, outputName(part));
    let done = await knownPart(ledger.parts[outputName(part)], part, file);
    if (done) found++;
    else {
      const onRows = (count: number) => {
        rows[place] = count;
        tell();
      };
      const elsewhere = copying.ofLane(lane);
      const asked = { ...options, keep: agreed, rowsAtOnce, onRows, elsewhere };
      done = await scorePart(policy, part, file, scoring, asked);
      await ledger.add(outputName(part), done);
    }
    rows[place] = done.rows;
    scored.push(done);
    tell();
  });
  if (refused.length > 0) throw refusalOf(refused, parts.length);
  const deferred = sumOf(scored.map((part) => part.deferred));
  return { parts: parts.length, found, rows: sumOf(rows), deferred };
}

/**
 * What the first of several parts has for an id is kept of all of them: files without one among files
 * with one would be found out when it is too late. Undefined where nothing else can be told.
 */
async function idOfFirst(
  policy: Policy,
  parts: readonly string[],
  columns: TableOptions,
): Promise<readonly string[] | undefined> {
  if (parts.length === 1) return undefined;
  try {
    const source = await fileSource(parts[0]!);
    const opened = await withReaders((open) => open(source));
    return keptColumns(policy, opened, source.name, columns, undefined).kept;
  } catch (error) {
    // What is wrong with it is said when its turn comes.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** A part that was refused, and why. */
interface Refused {
  readonly place: number;
  readonly part: string;
  readonly error: InputError;
}

/** So many further parts are named. */
const NAMED = 3;

/** Why the first part was refused, which others were too, and what became of the rest. */
function refusalOf([first, ...others]: readonly Refused[], parts: number): InputError {
  const rest = parts - 1 - others.length;
  const names = others.slice(0, NAMED).map(({ part }) => basename(part));
  const more = others.length > NAMED ? ` and ${count(others.length - NAMED)} more` : '';
  const notes = [
    ...(others.length > 0
      ? [`${count(others.length)} further refused: ${names.join(', ')}${more}.`]
      : []),
    ...(rest > 0
      ? [`The other ${rest === 1 ? 'part is' : `${count(rest)} parts are`} scored and kept.`]
      : []),
  ];
  const { error } = first!;
  return notes.length > 0 ? error.saying([error.message, ...notes].join(' ')) : error;
}

/**
 * Works on so many items at once, in their order. What is refused is remembered, in that order, and
 * the others are gone on with. After any other error (a full disk, Ctrl-C) nothing new is begun, and
 * what is under way is brought to its end.
 */
async function inLanes(
  parts: readonly string[],
  lanes: number,
  work: (part: string, place: number, lane: number) => Promise<void>,
): Promise<readonly Refused[]> {
  const refused: Refused[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const walk = async (lane: number) => {
    while (next < parts.length && failures.length === 0) {
      const place = next++;
      const part = parts[place]!;
      await work(part, place, lane).catch((error) => {
        if (error instanceof InputError) refused.push({ place, part, error });
        else failures.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => walk(lane)));
  if (failures.length > 0) throw failures[0];
  return refused.sort((a, b) => a.place - b.place);
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

/** A part in the output's own folder would be replaced by its scores. */
async function refuseOverwriting(parts: readonly string[], out: string): Promise<void> {
  const folder = await realpath(out);
  for (const part of parts) {
    if (outputName(part) !== basename(part)) continue;
    if ((await realpath(dirname(part)).catch(() => undefined)) !== folder) continue;
    throw new InputError(
      `${part}: its scores would be written over it. Choose another folder for the scores.`,
    );
  }
}
