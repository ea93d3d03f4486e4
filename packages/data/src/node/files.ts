import { constants, createReadStream } from 'node:fs';
import { access, open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { count, InputError } from '@cede/core';
import { globPattern, isGlob } from '../glob.js';
import type { ByteSource } from '../read/contract.js';
import { damagedGzip, guardRatio, isGzip, notGzip } from '../read/gzip.js';
import { pipeSource } from '../read/source.js';

/** A source that is a file; fast readers go to the path itself. */
export interface FileSource extends ByteSource {
  readonly path: string;
}

export async function fileSource(path: string): Promise<FileSource> {
  const size = await sizeOf(path);
  const name = basename(path);
  const gzip = path.toLowerCase().endsWith('.gz');
  return {
    name,
    path,
    ...(gzip ? {} : { size }),
    chunks: () => (gzip ? gunzipChunks(path, name) : fileChunks(path, name, size)),
    bytes: () => readFile(path),
  };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error) => Promise.reject(refused(path, error)));
  const pipe = found.isFIFO() ? 'a pipe (FIFO)' : found.isSocket() ? 'a socket' : undefined;
  if (pipe || (!found.isFile() && !found.isDirectory())) {
    throw new InputError(
      `table ${path}: this is ${pipe ?? 'a device'}, not a file. Pass - as the table and send the rows to standard input, or save them to a file.`,
    );
  }
  if (found.isDirectory()) {
    throw new InputError(
      `table ${path}: this is a folder. Name a file, or several with '${join(path, '*.csv')}'.`,
    );
  }
  await access(path, constants.R_OK).catch(() => {
    throw new InputError(
      `table ${path}: you have no permission to read it. Change that with chmod, or ask its owner.`,
    );
  });
  return found.size;
}

/** Why there is nothing at a path. */
function refused(path: string, { code, message }: NodeJS.ErrnoException): InputError {
  const why: Record<string, string> = {
    ENOENT: isGlob(dirname(path))
      ? 'there is no such file (a pattern may stand only in the last part of a path)'
      : 'there is no such file',
    ENOTDIR: 'there is no such file',
    EACCES:
      'you have no permission to look into its folder. Change that with chmod, or ask its owner',
    ELOOP: 'this is a link that leads back to itself. Name the file itself',
    ENAMETOOLONG: 'the name is too long',
  };
  return new InputError(
    `table ${path}: ${why[code ?? ''] ?? `can't be read (${code ?? message})`}.`,
  );
}

/** The end of a file that is being cut, or written anew, is not the end of the table. */
async function* fileChunks(path: string, name: string, size: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    read += chunk.length;
    yield chunk;
  }
  if (read < size) {
    throw new InputError(
      `table ${name}: the file became shorter while it was read (${count(read)} of ${count(size)} bytes). Read it again when it is complete.`,
    );
  }
}

async function* gunzipChunks(path: string, name: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  const guard = guardRatio(name);
  let written = 0;
  file.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of file.pipe(gunzip) as AsyncIterable<Uint8Array>) {
      written += chunk.length;
      guard(file.bytesRead, written);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw (await startsAsGzip(path)) ? damagedGzip(name) : notGzip(name);
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

async function startsAsGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(2));
    return isGzip(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Files of one path, several paths, or a glob in the last part of a path, in the order of their names. */
export async function expandPaths(paths: string | readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of typeof paths === 'string' ? [paths] : paths) {
    // A star in a name is a star where such a file exists.
    if (!isGlob(basename(path)) || (await exists(path))) {
      found.push(path);
      continue;
    }
    const pattern = globPattern(basename(path));
    const names = await readdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [] as string[];
      throw refused(path, error);
    });
    const matching = names.filter((name) => pattern.test(name)).sort();
    if (matching.length === 0) throw new InputError(`table ${path}: no file matches.`);
    found.push(...matching.map((name) => join(dirname(path), name)));
  }
  if (found.length === 0) throw new InputError('no table was given.');
  await refuseRepeated(found);
  return found;
}

/** A file that is named twice, by a pattern perhaps, would count twice. */
async function refuseRepeated(paths: readonly string[]): Promise<void> {
  if (paths.length < 2) return;
  const names = new Map<string, string>();
  for (const path of paths) {
    const real = await realpath(path).catch(() => path);
    const before = names.get(real);
    if (before !== undefined)
      throw new InputError(
        `table ${path}: ${before === path ? 'is given twice' : `is the same file as ${before}`}, so its rows would count twice. Name it once.`,
      );
    names.set(real, path);
  }
}

/** Standard input, which may hold CSV or JSONL; which of them is told by the first letter. */
export async function stdinSource(
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<ByteSource> {
  const iterator = input[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let first = '';
  while (first === '') {
    const { value, done } = await iterator.next();
    if (done) break;
    taken.push(value);
    first = new TextDecoder().decode(value).trimStart().slice(0, 1);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* taken.splice(0);
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return pipeSource(first === '{' ? 'stdin.jsonl' : 'stdin.csv', whole());
}
