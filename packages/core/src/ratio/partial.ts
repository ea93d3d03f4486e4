/**
 * A pair of partial losses: a row with weights a and b adds a·plus(v) + b·minus(v) to the
 * objective. Every scorer that cede trains, DR CPE or baseline, is such a pair; so one training
 * kernel serves them all.
 */
export interface PartialLosses {
  readonly name: 'squared' | 'logistic' | 'lsif' | 'kliep' | 'exponential';
  /** Through which the network's raw output becomes v: softplus where v must be positive. */
  readonly head: 'identity' | 'softplus';
  plus(v: number): number;
  minus(v: number): number;
  /** Derivatives by v. */
  plusSlope(v: number): number;
  minusSlope(v: number): number;
}
