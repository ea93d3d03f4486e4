import { exp } from './exp.js';
import { log } from './log.js';

/** x^y for x ≥ 0, the same bytes on every engine. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x === 0) return y > 0 ? 0 : Infinity;
  if (y === 1) return x;
  return exp(y * log(x));
}
