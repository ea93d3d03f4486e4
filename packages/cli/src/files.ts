import { readFile } from 'node:fs/promises';
import { InputError, type Policy, parsePolicy, printPolicy } from '@cede/core';
import { writeWhole } from '@cede/run';

/** Files the commands read and write: whole or not at all, and one sentence when it can't be done. */
export async function readPolicy(path: string): Promise<Policy> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new InputError(`policy ${path}: can't be read (${reason(error)}).`);
  }
  return parsePolicy(text, path);
}

export const writePolicy = (path: string, policy: Policy) => write(path, printPolicy(policy));

export async function write(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeWhole(path, content);
  } catch (error) {
    throw new InputError(`${path}: can't be written (${reason(error)}). Nothing was left behind.`);
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'not permitted',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is not a folder',
    EROFS: 'the disk is read-only',
  };
  return known[code ?? ''] ?? code ?? message;
}
