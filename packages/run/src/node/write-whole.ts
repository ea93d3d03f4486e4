import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isAlive } from './is-alive.js';

let written = 0;

/** A machine's name as it can stand in a file name. */
const HOST = hostname().replace(/[^A-Za-z0-9-]/g, '_');

/** Temporary files of other machines are taken for abandoned after an hour. */
const ABANDONED = 3_600_000;

/**
 * Writes a file whole or not at all: under a temporary name that says who is writing, to the disk,
 * then renamed. After a power cut the old file or the new one is there, never a mixture.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const owner = `${HOST}-${process.pid}-${threadId}-${written++}`;
  const temporary = join(dirname(file), `.${basename(file)}.${owner}.tmp`);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(file));
}

/** The rename itself reaches the disk with the directory; not every system lets one ask for that. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Removes temporary files and folders whose writer is gone; those of a living process are left alone. */
export async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const owner = /^\..*\.([A-Za-z0-9_-]+)-(\d+)-\d+-\d+\.tmp$/.exec(name);
    if (!owner) continue;
    const file = join(directory, name);
    const gone = owner[1] === HOST && !isAlive(Number(owner[2]));
    if (gone || (await isOld(file))) await rm(file, { recursive: true, force: true });
  }
}

async function isOld(file: string): Promise<boolean> {
  const status = await stat(file).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > ABANDONED;
}
