import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InputError, type Policy, parsePolicy, printPolicy } from '@cede/core';
import { reason } from '@cede/run/reason';
import { type Path, pathOf } from './library/paths.js';

/** A whole file; what it should have been begins the sentence where it can't be read. */
export function readText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError(`${what} ${path}: can't be read (${reason(error)}).`);
  }
}

/** Before code is warm, ten times as fast as core's own: half of what `decide` of one row computes. */
const nodeHash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Reads policy.json; a damaged or newer file is refused. */
export async function readPolicy(file: Path): Promise<Policy> {
  const path = pathOf(file);
  const text = readText(path, 'policy');
  try {
    return parsePolicy(text, path, nodeHash);
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
