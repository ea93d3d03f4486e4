import { holm, lowerProportion, upperProportion } from '@cede/core';
import { type Ends, harmPValue, policyOutcome, rangeOf } from './policy-outcome.js';

/** What happens in each group of a table; values are fractions (or minus losses). */
export interface GroupReport {
  readonly column: string;
  readonly confidence: number;
  readonly groups: readonly GroupOutcome[];
  /** Largest minus smallest over the groups. */
  readonly gaps: { readonly rate: number; readonly model: number; readonly value: number };
}

/** What a policy does to one group. */
export interface GroupOutcome {
  readonly name: string;
  readonly rows: number;
  readonly rate: number;
  readonly rateInterval: Ends | null;
  readonly model: number;
  readonly value: number;
  readonly valueInterval: Ends;
  readonly gain: number;
  readonly gainInterval: Ends;
  /** Of "handing over does no harm here", Holm-corrected over the groups. */
  readonly harmPValue: number;
  readonly harmed: boolean;
}

/** Rows, decisions and values, by group. */
export interface GroupInput {
  readonly column: string;
  readonly names: readonly string[];
  readonly index: ArrayLike<number>;
  /** How much of each row is handed over: 0 or 1, in between over seeds. */
  readonly share: ArrayLike<number>;
  readonly model: ArrayLike<number>;
  /** NaN where the expert was not asked. */
  readonly expert: ArrayLike<number>;
  /** Where that is known: how likely each row was to be asked. */
  readonly propensity?: ArrayLike<number>;
  readonly smallestPropensity?: number;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
  readonly confidence: number;
  readonly seed: number;
}

/** What a policy does to each group, with intervals. */
export function groupReport(input: GroupInput): GroupReport {
  const present = input.names
    .map((name, g) => ({
      name,
      rows: Array.from(input.share, (_, row) => row).filter((row) => input.index[row] === g),
    }))
    .filter(({ rows }) => rows.length > 0);
  const found = present.map(({ name, rows }) => outcome(input, name, rows));
  const adjusted = holm(found.map(({ harmPValue }) => harmPValue));
  const groups = found.map((group, g) => ({
    ...group,
    harmPValue: adjusted[g],
    harmed: adjusted[g] <= 1 - input.confidence,
  }));
  const gap = (value: (group: GroupOutcome) => number) =>
    Math.max(...groups.map(value)) - Math.min(...groups.map(value));
  return {
    column: input.column,
    confidence: input.confidence,
    groups,
    gaps: {
      rate: gap(({ rate }) => rate),
      model: gap(({ model }) => model),
      value: gap(({ value }) => value),
    },
  };
}

function outcome(
  input: GroupInput,
  name: string,
  rows: readonly number[],
): Omit<GroupOutcome, 'harmed'> {
  const pick = (column: ArrayLike<number>) => Float64Array.from(rows, (row) => column[row]);
  const [share, model, expert] = [pick(input.share), pick(input.model), pick(input.expert)];
  const weight = input.weight && pick(input.weight);
  const clusters = input.clusters && pick(input.clusters);
  const propensity = input.propensity && pick(input.propensity);
  const given = {
    ...{ share, model, expert, weight, clusters, propensity },
    smallestPropensity: input.smallestPropensity,
    seed: input.seed,
  };
  const range = rangeOf(input);
  const found = policyOutcome(given, range, input.confidence);
  const tail = (1 - input.confidence) / 2;
  const whole = !weight && !clusters && share.every((part) => part === 0 || part === 1);
  const deferred = share.reduce((sum, part) => sum + part, 0);
  return {
    name,
    rows: rows.length,
    rate: found.rate,
    rateInterval: whole
      ? {
          lower: lowerProportion(deferred, rows.length, tail),
          upper: upperProportion(deferred, rows.length, tail),
        }
      : null,
    model: found.model,
    value: found.value,
    valueInterval: found.valueInterval,
    gain: found.gain,
    gainInterval: found.gainInterval,
    harmPValue: harmPValue(given, range, input.confidence),
  };
}
