import { createSipHash } from './siphash.js';

/**
 * Numbers from 0 to 1 that hang on a case's id and a secret salt: a retry draws the same, and
 * nobody outside can choose an id that is audited. One hash gives all of them.
 */
export interface Coins {
  /** Breaks ties between equal scores. Above 0. */
  readonly tie: number;
  readonly audit: number;
  readonly gold: number;
  /** For filters of keys: where a key begins, and how far its places are apart. */
  readonly place: number;
  readonly stride: number;
}

const WHOLE = 2 ** 32;

/** Draws the coins of a case: its id, and the step of a cascade. */
export type Draw = (id: string, step: number) => Coins;

export function createDraw(salt: string): Draw {
  const out = new Uint32Array(4);
  const hash = createSipHash(salt, out);
  return (id, step) => {
    hash(step, id);
    return {
      tie: (out[0] + 1) / WHOLE,
      audit: out[1] / WHOLE,
      gold: out[2] / WHOLE,
      place: out[3],
      stride: out[2] | 1,
    };
  };
}
