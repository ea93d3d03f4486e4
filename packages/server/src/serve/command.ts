import { InputError } from '@cede/core';
import type { Logger } from '../logger.js';
import type { ReplayFlags, Told } from '../replay/command.js';
import type { ServeFlags } from '../schema/config-file.js';
import type { StoreCheck } from '../store/contract.js';
import { isPostgres, withoutSecrets } from '../store/name.js';
import { fitHeap } from './heap.js';
import { loaded } from './serve.js';

/** What a command line gives to a service, and takes from it. */
export interface CommandHost {
  /** The "listening on" line. */
  say(line: string): void;
  readonly logger: Logger;
  /** Resolves when the service shall stop. */
  readonly stopped: Promise<unknown>;
  onReload(reload: () => void): void;
}

/** What a service is built on: another value counts from the next start. */
const NEED_RESTART = [
  ...(['host', 'port', 'store', 'durability', 'tokens'] as const),
  ...(['idempotency', 'retention', 'bodyLimit', 'mostAtOnce'] as const),
];

/** `cede serve`, from its flags to its end: starts, says where it listens, reloads, stops. */
export async function serveCommand(
  path: string | undefined,
  flags: ServeFlags & { readonly config?: string },
  host: CommandHost,
): Promise<void> {
  // Flags of V8 are the whole process's: a service inside another program leaves them alone.
  const heap = fitHeap();
  const { config: configPath, ...rest } = flags;
  const { startService, readConfig, serveOptions } = await loaded(async () => {
    const [start, config] = await Promise.all([import('./start.js'), import('./config.js')]);
    return { ...start, ...config };
  }, flags.store);
  const read = () =>
    serveOptions(path, rest, configPath === undefined ? {} : readConfig(configPath));
  const options = read();
  const start = () => startService({ ...options, logger: host.logger });
  const serving = await loaded(start, options.store);
  host.say(`listening on ${serving.address} (${serving.summary})`);
  host.onReload(() => {
    const { logger } = host;
    Promise.resolve()
      .then(() => {
        const now = read();
        for (const key of NEED_RESTART.filter((each) => now[each] !== options[each]))
          logger.log('warn', 'an option changed that needs a restart', { option: key });
        return serving.reload(now.policies);
      })
      .catch((error: Error) => logger.log('error', 'reload failed', { message: error.message }));
  });
  await host.stopped;
  heap.stop();
  await serving.stop();
}

/** `cede replay`: what a policy would have done with logged traffic. */
export async function replayLog(log: string, flags: ReplayFlags): Promise<Told> {
  const { replayCommand } = await loaded(() => import('../replay/command.js'), log);
  return replayCommand(log, flags);
}

/** `cede store backup|restore|check`: one sentence about what was done. */
export async function maintainStore(
  action: 'backup' | 'restore' | 'check',
  from: string,
  to?: string,
): Promise<Told> {
  const postgres = [from, to].find(isPostgres);
  const found = postgres
    ? await maintainPostgres(action, postgres)
    : await maintainSqlite(action, from, to);
  const done = { backup: 'Copied', restore: 'Restored', check: 'Sound' }[action];
  const store = withoutSecrets(to ?? from);
  return {
    document: { format: 'cede/store', version: 1, action, store, found },
    text: `${done}: ${store} holds ${counted(found.decisions, 'decision')} and ${counted(found.outcomes, 'outcome')}.`,
  };
}

async function maintainSqlite(
  action: 'backup' | 'restore' | 'check',
  from: string,
  to?: string,
): Promise<StoreCheck> {
  const { backupStore, restoreStore, checkStore } = await loaded(
    () => import('../store/sqlite/maintain.js'),
    undefined,
  );
  if (action === 'backup') backupStore(from, to!);
  if (action === 'restore') restoreStore(from, to!);
  return checkStore(to ?? from);
}

async function maintainPostgres(
  action: 'backup' | 'restore' | 'check',
  store: string,
): Promise<StoreCheck> {
  if (action !== 'check')
    throw new InputError(
      `store ${withoutSecrets(store)}: is PostgreSQL, which has its own tools: pg_dump to back it up, psql or pg_restore to restore it.`,
    );
  const { checkPostgres } = await loaded(() => import('../store/postgres/maintain.js'), store);
  return checkPostgres(store);
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
