import type { Decisions } from '../engine/decisions.js';
import type { Service } from '../engine/service.js';
import { readCases } from '../replay/read-log.js';
import { replay } from '../replay/replay.js';

/** Windows that status tells, in seconds. */
const WINDOWS = [300, 3600, 86_400];

/** The newest cases that an estimate for status or advice looks at. */
export const MOST_CASES = 50_000;

/** How a policy is doing: what was asked of it, what happened, and what looks wrong. */
export async function statusOf(service: Service, name: string, decisions: Decisions) {
  const { store, clock } = service;
  const { inForce, settings, controller } = decisions;
  const now = clock.now();
  const windows = await Promise.all(
    WINDOWS.map(async (seconds) => {
      const counts = await store.counts(name, now - seconds * 1000);
      const share = (part: number) => (counts.cases === 0 ? null : part / counts.cases);
      return { seconds, ...counts, rate: share(counts.deferred), wishedRate: share(counts.wished) };
    }),
  );
  const bound = controller.bound();
  return {
    policy: {
      id: inForce.policy.id,
      revision: inForce.policy.threshold.revision,
      version: inForce.version,
    },
    mode: settings.mode,
    control: {
      ...settings.control,
      ...(controller.threshold !== undefined && { threshold: controller.threshold }),
      ...(bound && {
        bound: {
          ...bound,
          over5000: bound.perWindow / 5000,
          holdsFor:
            'the wished rate, over every window of decided cases, with one durable controller',
        },
      }),
      ...(controller.kind !== 'fixed' &&
        !bound && {
          note: 'The threshold is kept within what was certified, so no bound holds for the rate.',
        }),
    },
    windows,
    caps: settings.caps,
    accuracy: await accuracyOf(service, name, decisions),
    alarms: Object.fromEntries(
      Object.entries(decisions.watch.alarms()).map(([kind, alarm]) => [
        kind,
        { ...alarm, promise: 'a false alarm, ever, with probability at most 1 %' },
      ]),
    ),
    backlog: await store.backlog(name, now),
    rowsWaiting: service.commit.depth,
    upFor: Math.round((now - service.startedAt) / 1000),
  };
}

let cached: { key: string; until: number; value: unknown } | undefined;

/** From audited outcomes; reading them takes a moment, so it is done every ten seconds at most. */
async function accuracyOf(service: Service, name: string, decisions: Decisions) {
  const key = `${service.startedAt} ${name} ${decisions.inForce.version}`;
  const now = service.clock.now();
  if (cached?.key === key && now < cached.until) return cached.value;
  const cases = await readCases(service.store, name, decisions.inForce.policy.classes, MOST_CASES);
  const { accuracy, gain, known, refused } = replay(cases, decisions.inForce);
  const told = (name: 'estimate' | 'low' | 'high') => accuracy?.[name];
  const value = accuracy
    ? { known, estimate: told('estimate'), low: told('low'), high: told('high') }
    : {
        known,
        note:
          refused ??
          (gain
            ? 'The truth is known for disagreements only, which tells the gain and not the accuracy.'
            : "can't tell"),
      };
  cached = { key, until: now + 10_000, value };
  return value;
}
