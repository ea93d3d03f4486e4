import type { Decisions } from '../engine/decisions.js';
import type { Service } from '../engine/service.js';
import { capsInSeconds } from '../engine/settings.js';

/** Windows that status tells, in seconds. */
const WINDOWS = [300, 3600, 86_400];

/** What a bound is about. Several controllers multiply it by their number. */
const HOLDS_FOR: Readonly<Record<string, string>> = {
  rate: 'the wished rate, over every window of decided cases, with one durable controller',
  cost: 'the wished cost a case, over every window of decided cases, with one durable controller',
  error:
    'audited errors, over every window of decided cases with an outcome, with one durable controller',
};

/** Without the last bits of a division. */
const tidy = (value: number) => +value.toPrecision(12);

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
          perWindow: tidy(bound.perWindow),
          over5000: tidy(bound.perWindow / 5000),
          holdsFor: HOLDS_FOR[controller.kind],
        },
      }),
      ...(controller.kind !== 'fixed' &&
        !bound && {
          note: 'The threshold is kept within what was certified, so no bound holds for the rate.',
        }),
    },
    windows,
    caps: capsInSeconds(settings.caps),
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

/** What the accuracy is about: while the service observes, or a cap binds, it acts otherwise. */
const OF = 'the policy in force, as if it had decided every case of the log without a cap';

/** From audited outcomes. */
async function accuracyOf(service: Service, name: string, decisions: Decisions) {
  const [found] = await service.estimates({ policy: name, texts: [decisions.inForce.text] });
  const { accuracy, accuracyRefused, gain, known, refused } = found;
  if (accuracy) {
    const { estimate, low, high } = accuracy;
    return { of: OF, known, estimate, low, high };
  }
  const note = gain
    ? 'The truth is known for disagreements only, which tells the gain and not the accuracy.'
    : "can't tell";
  return { known, note: refused ?? accuracyRefused ?? note };
}
