import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { InputError, optionText, settingAt } from '@cede/core';
import { isLoopback, readTokens } from '../access/tokens.js';
import { type Clock, steadyClock } from '../clock.js';
import { Decisions } from '../engine/decisions.js';
import type { Service } from '../engine/service.js';
import { DEFAULT_SETTINGS, type ServeSettings } from '../engine/settings.js';
import { createEstimates } from '../estimates/estimates.js';
import { createApp } from '../http/app.js';
import { SILENT } from '../logger.js';
import { createMetrics } from '../metrics/metrics.js';
import type { Store } from '../store/contract.js';
import { GroupCommit } from '../store/group-commit.js';
import { withoutSecrets } from '../store/name.js';
import { openStore } from '../store/open.js';
import { adoptPolicy, followVersions, sinceLast } from '../versions/adopt.js';
import type { ServedPolicy, ServeOptions, Serving } from './options.js';

const DAY = 86_400;

/** Puts the parts together and listens. Tests and the command come in here. */
export async function startService(options: ServeOptions): Promise<Serving> {
  const { host = '127.0.0.1', port = 8080, durability = 'strict', logger = SILENT } = options;
  const tokens = options.tokens === undefined ? undefined : readTokens(options.tokens);
  refuseOpenDoor(host, tokens !== undefined);
  if (options.policies.length === 0) throw new InputError('serve: give at least one policy.');
  const store = await openStore(options.store, durability);
  try {
    const policies = new Map<string, Decisions>();
    const clock = steadyClock();
    const metrics = createMetrics({
      depth: () => commit.depth,
      alarms: () => [...policies].map(([name, { watch }]) => [name, watch.alarms()]),
      backlog: () => backlogs(store, policies.keys(), clock),
    });
    const commit: GroupCommit = new GroupCommit(store, {
      answeredBefore: durability === 'relaxed',
      onCommit: (rows, milliseconds) => metrics.committed(rows, milliseconds / 1000),
      onFailure: (error) => {
        metrics.failed();
        logger.log('error', 'commit failed', { message: error.message });
      },
    });
    const salt = await store.initialState('salt', randomBytes(16).toString('hex'));
    for (const served of options.policies) {
      const adopted = await adoptPolicy(store, clock, served);
      const how = {
        ...{ name: served.name, store, commit, clock, salt },
        ...{ strict: durability === 'strict', idempotency: (options.idempotency ?? DAY) * 1000 },
        onDecided: (route: string, mark: string) => metrics.decided(served.name, route, mark),
      };
      const decisions = new Decisions(how, adopted);
      await decisions.resume();
      policies.set(served.name, decisions);
    }
    const service: Service = {
      ...{
        policies,
        defaultPolicy: options.policies[0].name,
        store,
        commit,
        clock,
        logger,
        metrics,
        estimates: createEstimates(store, options.store),
      },
      ...(tokens && { tokens }),
      startedAt: clock.now(),
      stopping: false,
    };
    const given = new Map(options.policies.map((served) => [served.name, served]));
    const app = createApp(service, options);
    await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
      throw new InputError(
        `serve: can't listen on ${host}:${port} (${error.code ?? error.message}).`,
      );
    });
    const chores = startChores(service, options, policies);
    return {
      address: addressOf(host, app.server.address() as AddressInfo),
      summary: `${summaryOf(policies)}, store ${withoutSecrets(options.store ?? 'memory')}`,
      reload: (changed) => reload(service, options, given, changed),
      async stop() {
        service.stopping = true;
        chores.stop();
        await app.close();
        const failed = (what: string) => (error: Error) =>
          logger.log('error', `${what} failed while stopping`, { message: error.message });
        await commit.flush().catch(failed('writing the last records'));
        for (const decisions of policies.values())
          await decisions.close().catch(failed('saving alarms and caps'));
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Cases that wait for an expert, by policy. Other numbers are told also while the store is gone. */
async function backlogs(
  store: Store,
  names: Iterable<string>,
  clock: Clock,
): Promise<[string, number][]> {
  const ask = async (name: string): Promise<[string, number]> => {
    const { waiting } = await store.backlog(name, clock.now());
    return [name, waiting];
  };
  return Promise.all([...names].map(ask)).catch(() => []);
}

function refuseOpenDoor(host: string, hasTokens: boolean): void {
  if (isLoopback(host) || hasTokens) return;
  throw new InputError(
    `serve: listening on ${host} without tokens would let anyone in. Give ${optionText('tokens', 'tokens.json')}, or leave ${optionText('host')} out.`,
  );
}

/** What goes on beside requests: loading keys, removing what is too old. */
function startChores(
  service: Service,
  { retention }: ServeOptions,
  policies: ReadonlyMap<string, Decisions>,
): { stop(): void } {
  let stopped = false;
  const { logger, store, clock } = service;
  const failed = (chore: string) => (error: Error) => {
    if (!stopped) logger.log('warn', `${chore} failed`, { message: error.message });
  };
  for (const decisions of policies.values())
    decisions.loadKeys(() => stopped).catch(failed('loading keys'));
  // Other instances may have changed the policy.
  const follow = async () => {
    for (const [name, decisions] of policies) await followVersions(store, name, decisions);
  };
  const following = store.shared
    ? setInterval(() => follow().catch(failed('following versions')), 1000).unref()
    : undefined;
  const prune = async () => {
    const before = clock.now() - retention! * DAY * 1000;
    while (!stopped && (await store.prune(before, 1000)) === 1000);
  };
  const timer =
    retention === undefined
      ? undefined
      : setInterval(() => prune().catch(failed('retention')), 60_000).unref();
  const saving = setInterval(() => {
    for (const { watch } of policies.values()) watch.save(store).catch(failed('saving alarms'));
  }, 30_000).unref();
  return {
    stop() {
      stopped = true;
      clearInterval(saving);
      clearInterval(following);
      clearInterval(timer);
    },
  };
}

/** `given`: what was read last, by name. What stands there as before leaves what was changed since. */
async function reload(
  service: Service,
  options: ServeOptions,
  given: Map<string, ServedPolicy>,
  changed: readonly ServedPolicy[] = [],
): Promise<void> {
  if (options.tokens !== undefined)
    (service as { tokens: Service['tokens'] }).tokens = readTokens(options.tokens);
  for (const served of changed) {
    const decisions = service.policies.get(served.name);
    if (!decisions) {
      service.logger.log('warn', 'a new policy is served only after a restart', {
        policy: served.name,
      });
      continue;
    }
    const news = sinceLast(given.get(served.name), served);
    const adopted = await adoptPolicy(service.store, service.clock, news);
    given.set(served.name, served);
    if (adopted.inForce.version === decisions.inForce.version) continue;
    decisions.change(adopted.inForce, adopted.settings, adopted.challenger);
  }
  service.logger.log('info', 'reloaded', { policies: changed.map(({ name }) => name) });
}

/** With the host that was asked for: 127.0.0.1 would hide that others can reach the service. */
const addressOf = (host: string, { port }: AddressInfo) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

function summaryOf(policies: ReadonlyMap<string, Decisions>): string {
  const about = [...policies].map(([name, decisions]) => {
    const rate = `rate ${rateOf(decisions).toFixed(2)}, ${decisions.settings.mode}`;
    return { name, id: `${decisions.inForce.policy.id.slice(0, 4)}…`, rate };
  });
  if (about.length === 1) return `policy ${about[0].id}, ${about[0].rate}`;
  return `policies ${about.map(({ name, id, rate }) => `${name} (${id}, ${rate})`).join(', ')}`;
}

/** The rate that is held, or what the fixed threshold did on the calibration rows. */
export function rateOf({ inForce, settings }: Pick<Decisions, 'inForce' | 'settings'>): number {
  const { hold, target } = settings.control;
  if (hold === 'rate') return target!;
  return settingAt(inForce.policy.calibration, inForce.policy.threshold.values[0]).rate;
}

export const fullSettings = (settings: Partial<ServeSettings> = {}): ServeSettings => ({
  ...DEFAULT_SETTINGS,
  ...settings,
});

export type { Store };
