import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InputError, optionText } from '@cede/core';

export interface DownloadProgress {
  readonly received: number;
  /** Null where the server doesn't say how long the file is. */
  readonly total: number | null;
}

export interface DownloadOptions {
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DownloadProgress) => void;
}

/**
 * Downloads into `part`, going on from the bytes already there if the server can send a range.
 * What arrived stays in `part` when the connection breaks, so that a later call goes on from it.
 */
export async function download(
  address: string,
  part: string,
  options: DownloadOptions,
): Promise<void> {
  await mkdir(dirname(part), { recursive: true });
  const present = await sizeOf(part);
  const response = await request(address, present, options);
  if (response.status === 416) {
    // Nothing lies past what we have: the part is whole, or not of this file.
    await response.body?.cancel();
    if (totalOf(response, 0) === present) return;
    await rm(part, { force: true });
    return download(address, part, options);
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new InputError(
      `${address} answered ${response.status} ${response.statusText}; check the address, or ` +
        `download the file by other means and name its folder with ${optionText('data')}.`,
    );
  }
  const from = response.status === 206 && startOf(response) === present ? present : 0;
  if (response.status === 206 && from !== present) {
    await response.body.cancel();
    await rm(part, { force: true });
    return download(address, part, options);
  }
  const total = totalOf(response, from);
  await save(response.body, part, from, total, address, options);
}

async function request(
  address: string,
  present: number,
  { fetch: ask = fetch, signal }: DownloadOptions,
): Promise<Response> {
  // A server that compresses on the way would count other bytes than the file's.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (present > 0) headers.range = `bytes=${present}-`;
  try {
    return await ask(address, { headers, signal, redirect: 'follow' });
  } catch (error) {
    signal?.throwIfAborted();
    throw new InputError(`${address} can't be reached: ${reasonOf(error)}.`);
  }
}

async function save(
  body: ReadableStream<Uint8Array>,
  part: string,
  from: number,
  total: number | null,
  address: string,
  { signal, onProgress }: DownloadOptions,
): Promise<void> {
  let received = from;
  onProgress?.({ received, total });
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      received += chunk.length;
      onProgress?.({ received, total });
      yield chunk;
    }
  };
  let broken = '';
  try {
    const file = createWriteStream(part, { flags: from > 0 ? 'a' : 'w' });
    await pipeline(Readable.fromWeb(body as never), count, file, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    broken = ` (${reasonOf(error)})`;
  }
  if (broken !== '' || (total !== null && received < total)) {
    const of = total === null ? '' : ` of ${total}`;
    throw new InputError(
      `download of ${address} stopped after ${received}${of} bytes${broken}; ` +
        'run the same command again to go on from there.',
    );
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}

/** Where the sent range begins, from `content-range: bytes 100-199/200`. */
function startOf(response: Response): number {
  return Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? -1);
}

/** The whole file's length, from the range or from the rest that is sent. */
function totalOf(response: Response, from: number): number | null {
  const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  if (whole !== undefined) return Number(whole);
  const rest = response.headers.get('content-length');
  return rest === null || response.status === 416 ? null : from + Number(rest);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error };
  return cause?.message ? `${message}, ${cause.message}` : message;
}
