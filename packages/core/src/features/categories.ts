import type { Column } from '../table/table.js';
import type { ColumnSpec } from './column-spec.js';

/** Levels that get an input of their own; further ones share one. */
export const MOST_LEVELS = 64;

/**
 * Rare levels are kept by name, so that a new one can be told from them, up to so many. In a column
 * with more (ids, free text) a value that was never seen before is nothing unusual.
 */
const MOST_RARE = 1000;

type Levels = Pick<ColumnSpec, 'levels' | 'other' | 'rare'>;

/** The levels of the fitting rows: the most frequent first, names in order where they come as often. */
export function fitLevels({ levels = [], values }: Column): Levels {
  const counts = new Uint32Array(levels.length);
  for (const code of values) if (!Number.isNaN(code)) counts[code]++;
  const seen = Array.from(levels.keys())
    .filter((code) => counts[code] > 0)
    .sort((a, b) => counts[b] - counts[a] || (levels[a] < levels[b] ? -1 : 1))
    .map((code) => levels[code]);
  const rare = seen.slice(MOST_LEVELS);
  return {
    levels: seen.slice(0, MOST_LEVELS),
    ...(rare.length > 0 && { other: true }),
    ...(rare.length > 0 && rare.length <= MOST_RARE && { rare }),
  };
}

/**
 * What `writeColumn` reads for a level's name: its place; one more for those that share an input; one
 * more again for a level that no fitting row had.
 */
export function levelCoder({ levels = [], other, rare }: Levels): (name: string) => number {
  const codes = new Map(levels.map((name, place) => [name, place]));
  for (const name of rare ?? []) codes.set(name, levels.length);
  const unknown = other && !rare ? levels.length : unseenCode({ levels });
  return (name) => codes.get(name) ?? unknown;
}

/** The code of a level that no fitting row had. */
export const unseenCode = ({ levels = [] }: Levels): number => levels.length + 1;
