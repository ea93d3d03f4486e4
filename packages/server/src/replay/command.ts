import { readFileSync } from 'node:fs';
import { InputError, optionText, printPolicy } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { certify } from '@cede/study';
import { type InForce, putInForce } from '../engine/in-force.js';
import { DEFAULT_SETTINGS, leastSeen, type ServeSettings } from '../engine/settings.js';
import type { Store } from '../store/contract.js';
import { openLog } from '../store/open.js';
import type { LoggedCase } from './cases.js';
import { logTable } from './log-table.js';
import { readCases } from './read-log.js';
import { decidedBy, type Replay, replay } from './replay.js';
import { certifiedText, leftOutText, replayText } from './words.js';

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
  /** Nothing qualifies: an answer, and one that a script must notice. */
  readonly failed?: boolean;
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
  const logged = await readCases(store, name, policy.policy.classes);
  if (logged.length === 0)
    throw new InputError(
      `log ${log}: has no cases of the policy "${name}". Say which with ${optionText('name')}.`,
      'no-rows',
    );
  if (flags.export === undefined && flags.recertify === undefined)
    return replayedText(replay(logged, policy, flags), policy);
  const { cases, leftOut } = decidedBy(policy, logged);
  if (cases.length === 0)
    throw new InputError(
      `log ${log}: no case has what this policy decides by (${leftOut?.why}).`,
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
      text: `Wrote ${flags.export}: ${table.rows} of ${logged.length} cases, those whose truth is known. ${note}${leftOut ? ` ${leftOutText(leftOut)}` : ''}`,
    };
  }
  return recertified(store, log, { cases, policy, name }, flags.recertify!, flags.confidence);
}

const replayedText = (found: Replay, { policy }: InForce): Told => ({
  document: { format: 'cede/replay', version: 1, policy: policy.id, ...found },
  text: replayText(found),
});

/** What is certified, and on which cases. */
interface Recertifying {
  readonly cases: readonly LoggedCase[];
  readonly policy: InForce;
  /** Under which name the log keeps its cases. */
  readonly name: string;
}

const CONFIDENCE = 0.95;

/** A certificate is about all cases: it needs every one of them to have had a chance of being judged. */
async function recertified(
  store: Store,
  log: string,
  { cases, policy, name }: Recertifying,
  maxError: number,
  confidence = CONFIDENCE,
): Promise<Told> {
  const { table, smallest, unseen } = logTable(cases, policy);
  if (unseen > 0)
    throw new InputError(
      `log ${log}: ${unseen} of ${cases.length} cases had no chance of reaching the expert when they were logged, so nothing can be certified about all of them. Run with an audit share.`,
      'no-rows',
    );
  const least = Math.min(smallest, await leastOfSettings(store, name));
  const { policy: certified, ...found } = certify(
    policy.policy,
    table,
    { maxError },
    {
      confidence,
      ...(table.weight ? { largestWeight: 1 / least } : { smallestPropensity: least }),
    },
  );
  const { feasible } = found;
  const [threshold] = certified.threshold.values;
  return {
    document: { format: 'cede/recertify', version: 1, rows: table.rows, ...found },
    text: certifiedText({ feasible, threshold, confidence, rows: table.rows }, maxError),
    ...(feasible ? { policy: printPolicy(certified) } : { failed: true }),
  };
}

/** The smallest probability that a case could have had, by the settings that were ever in force. */
async function leastOfSettings(store: Store, name: string): Promise<number> {
  const versions = await store.versions(name);
  const shares = versions.map(({ settings }) =>
    leastSeen({ ...DEFAULT_SETTINGS, ...(JSON.parse(settings) as Partial<ServeSettings>) }),
  );
  return Math.min(1, ...shares.filter((share) => share > 0));
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
