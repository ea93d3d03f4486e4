import { constants } from 'node:fs';
import { access, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '@cede/core';
import { reason } from '../reason/index.js';
import { writeWhole } from './write-whole.js';

/** A file that a person asked for: whole or not at all, and one sentence when it can't be written. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const kind = await kindOf(path);
    if (kind === 'folder') throw Object.assign(new Error(), { code: 'EISDIR' });
    // A device or a pipe has no name to rename to: the rename would put a file in its place.
    if (kind === 'stream') await writeFile(path, content);
    else await writeWhole(path, content);
  } catch (error) {
    throw new InputError(`${path}: can't be written (${reason(error)}). Nothing was left behind.`);
  }
}

/** Asked before a long work, so that nobody waits for a result that has nowhere to go. */
export async function refuseUnwritable(path: string): Promise<void> {
  try {
    const kind = await kindOf(path);
    if (kind === 'folder') throw Object.assign(new Error(), { code: 'EISDIR' });
    await access(kind === 'stream' ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw new InputError(`${path}: can't be written (${reason(error)}).`);
  }
}

/** The output of a command in the place of what it reads: a table would be lost to a slip of the tab key. */
export async function refuseOverwriting(path: string, inputs: readonly string[]): Promise<void> {
  const place = await realpath(path).catch(() => undefined);
  if (place === undefined) return; // nothing is there yet
  for (const input of inputs) {
    if ((await realpath(input).catch(() => undefined)) !== place) continue;
    if ((await kindOf(path)) === 'stream') continue;
    throw new InputError(
      `${path}: is read by this command, and what it writes would take its place. Name another file.`,
    );
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'stream' | 'nothing'> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!status) return 'nothing';
  return status.isDirectory() ? 'folder' : status.isFile() ? 'file' : 'stream';
}
