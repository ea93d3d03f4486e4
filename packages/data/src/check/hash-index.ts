/**
 * Rows found again by a hash of what they hold; whether they hold the same is for the caller to
 * say. A Set of strings does as much, but takes several times as long over a million rows.
 */
export class HashIndex {
  /** Rows from 1, 0 where free; twice as many places as rows, so that a free one is always near. */
  readonly #places: Int32Array;
  readonly #hashes: Int32Array;

  constructor(rows: number) {
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(2 * rows + 2)));
    this.#hashes = new Int32Array(rows);
  }

  /** The first row added with this hash that is the same, or −1. */
  find(hash: number, same: (row: number) => boolean): number {
    return this.#places[this.#placeOf(hash, same)]! - 1;
  }

  /** Adds a row unless the same is there; says whether it was. */
  add(row: number, hash: number, same: (other: number) => boolean): boolean {
    const place = this.#placeOf(hash, same);
    if (this.#places[place] !== 0) return true;
    this.#places[place] = row + 1;
    this.#hashes[row] = hash;
    return false;
  }

  /** Where the row is, or would be. */
  #placeOf(hash: number, same: (row: number) => boolean): number {
    const last = this.#places.length - 1;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const row = this.#places[place]! - 1;
      if (row < 0 || (this.#hashes[row] === hash && same(row))) return place;
    }
  }
}

/** FNV-1a, a number at a time; `mixed` at the end, so that the low bits depend on all of them. */
export const START = 0x811c9dc5 | 0;
export const hashed = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193);
export function mixed(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return spread ^ (spread >>> 13);
}
