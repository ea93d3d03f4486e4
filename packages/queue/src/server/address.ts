import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { InputError } from '@cede/core';

/** Where a queue is, and how to get in. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  /** Node's own TLS options; undefined for a plain connection. */
  readonly tls?: {
    readonly ca?: Buffer;
    readonly cert?: Buffer;
    readonly key?: Buffer;
    readonly servername?: string;
  };
  /** For messages: no password. */
  readonly shown: string;
}

const FILES = ['ca', 'cert', 'key'] as const;
const KNOWN = [...FILES, 'servername'];

/**
 * `redis://` or `rediss://` (TLS), with user, password and database where there are some. What TLS
 * needs besides stands behind a question mark: `rediss://host:6380?ca=ca.pem&cert=me.pem&key=me.key`.
 */
export function parseAddress(text: string): QueueAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refusal('is no address', text.includes('@') ? ` ${ESCAPES}` : '');
  }
  if (!['redis:', 'rediss:'].includes(url.protocol)) throw refusal(`begins with ${url.protocol}//`);
  const isSecure = url.protocol === 'rediss:';
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined)
    throw refusal(`has the setting "${unknown}" (known: ${KNOWN.join(', ')})`);
  if (!isSecure && url.searchParams.size > 0)
    throw refusal('has TLS settings, and redis:// uses no TLS; write rediss://');
  const db = url.pathname.replace(/^\//, '');
  if (!/^\d*$/.test(db)) throw refusal(`names the database "${db}" (expected a number)`);
  const port = Number(url.port || 6379);
  const { hostname: host } = url;
  return {
    host,
    port,
    db: Number(db),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(isSecure && { tls: tlsOf(url.searchParams, host) }),
    shown: `${url.protocol}//${host}:${port}${db && `/${db}`}`,
  };
}

const ESCAPES = 'In a user or a password write / as %2F, @ as %40, : as %3A.';

/** What to do where a server can't be used, by what was said of it. */
export function whatHelps(said: string, shown: string): string {
  if (/NOPERM/.test(said)) return 'Give it the right to all commands on cede:* and all channels.';
  if (/NOAUTH|WRONGPASS/.test(said)) return 'Write user and password into the address.';
  if (/altnames/.test(said)) return 'Name whom its certificate is for: ?servername=redis.example.';
  if (/certificate/.test(said)) return 'Name its authority: ?ca=ca.pem.';
  if (/ECONNRESET/.test(said) && shown.startsWith('redis:'))
    return 'If it speaks TLS, write rediss://.';
  return 'Is redis-server (or Valkey) running there?';
}

/** The text itself stays out of the message: it may hold a password. */
const refusal = (found: string, hint = '') =>
  new InputError(
    `queue: the address ${found}. Write it as redis://host:6379 or rediss://user:password@host:6380/0?ca=ca.pem.${hint}`,
    'invalid-value',
    { path: 'queue' },
  );

function tlsOf(settings: URLSearchParams, host: string): NonNullable<QueueAddress['tls']> {
  const files = FILES.filter((name) => settings.has(name)).map((name) => [
    name,
    readSetting(name, settings.get(name)!),
  ]);
  // A certificate may be for a number too, but TLS asks for servers by name only.
  const name = settings.get('servername') ?? (isIP(host.replace(/[[\]]/g, '')) ? undefined : host);
  return { ...(name !== undefined && { servername: name }), ...Object.fromEntries(files) };
}

function readSetting(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new InputError(
      `queue: can't read ${file}, the ${name} of the TLS connection (${(error as NodeJS.ErrnoException).code}).`,
      'invalid-value',
      { path: `queue.${name}` },
    );
  }
}
