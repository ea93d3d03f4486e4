import { mkdir, open, readFile, rm, rmdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { InputError } from '@cede/core';
import { reason } from '../reason/index.js';
import { isAlive } from './is-alive.js';

const LOCK = '.cede-lock';

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/**
 * Makes a folder and keeps it for one run at a time: two runs into one folder would each draw what
 * the other has left. A lock whose process is gone (killed, power cut) is taken over.
 */
export async function lockFolder(
  folder: string,
  name = folder,
): Promise<{ release(): Promise<void> }> {
  const made = await mkdir(folder, { recursive: true }).catch((error) => {
    throw new InputError(`${name}: can't be made (${reason(error)}).`);
  });
  const file = join(folder, LOCK);
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
      await handle.close();
      return { release: () => release(folder, file, made !== undefined) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new InputError(`${name}: can't be used (${reason(error)}).`);
    }
    await refuseLiving(name, file);
    await rm(file, { force: true });
  }
  throw new InputError(`${name}: is in use by another run. Wait for it, or give another folder.`);
}

/** Work that was refused before it began leaves no empty folder behind. */
async function release(folder: string, file: string, made: boolean): Promise<void> {
  await rm(file, { force: true });
  if (!made) return;
  for (const empty of [join(folder, 'cells'), folder]) await rmdir(empty).catch(() => undefined);
}

async function refuseLiving(name: string, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const owner = parseOwner(text);
  if (!owner) return; // cut off while it was written: its writer is gone
  if (owner.host === hostname() && !isAlive(owner.pid)) return;
  const where = owner.host === hostname() ? '' : ` on ${owner.host}`;
  throw new InputError(
    `${name}: is in use by another run (process ${owner.pid}${where}). Wait for it, or give another folder. If that process is gone, remove ${file}.`,
  );
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text);
    return typeof owner.pid === 'number' && typeof owner.host === 'string' ? owner : undefined;
  } catch {
    return undefined;
  }
}
