import { InputError, type Policy, parsePolicy, printPolicy } from '@cede/core';
import { tune } from '@cede/study';
import type { ControlSettings } from '../control/contract.js';
import { NO_AUDIT } from '../control/controllers.js';
import type { Decisions } from '../engine/decisions.js';
import { type InForce, putInForce } from '../engine/in-force.js';
import type { Service } from '../engine/service.js';
import { leastSeen, type ServeSettings } from '../engine/settings.js';
import { Problem } from '../problem/problem.js';
import type { PolicyChange } from '../schema/requests.js';
import type { PolicyVersion } from '../store/contract.js';
import { savedSettings, versionOf } from './adopt.js';

/** Ways to change the policy itself; a request takes at most one. */
const WAYS = ['rate', 'cost', 'ratio', 'policy', 'rollback'] as const;

/**
 * Changes the policy in force, or how it is applied: a new version, recorded with who and when,
 * before the first case is decided under it. `expected` is the version that the caller saw.
 */
export async function changePolicy(
  service: Service,
  name: string,
  decisions: Decisions,
  change: PolicyChange,
  expected: number,
  by: string,
): Promise<void> {
  if (decisions.inForce.version !== expected) throw stale(decisions.inForce.version);
  const ways = WAYS.filter((way) => change[way] !== undefined);
  if (ways.length > 1)
    throw new Problem('invalid', `${ways[1]}: give only one of ${WAYS.join(', ')}.`, ways[1]);
  const versions = await service.store.versions(name);
  const { text, settings, action } = changed(decisions, change, versions);
  const version = (versions.at(-1)?.version ?? 0) + 1;
  const inForce = inForceOf(text, version);
  refuseUnsuited(inForce.policy, settings);
  const challenger = challengerOf(change, decisions);
  const when = { at: service.clock.now(), by, action };
  const row = versionOf(name, inForce, settings, challenger, when);
  if (!(await service.store.saveVersion(row, expected))) throw stale(version - 1);
  decisions.change(inForce, settings, challenger);
  service.logger.log('info', 'policy changed', { policy: name, version, by, action });
}

const stale = (version: number) =>
  new Problem(
    'stale',
    `if-match: version ${version} is in force now. Read it again and decide anew.`,
    'if-match',
  );

interface Changed {
  readonly text: string;
  readonly settings: ServeSettings;
  readonly action: string;
}

function changed(
  decisions: Decisions,
  change: PolicyChange,
  versions: readonly PolicyVersion[],
): Changed {
  const { policy, text } = decisions.inForce;
  const base = decisions.settings;
  const settings = withSettings(base, change, policy.experts);
  const told = Object.keys(change).map((key) => actionOf(key as keyof PolicyChange, change));
  const action = told.join(', ') || 'nothing';
  if (change.rollback !== undefined) {
    const old = versions.find(({ version }) => version === change.rollback);
    if (!old)
      throw new Problem(
        'not-found',
        `rollback: there is no version ${change.rollback}.`,
        'rollback',
      );
    return { text: old.text, settings: savedSettings(old).settings, action };
  }
  if (change.policy !== undefined)
    return { text: printPolicy(parsedPolicy(change.policy)), settings, action };
  if (change.rate === undefined && change.cost === undefined && change.ratio === undefined)
    return { text, settings, action };
  return {
    text: printPolicy(tuned(policy, change)),
    settings: retargeted(settings, change),
    action,
  };
}

/** For the history and the log: policies by their ids, everything else as it was asked. */
function actionOf(key: keyof PolicyChange, change: PolicyChange): string {
  if (key === 'policy') return 'a policy uploaded';
  if (key === 'challenger' && change.challenger)
    return `challenger ${parsedPolicy(change.challenger).id}`;
  return `${key} ${JSON.stringify(change[key])}`.slice(0, 200);
}

function tuned(policy: Policy, { rate, cost, ratio }: PolicyChange): Policy {
  const field = rate !== undefined ? 'rate' : cost !== undefined ? 'cost' : 'ratio';
  try {
    return tune(policy, {
      ...(rate !== undefined && { rate }),
      ...(cost !== undefined && { cost }),
      ...(ratio !== undefined && { densityRatio: ratio }),
    }).policy;
  } catch (error) {
    if (error instanceof InputError)
      throw new Problem('invalid', `${field}: ${error.sentence}`, field);
    throw error;
  }
}

/** A rate that is held is held at the new value; a cost or ratio fixes the threshold. */
function retargeted(settings: ServeSettings, { rate, hold }: PolicyChange): ServeSettings {
  if (hold) return settings;
  if (rate === undefined) return { ...settings, control: { hold: 'fixed' } };
  return settings.control.hold === 'rate'
    ? { ...settings, control: { ...settings.control, target: rate } }
    : settings;
}

function withSettings(
  base: ServeSettings,
  { mode, audit, gold, hold, caps }: PolicyChange,
  experts: readonly string[],
): ServeSettings {
  for (const expert of Object.keys(caps ?? {}))
    if (!experts.includes(expert))
      throw new Problem(
        'invalid',
        `caps.${expert}: there is no such expert (expected ${experts.join(' or ')}).`,
        `caps.${expert}`,
      );
  const { what, ...how } = hold ?? {};
  return {
    ...base,
    ...(mode && { mode }),
    ...(audit !== undefined && { audit }),
    ...(gold !== undefined && { gold }),
    ...(what && { control: { hold: what, ...how } }),
    ...(caps && {
      caps: Object.fromEntries(
        Object.entries(caps).map(([expert, { limit, window, paced = false }]) => [
          expert,
          { limit, window: window * 1000, paced },
        ]),
      ),
    }),
  };
}

/** Checks what can only be seen together: the controller is made once, and thrown away. */
function refuseUnsuited(policy: Policy, settings: ServeSettings): void {
  const { control } = settings;
  if (control.hold !== 'fixed' && control.target === undefined)
    throw new Problem(
      'invalid',
      `hold.target: holding the ${control.hold} needs a target.`,
      'hold.target',
    );
  if ((control.hold === 'rate' || control.hold === 'error') && control.target! > 1)
    throw new Problem(
      'invalid',
      `hold.target: must be at most 1, got ${control.target} instead.`,
      'hold.target',
    );
  if (control.hold === 'error') refuseUnseen(control, leastSeen(settings));
  if (control.hold !== 'fixed' && policy.threshold.groups)
    throw new Problem(
      'invalid',
      'hold.what: this policy has thresholds for groups, which only a fixed threshold honours.',
      'hold.what',
    );
}

/** What audits show must be weighed by how likely they were to show it, never by less. */
function refuseUnseen({ smallestPropensity = 0 }: ControlSettings, least: number): void {
  if (least === 0) throw new Problem('invalid', `hold.what: ${NO_AUDIT}`, 'hold.what');
  if (smallestPropensity > least)
    throw new Problem(
      'invalid',
      `hold.smallestPropensity: audits show some outcomes with a probability of only ${least} (half of audit × gold). Give at most that, or audit more.`,
      'hold.smallestPropensity',
    );
}

function parsedPolicy(content: unknown): Policy {
  try {
    return parsePolicy(JSON.stringify(content), 'policy');
  } catch (error) {
    if (error instanceof InputError) throw new Problem('invalid', error.message, 'policy');
    throw error;
  }
}

const inForceOf = (text: string, version: number): InForce => putInForce(text, version);

function challengerOf(change: PolicyChange, decisions: Decisions): InForce | undefined {
  if (change.challenger === undefined) return decisions.challenging;
  return change.challenger === null
    ? undefined
    : inForceOf(printPolicy(parsedPolicy(change.challenger)), 0);
}
