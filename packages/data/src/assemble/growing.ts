/** A damaged file may claim any number of rows: what is believed before a row is seen is bounded. */
const MOST_RESERVED = 1 << 28;

/**
 * A typed column that is filled without its length being known. Where the estimate was right
 * nothing is ever copied; pages that are reserved and never written cost no memory.
 */
export class Growing<T extends Float32Array | Float64Array | Int32Array> {
  values: T;
  length = 0;
  readonly #make: (length: number) => T;
  readonly #expected: number;

  constructor(make: (length: number) => T, expected: number) {
    this.#make = make;
    this.#expected = Math.min(Math.max(expected, 1024), MOST_RESERVED);
    this.values = make(0);
  }

  /** Makes room for `more` values after the present ones and returns where they begin. */
  extend(more: number): number {
    const start = this.length;
    this.length += more;
    if (this.length > this.values.length) {
      const roomy = start === 0 ? this.#expected : Math.ceil(this.values.length * 1.5);
      const grown = this.#make(Math.max(this.length, roomy));
      grown.set(this.values.subarray(0, start) as never);
      this.values = grown;
    }
    return start;
  }

  /** Takes values in place of a copy of them, where they are all that was expected. */
  adopt(values: T): boolean {
    if (this.length > 0 || values.length < this.#expected) return false;
    this.values = values;
    this.length = values.length;
    return true;
  }

  /** The values alone; a copy only where a good part of the room was left over. */
  trimmed(): T {
    const spare = this.values.length - this.length;
    const view =
      spare * 8 > this.length
        ? this.values.slice(0, this.length)
        : this.values.subarray(0, this.length);
    return view as T;
  }
}

export const floats = (length: number) => new Float32Array(length);
export const doubles = (length: number) => new Float64Array(length);
export const integers = (length: number) => new Int32Array(length);
