/**
 * The name of a level, one for every way in which files write it: `True` and `true`, `3` and `3.0`
 * (pandas writes whole numbers beside gaps so). Leading zeros stay: `007` is another code than `7`.
 */
export function levelName(value: string | number | boolean | bigint): string {
  const text = String(value).trim();
  if (/^[+-]?\d+\.0*$/.test(text)) return text.slice(0, text.indexOf('.'));
  return /^(true|false)$/i.test(text) ? text.toLowerCase() : text;
}

/** Collects the values of a categorical column: each name once, and for every row which one. */
export class LevelCollector {
  readonly names: string[] = [];
  readonly #places = new Map<string, number>();
  /** As values were written, so that a name is cleaned once and not in every row. */
  readonly #written = new Map<string | number | boolean | bigint, number>();

  /** The place of a value among the names; NaN where it is missing. */
  place(value: string | number | boolean | bigint | null | undefined): number {
    if (value === null || value === undefined || value === '' || Number.isNaN(value))
      return Number.NaN;
    const known = this.#written.get(value);
    if (known !== undefined) return known;
    const name = levelName(value);
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.names.push(name) - 1;
      this.#places.set(name, place);
    }
    this.#written.set(value, place);
    return place;
  }
}
