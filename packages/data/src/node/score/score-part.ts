import { rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type DecidedTable, InputError, type Policy } from '@cede/core';
import { rolesRemembered } from '../../for-policy/remembered.js';
import type { TableOptions } from '../../options.js';
import { fileSource } from '../files.js';
import { openFast } from '../read-table.js';
import { endOf, hashFile, type ScoredPart } from './ledger.js';
import { openScoreWriter, type ScoreWriter } from './pieces.js';
import type { ScoringThreads } from './scoring-threads.js';
import { ofWindow, windowsOf } from './windows.js';

/** How one part is scored. */
export interface PartOptions {
  readonly columns: TableOptions;
  readonly keep?: readonly string[];
  readonly signal?: AbortSignal;
  readonly rowsAtOnce: number;
  readonly onRows: (rows: number) => void;
}

/** Scores a part into a file, which appears whole or not at all. */
export async function scorePart(
  policy: Policy,
  part: string,
  file: string,
  threads: ScoringThreads,
  options: PartOptions,
): Promise<ScoredPart> {
  const { kept, leftOut } = await columnsOf(policy, part, options);
  const writer = await openScoreWriter(dirname(file));
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const counts = await decideWindows(policy, part, threads, writer, leftOut, options);
    await writer.finish(temporary, part, kept, policy.experts[0] ?? 'expert');
    const scored = await hashFile(temporary);
    await rename(temporary, file);
    return { ...(await endOf(part)), ...counts, scored };
  } finally {
    await writer.close();
    await rm(temporary, { force: true });
  }
}

/** One window is read while others are scored. */
async function decideWindows(
  policy: Policy,
  part: string,
  threads: ScoringThreads,
  writer: ScoreWriter,
  leftOut: readonly string[],
  { columns, signal, rowsAtOnce, onRows }: PartOptions,
): Promise<{ rows: number; deferred: number }> {
  let rows = 0;
  let deferred = 0;
  /** In the order of the part, whichever thread is done first. */
  const underWay: Promise<DecidedTable>[] = [];
  const takeFirst = async () => {
    const decided = await underWay.shift()!.catch((error) => {
      throw error instanceof InputError
        ? ofWindow(error.of(`table ${basename(part)}`), rows)
        : error;
    });
    await writer.add(decided);
    rows += decided.defer.length;
    // Counted by place: through the array's iterator it takes a quarter of the time of scoring.
    for (let row = 0; row < decided.defer.length; row++) deferred += decided.defer[row]!;
    onRows(rows);
  };
  try {
    for await (const table of windowsOf(policy, part, columns, rowsAtOnce, leftOut)) {
      signal?.throwIfAborted();
      const decided = threads.decide(table);
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

/** Which columns stand beside the scores, and which nobody needs in order to score. */
async function columnsOf(policy: Policy, part: string, { columns, keep }: PartOptions) {
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
  // Ids are copied from file to file.
  return { kept, leftOut: names.filter((name) => name === id && !features.has(name)) };
}
