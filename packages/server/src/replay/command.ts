import { readFileSync } from 'node:fs';
import { InputError, optionText, printPolicy } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { certify } from '@cede/study';
import { putInForce } from '../engine/in-force.js';
import type { Store } from '../store/contract.js';
import { openLog } from '../store/open.js';
import { logTable } from './log-table.js';
import { readCases } from './read-log.js';
import { type Replay, replay } from './replay.js';
import { certifiedText, replayText } from './words.js';

/** Options of `cede replay`. */
export interface ReplayFlags {
  readonly policy: string;
  /** Under which name the log keeps its cases. */
  readonly name?: string;
  readonly worth?: number;
  readonly confidence?: number;
  /** Certify this error rate on the logged outcomes, without retraining. */
  readonly recertify?: number;
  /** Write the cases whose truth is known as a table. */
  readonly export?: string;
  /** Where the policy goes whose threshold was certified anew. */
  readonly output?: string;
}

/** What a command prints: a document for programs, sentences for people. */
export interface Told {
  readonly document: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** A policy to write. */
  readonly policy?: string;
}

/** `cede replay LOG --policy new.json`: what a policy would have done with logged traffic. */
export async function replayCommand(log: string, flags: ReplayFlags): Promise<Told> {
  const store = await openLog(log);
  try {
    return await replayed(store, log, flags);
  } finally {
    await store.close();
  }
}

async function replayed(store: Store, log: string, flags: ReplayFlags): Promise<Told> {
  const policy = putInForce(readText(flags.policy), 0, flags.policy);
  const name = flags.name ?? 'default';
  const cases = await readCases(store, name, policy.policy.classes);
  if (cases.length === 0)
    throw new InputError(
      `log ${log}: has no cases of the policy "${name}". Say which with ${optionText('name')}.`,
      'no-rows',
    );
  if (flags.export !== undefined) {
    const { table, note } = logTable(cases, policy);
    await writeTable(flags.export, table);
    return {
      document: {
        format: 'cede/log-export',
        version: 1,
        rows: table.rows,
        table: flags.export,
        note,
      },
      text: `Wrote ${flags.export}: ${table.rows} of ${cases.length} cases, those whose truth is known. ${note}`,
    };
  }
  if (flags.recertify !== undefined) {
    const { table, smallest } = logTable(cases, policy);
    const { policy: certified, ...found } = certify(
      policy.policy,
      table,
      { maxError: flags.recertify },
      {
        ...(flags.confidence !== undefined && { confidence: flags.confidence }),
        ...(table.weight && { largestWeight: 1 / smallest }),
      },
    );
    return {
      document: { format: 'cede/recertify', version: 1, rows: table.rows, ...found },
      text: certifiedText(found.feasible, flags.recertify, table.rows),
      ...(found.feasible && { policy: printPolicy(certified) }),
    };
  }
  const found: Replay = replay(cases, policy, flags);
  return {
    document: { format: 'cede/replay', version: 1, policy: policy.policy.id, ...found },
    text: replayText(found),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError(
      `policy ${path}: can't be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
