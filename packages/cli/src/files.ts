import { readFile } from 'node:fs/promises';
import { InputError, type Policy, parsePolicy, printPolicy } from '@cede/core';
import { reason, writeOutput } from '@cede/run/node';

/** Files the commands read and write: whole or not at all, and one sentence when it can't be done. */
export async function readPolicy(path: string): Promise<Policy> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new InputError(`policy ${path}: can't be read (${reason(error)}).`);
  }
  try {
    return parsePolicy(text, path);
  } catch (error) {
    const { isTableName } = await import('@cede/data');
    if (!isTableName(path)) throw error;
    throw new InputError(
      `policy ${path}: is a table (expected a policy). The policy comes first, the table after it.`,
    );
  }
}

/** Writes a policy to a file, whole or not at all. */
export const writePolicy = (path: string, policy: Policy) => writeOutput(path, printPolicy(policy));
