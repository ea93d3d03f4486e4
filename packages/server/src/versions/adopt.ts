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
  readonly challenger?: { readonly text: string; readonly file?: string };
}

export interface Adopted {
  readonly inForce: InForce;
  readonly settings: ServeSettings;
  readonly challenger: InForce | undefined;
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
  const named = given.challenger && putInForce(given.challenger.text, 0, given.challenger.file);
  if (newest && fromFile?.text === given.text) {
    const saved = savedSettings(newest);
    return {
      inForce: putInForce(newest.text, newest.version, given.file),
      settings: { ...saved.settings, ...flags },
      challenger: named ?? saved.challenger,
    };
  }
  const settings: ServeSettings = { ...DEFAULT_SETTINGS, ...flags };
  const version = (newest?.version ?? 0) + 1;
  const inForce = putInForce(given.text, version, given.file);
  const saved = await store.saveVersion(
    versionOf(given.name, inForce, settings, named, {
      at: clock.now(),
      by: FILE,
      action: 'loaded from a file',
    }),
    version - 1,
  );
  // Another instance came first: see what it has put in force.
  if (!saved) return adoptPolicy(store, clock, given);
  return { inForce, settings, challenger: named };
}

/** Who brings a policy that comes with the command. */
export const FILE = 'file';

export function versionOf(
  policy: string,
  { policy: { id, threshold }, text, version }: InForce,
  settings: ServeSettings,
  challenger: InForce | undefined,
  change: Pick<PolicyVersion, 'at' | 'by' | 'action'>,
): PolicyVersion {
  return {
    ...{ policy, version, id, revision: threshold.revision, text },
    settings: JSON.stringify({ ...settings, ...(challenger && { challenger: challenger.text }) }),
    ...change,
  };
}

/** How a policy was applied, and the challenger beside it. */
export function savedSettings({ settings: text }: PolicyVersion): Omit<Adopted, 'inForce'> {
  const { challenger, ...settings } = JSON.parse(text) as ServeSettings & { challenger?: string };
  return {
    settings: { ...DEFAULT_SETTINGS, ...settings },
    challenger: challenger === undefined ? undefined : putInForce(challenger, 0, 'challenger'),
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
  const { settings, challenger } = savedSettings(newest);
  decisions.change(putInForce(newest.text, newest.version), settings, challenger);
}
