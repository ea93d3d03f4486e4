import { readFileSync } from 'node:fs';
import { duplicateKey, InputError, optionText, parsePolicy } from '@cede/core';
import type { CapSettings } from '../control/cap.js';
import type { ServeSettings } from '../engine/settings.js';
import { Problem } from '../problem/problem.js';
import { checked } from '../schema/check.js';
import { CONFIG_KEYS, configSchema } from '../schema/config.js';
import type { ConfigFile, ServeFlags } from '../schema/config-file.js';
import type { ServedPolicy, ServeOptions } from './options.js';

/** A config file, checked; one sentence about what is wrong with it. */
export function readConfig(path: string): ConfigFile {
  try {
    return checked(configSchema, parsed(readText(path, 'config'), path), 'the whole');
  } catch (error) {
    if (error instanceof Problem) throw new InputError(`config ${path}: ${error.message}`);
    throw error;
  }
}

/** What to start, of a policy's path, flags and a config file; flags win. */
export function serveOptions(
  path: string | undefined,
  flags: ServeFlags,
  config: ConfigFile = {},
): ServeOptions {
  const { policies, policy, ...base } = config;
  checkFlags(flags);
  for (const level of [flags, base, ...Object.values(policies ?? {})]) refuseTwoTargets(level);
  const common = over(base, flags);
  const first = path ?? policy;
  if (first !== undefined && policies && Object.hasOwn(policies, FIRST))
    throw new InputError(
      `serve: two policies are called ${FIRST}. Give the one in the config file another name.`,
    );
  const served: ServedPolicy[] = [
    ...(first === undefined ? [] : [servedPolicy(FIRST, first, common)]),
    ...Object.entries(policies ?? {}).map(([name, { policy: file, ...own }]) =>
      servedPolicy(name, file, over(over(base, own), flags)),
    ),
  ];
  if (served.length === 0)
    throw new InputError(
      'serve: give a policy, as cede serve policy.json, or name some in the config file.',
    );
  const { host, port, store, durability, tokens, idempotency, retention, bodyLimit, mostAtOnce } =
    common;
  return {
    policies: served,
    ...without({
      host,
      port,
      store,
      durability,
      tokens,
      idempotency,
      retention,
      bodyLimit,
      mostAtOnce,
    }),
  };
}

/** Options mean what the same keys of a config file mean, and have the same limits. */
function checkFlags(flags: ServeFlags): void {
  const known = Object.entries(flags).filter(([name]) => name in CONFIG_KEYS);
  try {
    checked(configSchema, Object.fromEntries(known), 'options');
  } catch (error) {
    if (error instanceof Problem) throw new InputError(`serve: ${error.message}`);
    throw error;
  }
}

/** One of the two would count, and nobody would learn which. */
function refuseTwoTargets({ rate, hold }: ServeFlags): void {
  if (rate === undefined || hold === undefined) return;
  throw new InputError(
    `serve: ${optionText('rate', `${rate}`)} holds a rate, and ${optionText('hold', hold)} says what to hold. Give one of them.`,
  );
}

/** What is said closer to a policy, or on the command line, replaces what says the same otherwise. */
function over(base: ServeFlags, own: ServeFlags): ServeFlags {
  const { observe, enforce, rate, hold, target, largestCost, ...rest } = base;
  const holds = own.rate !== undefined || (own.hold !== undefined && own.hold !== hold);
  return {
    ...rest,
    ...(own.observe || own.enforce ? {} : without({ observe, enforce })),
    ...(holds ? {} : without({ rate, hold, target, largestCost })),
    ...own,
  };
}

/** What the policy of the command line is called in the log. */
const FIRST = 'default';

const without = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

function servedPolicy(name: string, file: string, flags: ServeFlags): ServedPolicy {
  const text = readText(file, 'policy');
  const { experts } = parsePolicy(text, file);
  return {
    ...{ name, text, file },
    settings: settingsOf(flags, experts),
    ...(flags.challenger !== undefined && {
      challenger: { text: readText(flags.challenger, 'policy'), file: flags.challenger },
    }),
  };
}

/** Only what was said: the rest stays as it was when the service stopped. */
export function settingsOf(flags: ServeFlags, experts: readonly string[]): Partial<ServeSettings> {
  const { observe, enforce, audit, gold, cap, pace = false } = flags;
  if (observe && enforce)
    throw new InputError(
      `serve: give either ${optionText('observe')} or ${optionText('enforce')}.`,
    );
  const hold = flags.hold ?? (flags.rate === undefined ? undefined : 'rate');
  const target = flags.target ?? (hold === 'rate' ? flags.rate : undefined);
  insistOnPartners(flags, hold, target);
  return without({
    mode: observe ? 'observe' : enforce ? 'enforce' : undefined,
    ...(hold && {
      control: without({ hold, target, largestCost: flags.largestCost, clamp: flags.clamp }),
    }),
    caps: cap === undefined ? undefined : capsOf(cap, experts, pace),
    audit,
    gold,
  }) as Partial<ServeSettings>;
}

/** An option that says nothing without another one is a slip, and never ignored. */
function insistOnPartners(
  { target, largestCost, clamp, cap, pace }: ServeFlags,
  hold: ServeFlags['hold'],
  held: number | undefined,
): void {
  const needs = (option: string, value: string | undefined, other: string) => {
    throw new InputError(`serve: ${optionText(option, value)} needs ${other}.`);
  };
  const holds = hold !== undefined && hold !== 'fixed';
  if (holds && held === undefined) needs('hold', hold, optionText('target'));
  if (!holds && target !== undefined) needs('target', `${target}`, optionText('hold'));
  if (largestCost !== undefined && hold !== 'cost')
    needs('largestCost', `${largestCost}`, optionText('hold', 'cost'));
  if (clamp && !holds) needs('clamp', undefined, `${optionText('rate')} or ${optionText('hold')}`);
  if (pace && cap === undefined) needs('pace', undefined, optionText('cap'));
}

function capsOf(
  cap: NonNullable<ServeFlags['cap']>,
  experts: readonly string[],
  paced: boolean,
): Record<string, CapSettings> {
  const given = typeof cap === 'string' ? { [experts[0]]: cap } : cap;
  for (const expert of Object.keys(given))
    if (!experts.includes(expert))
      throw new InputError(`cap: there is no expert ${expert} (expected ${experts.join(' or ')}).`);
  return Object.fromEntries(
    Object.entries(given).map(([expert, text]) => [expert, parseCap(text, paced)]),
  );
}

const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** `1000/hour`, `20/15minutes`: so many hand-overs within any window of that length. */
export function parseCap(text: string, paced: boolean): CapSettings {
  const [, limit, count, unit] =
    /^(\d+)\/(\d*)\s*(second|minute|hour|day)s?$/.exec(text.trim()) ?? [];
  if (unit === undefined)
    throw new InputError(`cap: expected something like 1000/hour, got "${text}" instead.`);
  return { limit: Number(limit), window: Number(count || 1) * UNITS[unit] * 1000, paced };
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError(
      `${what} ${path}: can't be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function parsed(text: string, path: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`config ${path}: is not JSON (${(error as Error).message}).`);
  }
  const twice = duplicateKey(text);
  if (twice !== undefined)
    throw new InputError(`config ${path}: has the key "${twice}" twice in one place. Keep one.`);
  return value;
}
