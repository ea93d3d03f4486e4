import type { Clock } from '../clock.js';
import type { Decisions } from '../engine/decisions.js';
import { type Adopted, type InForce, putInForce } from '../engine/in-force.js';
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

/**
 * What a policy is put in force as. A file that the service has not seen is a new version. One that
 * it has seen last leaves in force what was changed since: a restart undoes nothing. Options always
 * count, and where they change something, that is a version too: on record, and kept at the next start.
 */
export async function adoptPolicy(store: Store, clock: Clock, given: Given): Promise<Adopted> {
  const versions = await store.versions(given.name);
  const newest = versions.at(-1);
  const fromFile = [...versions].reverse().find(({ by }) => by === FILE);
  const known = fromFile?.text === given.text ? newest : undefined;
  const before = known && savedSettings(known);
  const settings = { ...(before?.settings ?? DEFAULT_SETTINGS), ...given.settings };
  const challenger = given.challenger
    ? putInForce(given.challenger.text, 0, given.challenger.file)
    : before?.challenger;
  const version = (newest?.version ?? 0) + 1;
  const inForce = putInForce(known?.text ?? given.text, version, given.file);
  const change = known
    ? { at: clock.now(), by: OPTIONS, action: 'options of the command or its config file' }
    : { at: clock.now(), by: FILE, action: 'loaded from a file' };
  const next = versionOf(given.name, inForce, settings, challenger, change);
  if (known?.settings === next.settings)
    return { inForce: { ...inForce, version: known.version }, settings, challenger };
  // Another instance may have come first: then see what it has put in force.
  if (!(await store.saveVersion(next, version - 1))) return adoptPolicy(store, clock, given);
  return { inForce, settings, challenger };
}

/**
 * What is new in a file that is read again: a setting that says what it said before has no say, or it
 * would undo what was put in force since. One that is gone goes back to its default. A new policy brings
 * all its settings.
 */
export function sinceLast<G extends Given>(before: G | undefined, now: G): G {
  if (!before || before.text !== now.text) return now;
  const written = (value: unknown) => JSON.stringify(value);
  const settings = { ...before.settings, ...now.settings };
  const news = (Object.keys(settings) as (keyof ServeSettings)[])
    .filter((key) => written(before.settings?.[key]) !== written(now.settings?.[key]))
    .map((key) => [key, now.settings?.[key] ?? DEFAULT_SETTINGS[key]]);
  const { challenger, ...rest } = now;
  const isSame = challenger?.text === before.challenger?.text;
  return {
    ...(rest as G),
    settings: Object.fromEntries(news),
    ...(!isSame && challenger && { challenger }),
  };
}

/** Who brings a policy that comes with the command. */
export const FILE = 'file';
/** Who changes settings with the command. */
const OPTIONS = 'options';

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
