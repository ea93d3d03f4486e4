/**
 * Losses of a sample, atom by atom: one atom a row for probabilities and labels; for an expert
 * given as votes one atom a class, its mass the share of the votes.
 */
export interface LossSample {
  readonly rows: number;
  readonly atoms: number;
  /** rows × atoms. */
  readonly losses: Float64Array;
  /** rows × atoms, each row summing to 1; absent where atoms = 1. */
  readonly mass?: Float64Array;
}
