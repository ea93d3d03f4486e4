import { readFile } from 'node:fs/promises';
import { InputError, type Policy, parsePolicy, printPolicy } from '@cede/core';
import { reason } from '@cede/run/reason';
import { type Path, pathOf } from './library/paths.js';

/** Reads policy.json; a damaged or newer file is refused. */
export async function readPolicy(file: Path): Promise<Policy> {
  const path = pathOf(file);
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

/** Writes policy.json, whole or not at all. */
export async function writePolicy(file: Path, policy: Policy): Promise<void> {
  const { writeOutput } = await import('@cede/run/node'); // deciding does without it
  await writeOutput(pathOf(file), printPolicy(policy));
}
