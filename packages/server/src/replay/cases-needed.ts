/** What is known of an interval, and how it narrows. */
export interface Narrowing {
  readonly cases: number;
  /** From the estimate to the end that must move. */
  readonly width: number;
  /** Standard deviation of one case's contribution, and the largest that one could have. */
  readonly deviation: number;
  readonly reach: number;
  readonly delta: number;
}

/**
 * About how many cases in all it takes until an interval is so narrow. Two things widen it: the
 * spread of what was seen, which goes with 1/√n, and the largest weight that a rarely seen case could
 * have had, which goes with 1/n and rules where few are audited. Their sum is Bernstein's inequality;
 * it is scaled to the width that the interval has now.
 */
export function casesNeeded(
  { cases, width, deviation, reach, delta }: Narrowing,
  wanted: number,
): number {
  const surprise = Math.log(2 / delta);
  const root = deviation * Math.sqrt(2 * surprise);
  const linear = reach * surprise;
  const scale = width / (root / Math.sqrt(cases) + linear / cases);
  // scale · (root·x + linear·x²) = wanted, with x = 1/√n.
  const x = (Math.sqrt(root * root + (4 * linear * wanted) / scale) - root) / (2 * linear);
  return 1 / (x * x);
}
