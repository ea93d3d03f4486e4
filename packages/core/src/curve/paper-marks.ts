/**
 * The marks of the paper's table, one rate (column) at a time. Bold: the best mean, if its ± band
 * overlaps no band of another family. Red: closer to random than to the best. `random` and
 * `oracle` are never marked: a method name alone decides, so marks are the same everywhere. Where a
 * table has one family only, each method counts by itself: the best of one family is no news.
 */
export interface MarkInput {
  readonly name: string;
  readonly family: string;
  readonly mean: number;
  readonly std: number;
}

/** How a table marks a method, as the paper does. */
export type Mark = 'bold' | 'red' | 'none';

const UNMARKED = new Set(['random', 'oracle']);

/** Marks the methods of one column of a table, as the paper does. */
export function marks(column: readonly MarkInput[], random: number): Record<string, Mark> {
  const rivals = column.filter((entry) => !UNMARKED.has(entry.name));
  const result: Record<string, Mark> = {};
  for (const entry of column) result[entry.name] = 'none';
  if (rivals.length === 0) return result;
  const best = rivals.reduce((a, b) => (b.mean > a.mean ? b : a));
  for (const entry of rivals) {
    if (Math.abs(entry.mean - random) < best.mean - entry.mean) result[entry.name] = 'red';
  }
  const families = markedFamilies(rivals);
  const others = rivals.filter(({ name }) => families.get(name) !== families.get(best.name));
  const alone = others.every(({ mean, std }) => mean + std < best.mean - best.std);
  if (others.length > 0 && alone) result[best.name] = 'bold';
  return result;
}

/** By name, what a method is marked as: its family, or where all are of one, itself. */
export function markedFamilies(
  methods: readonly Pick<MarkInput, 'name' | 'family'>[],
): ReadonlyMap<string, string> {
  const several = new Set(methods.map(({ family }) => family)).size > 1;
  return new Map(methods.map(({ name, family }) => [name, several ? family : name]));
}
