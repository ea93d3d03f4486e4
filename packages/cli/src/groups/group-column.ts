import { InputError, type Policy } from '@cede/core';
import type { TableFlags } from '../options/table.js';

/**
 * Reads with the column that the policy's own thresholds go by, where there is such a column: rows
 * without it are no error, they meet the common threshold.
 */
export async function withGroupColumn<T>(
  { threshold }: Policy,
  flags: TableFlags,
  read: (group: string | undefined) => Promise<T>,
): Promise<T> {
  const own = threshold.groups?.column;
  if (flags.group !== undefined || own === undefined) return read(flags.group);
  try {
    return await read(own);
  } catch (error) {
    if (error instanceof InputError && error.message.includes('--group')) return read(undefined);
    throw error;
  }
}
