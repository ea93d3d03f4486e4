/**
 * A φ-divergence that keeps an ideal distribution near the data. The optimal reweighting of a
 * row with loss L is max(0, (φ*)'((b − L)/γ)), b chosen so that the weights average 1.
 * MATH: section 3. Every generator here is finite on [0, ∞), so weights may reach 0.
 */
export interface Divergence {
  readonly name: string;
  /** φ itself, for checking optimality. */
  generator(x: number): number;
  /** (φ*)'(t), clipped at 0; defined for t < end. */
  conjugateSlope(t: number): number;
  /** The end t_max of the domain of (φ*)'; Infinity where there is none. */
  readonly end: number;
  /** Whether a large loss can get weight exactly 0 (which LSIF and KLIEP can't bear). */
  readonly reachesZero: boolean;
}
