import type { Logger } from '../logger.js';
import type { ReplayFlags, Told } from '../replay/command.js';
import type { ServeFlags } from './config.js';
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

/** `cede serve`, from its flags to its end: starts, says where it listens, reloads, stops. */
export async function serveCommand(
  path: string | undefined,
  flags: ServeFlags & { readonly config?: string },
  host: CommandHost,
): Promise<void> {
  const { config: configPath, ...rest } = flags;
  const { startService, readConfig, serveOptions } = await loaded(async () => {
    const [start, config] = await Promise.all([import('./start.js'), import('./config.js')]);
    return { ...start, ...config };
  }, flags.store);
  const read = () =>
    serveOptions(path, rest, configPath === undefined ? {} : readConfig(configPath));
  const options = read();
  const serving = await startService({ ...options, logger: host.logger });
  host.say(`listening on ${serving.address} (${serving.summary})`);
  host.onReload(() => {
    const { logger } = host;
    Promise.resolve()
      .then(() => serving.reload(read().policies))
      .catch((error: Error) => logger.log('error', 'reload failed', { message: error.message }));
  });
  await host.stopped;
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
  const { backupStore, restoreStore, checkStore } = await loaded(
    () => import('../store/sqlite/maintain.js'),
    undefined,
  );
  if (action === 'backup') backupStore(from, to!);
  if (action === 'restore') restoreStore(from, to!);
  const found = checkStore(to ?? from);
  const done = { backup: 'Copied', restore: 'Restored', check: 'Sound' }[action];
  return {
    document: { format: 'cede/store', version: 1, action, store: to ?? from, found },
    text: `${done}: ${to ?? from} holds ${found.decisions} decisions and ${found.outcomes} outcomes.`,
  };
}
