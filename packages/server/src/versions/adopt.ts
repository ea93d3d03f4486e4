import type { Clock } from '../clock.js';
import type { Decisions } from '../engine/decisions.js';
import { type InForce, putInForce } from '../engine/in-force.js';
import { DEFAULT_SETTINGS, type ServeSettings } from '../engine/settings.js';
import type { PolicyVersion, Store } from '../store/contract.js';

/** A policy and settings as they are given at the start. */
export interface Given {
  readonly name: string;
  readonly text: string;
  readonly file?: string;
  readonly settings?: Partial<ServeSettings>;
}

export interface Adopted {
  readonly inForce: InForce;
  readonly settings: ServeSettings;
}

/**
 * What a policy is put in force as. A file that the service has not seen is a new version. One that
 * it has seen last leaves in force what was changed over HTTP since: a restart undoes nothing.
 * Flags always count.
 */
export async function adoptPolicy(store: Store, clock: Clock, given: Given): Promise<Adopted> {
  const versions = await store.versions(given.name);
  const newest = versions.at(-1);
  const fromFile = [...versions].reverse().find(({ by }) => by === FILE);
  const flags = { ...given.settings };
  if (newest && fromFile?.text === given.text) {
    const settings = { ...DEFAULT_SETTINGS, ...JSON.parse(newest.settings), ...flags };
    return { inForce: putInForce(newest.text, newest.version, given.file), settings };
  }
  const settings: ServeSettings = { ...DEFAULT_SETTINGS, ...flags };
  const version = (newest?.version ?? 0) + 1;
  const inForce = putInForce(given.text, version, given.file);
  await store.saveVersion(
    versionOf(given.name, inForce, settings, {
      at: clock.now(),
      by: FILE,
      action: 'loaded from a file',
    }),
    version - 1,
  );
  return { inForce, settings };
}

/** Who brings a policy that comes with the command. */
export const FILE = 'file';

export function versionOf(
  policy: string,
  { policy: { id, threshold }, text, version }: InForce,
  settings: ServeSettings,
  change: Pick<PolicyVersion, 'at' | 'by' | 'action'>,
): PolicyVersion {
  return {
    ...{ policy, version, id, revision: threshold.revision, text },
    settings: JSON.stringify(settings),
    ...change,
  };
}

/** Takes over a version that another instance has put in force. */
export async function followVersions(
  store: Store,
  name: string,
  decisions: Decisions,
): Promise<void> {
  const newest = (await store.versions(name)).at(-1);
  if (!newest || newest.version <= decisions.inForce.version) return;
  const settings = { ...DEFAULT_SETTINGS, ...JSON.parse(newest.settings) };
  decisions.change(putInForce(newest.text, newest.version), settings);
}
