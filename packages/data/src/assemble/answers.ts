import { highest } from '../answers.js';
import type { Inspected } from '../read/contract.js';
import { Growing, shorts } from './growing.js';

/** The answers of a matrix, as far as its reader finds them on the way; else they are looked for later. */
export class AnswersColumn {
  readonly #answers: Growing<Int16Array> = new Growing(shorts, 0);
  #complete = true;

  /** `values` are the rows as they now are; where they are not as the reader saw them (`kept`), they are searched. */
  add(seen: Inspected | undefined, kept: boolean, values: Float32Array, width: number): void {
    this.#complete &&= seen !== undefined;
    if (!seen || !this.#complete) return;
    const taken = this.#answers.adopt(seen.answers);
    const start = taken ?? this.#answers.extend(seen.answers.length);
    if (!kept) this.#answers.values.set(highest(values, width), start);
    else if (taken === undefined) this.#answers.values.set(seen.answers, start);
  }

  finish(): Int16Array | undefined {
    return this.#complete ? this.#answers.trimmed() : undefined;
  }
}
