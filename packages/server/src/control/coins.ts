import { createHash } from 'node:crypto';

/**
 * Numbers from 0 to 1 that hang on a case's id and a secret salt: a retry draws the same, and
 * nobody outside can choose an id that is audited. One hash gives all of them.
 */
export interface Coins {
  /** Breaks ties between equal scores. Above 0. */
  readonly tie: number;
  readonly audit: number;
  readonly gold: number;
  /** For filters of keys. */
  readonly print: Buffer;
}

const SIX_BYTES = 2 ** 48;

export function coinsOf(salt: string, id: string, step: number): Coins {
  const print = createHash('sha256').update(`${salt}\n${step}\n${id}`).digest();
  return {
    tie: (print.readUIntBE(0, 6) + 1) / SIX_BYTES,
    audit: print.readUIntBE(6, 6) / SIX_BYTES,
    gold: print.readUIntBE(12, 6) / SIX_BYTES,
    print,
  };
}
