/**
 * Where texts were first met. A Set does the same, but takes several times as long over a million
 * ids: it computes and keeps more than is needed to know a text again.
 */
export class TextIndex {
  readonly #texts: readonly string[];
  /** Rows from 1, 0 where free; twice as many places as texts, so that a free one is always near. */
  readonly #places: Int32Array;
  readonly #hashes: Int32Array;

  /** Calls `repeated` with every row whose text was there before. */
  constructor(texts: readonly string[], repeated: (row: number) => void = () => {}) {
    this.#texts = texts;
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(2 * texts.length + 2)));
    this.#hashes = new Int32Array(texts.length);
    for (let row = 0; row < texts.length; row++) {
      const hash = hashOf(texts[row]!);
      const place = this.#placeOf(texts[row]!, hash);
      if (this.#places[place] !== 0) repeated(row);
      else this.#places[place] = row + 1;
      this.#hashes[row] = hash;
    }
  }

  has(text: string): boolean {
    return this.#places[this.#placeOf(text, hashOf(text))] !== 0;
  }

  /** Where the text is, or would be. */
  #placeOf(text: string, hash: number): number {
    const places = this.#places;
    const last = places.length - 1;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const row = places[place]! - 1;
      if (row < 0 || (this.#hashes[row] === hash && this.#texts[row] === text)) return place;
    }
  }
}

/** FNV-1a over the letters, mixed at the end so that the low bits depend on all of them. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
