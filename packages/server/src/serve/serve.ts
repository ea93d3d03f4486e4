import { InputError } from '@cede/core';
import { isPostgres } from '../store/name.js';
import type { ServeOptions, Serving } from './options.js';

/** The versions that are tested. */
const PACKAGES = ['fastify@5.12.8', 'zod@4.6.7', 'prom-client@15.1.3'];
const SQLITE = 'libsql@0.5.29';
const POSTGRES = 'pg@8.23.1';

/** Starts a service: decisions over HTTP, written down before they are answered. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { startService } = await loaded(() => import('./start.js'), options.store);
  return startService(options);
}

/** Loads what needs optional packages, or says in one sentence what to install. */
export async function loaded<T>(load: () => Promise<T>, store: string | undefined): Promise<T> {
  try {
    if (isPostgres(store)) await import('pg');
    else await import('libsql');
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new InputError(
      `A service needs packages that are not installed (${/'([^']+)'/.exec(message)?.[1] ?? 'some'} is missing): run npm install --ignore-scripts ${[...PACKAGES, isPostgres(store) ? POSTGRES : SQLITE].join(' ')} where cede is installed.`,
    );
  }
}
