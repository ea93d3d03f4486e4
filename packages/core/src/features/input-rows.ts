/** Rows of inputs, wherever they come from: a table, or one decision's buffers. */
export interface InputRows {
  readonly rows: number;
  /** rows × classes, or undefined where there are none. */
  readonly model?: Float32Array;
  /** Numbers; of categories, codes (see column-spec.ts); NaN where missing. */
  readonly columns: readonly { readonly values: Float32Array }[];
  /** Of fitting rows: calibrated numbers that did not see the row's own label, rows × 3. */
  readonly calibrated?: Float32Array;
}
