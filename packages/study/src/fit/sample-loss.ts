import {
  deferralCurve,
  type FitOptions,
  methodNamed,
  outcomesOf,
  splitTable,
  summarise,
  type Table,
} from '@cede/core';

/** What fitting on a sample, instead of on all rows, costs in area under the curve; fractions. */
export interface SampleLoss {
  readonly rows: number;
  readonly of: number;
  /** Rows that were in neither fit. */
  readonly testRows: number;
  readonly area: number;
  readonly halfArea: number;
  /** Expected gain of fitting on all rows, and its standard error over tenths of the test rows. */
  readonly loss: number;
  readonly error: number;
}

/** Rows drawn from many, and others beside them. */
interface Sampled {
  readonly table: { readonly table: Table };
  readonly of: number;
  readonly others?: Table;
}

const PARTS = 10;

/**
 * Fits the policy's method on the sample and on half of it, and compares both on other rows. Where
 * the area falls short of its limit by c / rows, halving costs as much as is left to gain: c / rows.
 * Of that all rows would bring back the share 1 − rows / all.
 */
export function sampleLoss(
  { method }: { readonly method: string },
  { table: { table: sample }, of, others }: Sampled,
  options: FitOptions = {},
): SampleLoss | undefined {
  if (!others) return undefined;
  const { seed = 0, expert = 0 } = options;
  const half = splitTable(sample, { testShare: 0.5, seed, purpose: 'test' }).fit;
  const scoresOf = (table: Table) => methodNamed(method).fit(table, options).score(others);
  const [whole, halved] = [scoresOf(sample), scoresOf(half)];
  const outcomes = outcomesOf(others, expert as number);
  const areaOf = (scores: Float32Array, rows: readonly number[]) => {
    const at = (values: ArrayLike<number>) => Float32Array.from(rows, (row) => values[row]);
    const curve = deferralCurve(at(scores), at(outcomes.model), at(outcomes.expert));
    return summarise([curve], []).area;
  };
  const all = Array.from({ length: others.rows }, (_, row) => row);
  const share = 1 - sample.rows / of;
  const gain = (rows: readonly number[]) => share * (areaOf(whole, rows) - areaOf(halved, rows));
  const parts = Array.from({ length: PARTS }, (_, k) =>
    gain(all.filter((row) => row % PARTS === k)),
  );
  const mean = parts.reduce((sum, value) => sum + value, 0) / PARTS;
  const squares = parts.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    rows: sample.rows,
    of,
    testRows: others.rows,
    area: areaOf(whole, all),
    halfArea: areaOf(halved, all),
    loss: gain(all),
    error: Math.sqrt(squares / (PARTS - 1) / PARTS),
  };
}
