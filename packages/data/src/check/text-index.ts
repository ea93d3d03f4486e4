import { HashIndex, hashed, mixed, START } from './hash-index.js';

/** Where texts were first met. */
export class TextIndex {
  readonly #texts: readonly string[];
  readonly #index: HashIndex;

  /** Calls `repeated` with every row whose text was there before. */
  constructor(texts: readonly string[], repeated: (row: number) => void = () => {}) {
    this.#texts = texts;
    this.#index = new HashIndex(texts.length);
    for (let row = 0; row < texts.length; row++) {
      const text = texts[row]!;
      if (this.#index.add(row, hashOf(text), (other) => texts[other] === text)) repeated(row);
    }
  }

  has(text: string): boolean {
    return this.#index.find(hashOf(text), (row) => this.#texts[row] === text) >= 0;
  }
}

function hashOf(text: string): number {
  let hash = START;
  for (let k = 0; k < text.length; k++) hash = hashed(hash, text.charCodeAt(k));
  return mixed(hash);
}
