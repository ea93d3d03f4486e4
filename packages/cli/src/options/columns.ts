import { type ColumnPatterns, splitColumns } from '@cede/data';
import { UsageError } from '../usage-error.js';
import { adding } from './given-twice.js';

/**
 * Columns of an option that takes several: `--features a,b`, `--features a --features b` and
 * `--features '{a,b}'` say the same. One stays a text, as policies have always kept it.
 */
export const columns = (option: string) =>
  adding((text: string, before: ColumnPatterns | undefined): ColumnPatterns => {
    const all = [...(before === undefined ? [] : [before].flat()), ...named(option, text)];
    return all.length === 1 ? all[0] : all;
  });

/** The same for options with a place for each expert: always a list. */
export const columnsEach = (option: string) =>
  adding((text: string, before: string[] | undefined): string[] => [
    ...(before ?? []),
    ...named(option, text),
  ]);

function named(option: string, text: string): string[] {
  const found = splitColumns(text);
  if (found.length === 0) throw new UsageError(`${option}: names no column, got "${text}".`);
  return found;
}
