import { rename, rm } from 'node:fs/promises';
import { type DecidedTable, InputError, type Policy } from '@cede/core';
import type { Open } from '../../assemble/read-sources.js';
import type { OpenTable } from '../../read/contract.js';
import { type FileSource, fileSource } from '../files.js';
import { isParquet } from '../parquet.js';
import { withReaders } from '../read-table.js';
import { copyWithScores } from './copy-with-scores.js';
import {
  changedMeanwhile,
  type KeptColumns,
  keptColumns,
  keptTexts,
  refuseDamaged,
} from './kept-columns.js';
import { endOf, hashFile, type ScoredPart } from './ledger.js';
import { type Counts, countOnes, type PartOptions } from './part.js';
import { inTurn, rowGroupsOf } from './row-groups.js';
import { openScoreWriter, type ScoreWriter } from './score-writer.js';
import type { ScoringThreads } from './scoring-threads.js';
import { temporaryName } from './temporary-name.js';
import { ofWindow, windowsOf } from './windows.js';

/** Scores a part into a file, which appears whole or not at all. */
export async function scorePart(
  policy: Policy,
  part: string,
  file: string,
  threads: ScoringThreads,
  options: PartOptions,
): Promise<ScoredPart> {
  const [source, before] = await Promise.all([fileSource(part), endOf(part)]);
  const temporary = temporaryName(file);
  try {
    const counts = await withReaders((open) =>
      scoreInto(temporary, policy, source, open, threads, options),
    );
    const [after, scored] = await Promise.all([endOf(part), hashFile(temporary)]);
    if (after.bytes !== before.bytes || after.end !== before.end)
      throw changedMeanwhile(source.name);
    await rename(temporary, file);
    return { ...after, ...counts, scored };
  } finally {
    await rm(temporary, { force: true });
  }
}

async function scoreInto(
  file: string,
  policy: Policy,
  source: FileSource,
  open: Open,
  threads: ScoringThreads,
  options: PartOptions,
): Promise<Counts> {
  const groups = rowGroupsOf(source.path); // beside opening; of a file that isn't Parquet nobody asks
  groups.catch(() => undefined);
  const opened = await open(source);
  const asked = keptColumns(policy, opened, source.name, options.columns, options.keep);
  const inWindows = () => scoreWindows(file, policy, source, opened, asked, threads, options);
  if (!isParquet(opened)) return inWindows();
  const rowGroups = await groups;
  const { columns, rowsAtOnce, onRows, elsewhere } = options;
  return inTurn(rowGroups, async (isLarge) => {
    const counts =
      elsewhere && !isLarge
        ? await elsewhere(
            { part: source.path, file, asked, rowGroups, columns, rowsAtOnce },
            onRows,
          )
        : await copyWithScores(file, policy, source, opened, asked, rowGroups, options);
    if (counts) return counts;
    await rm(file, { force: true });
    return inWindows();
  });
}

/** Scores wait in a file until the part is read, and are then written beside the kept columns. */
async function scoreWindows(
  file: string,
  policy: Policy,
  source: FileSource,
  opened: OpenTable,
  asked: KeptColumns,
  threads: ScoringThreads,
  options: PartOptions,
): Promise<Counts> {
  const isCopied = isParquet(opened);
  const kept = { names: asked.kept, ...(isCopied && { part: source.path }) };
  const writer = await openScoreWriter(file, kept);
  const texts =
    isCopied || asked.kept.length === 0 ? undefined : keptTexts(opened, asked.kept, source.name);
  try {
    const windows = windowsOf(policy, source, opened, asked.leftOut, options);
    const add = async (decided: DecidedTable) =>
      writer.add(decided, await texts?.take(decided.defer.length));
    const counts = await decideWindows(windows, source.name, threads, add, options);
    await writer.finish(policy).catch(async (error) => {
      if (isCopied && asked.kept.length > 0) await refuseDamaged(opened, asked.kept);
      throw error; // a disk that is full
    });
    return counts;
  } finally {
    await texts?.close();
    await writer.close();
  }
}

/** One window is read while others are scored. */
async function decideWindows(
  windows: ReturnType<typeof windowsOf>,
  table: string,
  threads: ScoringThreads,
  add: ScoreWriter['add'],
  { signal, onRows }: PartOptions,
): Promise<Counts> {
  let rows = 0;
  let deferred = 0;
  /** In the order of the part, whichever thread is done first. */
  const underWay: Promise<DecidedTable>[] = [];
  const takeFirst = async () => {
    const decided = await underWay.shift()!.catch((error) => {
      throw error instanceof InputError ? ofWindow(error.of(`table ${table}`), rows) : error;
    });
    await add(decided);
    rows += decided.defer.length;
    deferred += countOnes(decided.defer);
    onRows(rows);
  };
  try {
    for await (const window of windows) {
      signal?.throwIfAborted();
      const decided = threads.decide(window);
      // It may be refused before its turn to be looked at has come.
      decided.catch(() => undefined);
      underWay.push(decided);
      if (underWay.length > threads.room) await takeFirst();
    }
    while (underWay.length > 0) {
      signal?.throwIfAborted();
      await takeFirst();
    }
  } finally {
    // Whoever is still at work answers nobody: not an error that nobody looks at.
    await Promise.allSettled(underWay);
  }
  return { rows, deferred };
}
