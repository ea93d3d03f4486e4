import { holm, lowerProportion, upperProportion } from '@cede/core';
import {
  type Ends,
  harmPValue,
  type PolicyOutcomeRows,
  policyOutcome,
  rangeOf,
} from './policy-outcome.js';

/** What happens in each group of a table; values are fractions (or minus losses). */
export interface GroupReport {
  readonly column: string;
  readonly confidence: number;
  readonly groups: readonly GroupOutcome[];
  /** Groups with cases handed over of which none was answered: nobody can tell what they gain. */
  readonly untold?: readonly UntoldGroup[];
  /** Largest minus smallest over the groups. */
  readonly gaps: { readonly rate: number; readonly model: number; readonly value: number };
}

/** What is known of a group without the expert's answers. */
export interface UntoldGroup {
  readonly name: string;
  readonly rows: number;
  readonly rate: number;
  readonly rateInterval: Ends | null;
  readonly model: number;
}

/** What a policy does to one group. */
export interface GroupOutcome extends UntoldGroup {
  readonly value: number;
  readonly valueInterval: Ends;
  readonly gain: number;
  readonly gainInterval: Ends;
  /** Of "handing over does no harm here", Holm-corrected over the groups. */
  readonly harmPValue: number;
  readonly harmed: boolean;
}

/** Which group each row is in. */
export interface RowGroups {
  readonly column: string;
  readonly names: readonly string[];
  readonly index: ArrayLike<number>;
}

/** What a policy did on the rows of all groups. */
export type GroupRows = Omit<PolicyOutcomeRows, 'added'>;

/** What a policy does to each group, with intervals. */
export function groupReport(
  { column, names, index }: RowGroups,
  input: GroupRows,
  confidence: number,
): GroupReport {
  const present = names
    .map((name, g) => ({
      name,
      rows: Array.from(input.share, (_, row) => row).filter((row) => index[row] === g),
    }))
    // A group whose rows all weigh nothing has no shares.
    .filter(({ rows }) => rows.some((row) => weightOf(input, row) > 0));
  const [told, silent] = [present.filter(answered), present.filter((group) => !answered(group))];
  const untold = silent.map(({ name, rows }) => knownOf(input, confidence, name, rows));
  const found = told.map(({ name, rows }) => outcome(input, confidence, name, rows));
  const adjusted = holm(found.map(({ harmPValue }) => harmPValue));
  const groups = found.map((group, g) => ({
    ...group,
    harmPValue: adjusted[g],
    harmed: adjusted[g] <= 1 - confidence,
  }));
  const gap = <G extends UntoldGroup>(of: readonly G[], value: (group: G) => number) =>
    Math.max(...of.map(value)) - Math.min(...of.map(value));
  const all = [...groups, ...untold];
  return {
    column,
    confidence,
    groups,
    ...(untold.length > 0 && { untold }),
    gaps: {
      rate: gap(all, ({ rate }) => rate),
      model: gap(all, ({ model }) => model),
      value: groups.length > 0 ? gap(groups, ({ value }) => value) : 0,
    },
  };

  /** Whether somebody answered what is handed over; where nothing is, nobody has to. */
  function answered({ rows }: { readonly rows: readonly number[] }): boolean {
    const handed = rows.filter((row) => input.share[row] * weightOf(input, row) > 0);
    return handed.length === 0 || handed.some((row) => !Number.isNaN(input.expert[row]));
  }
}

const weightOf = ({ weight }: GroupRows, row: number) => (weight ? weight[row] : 1);

/** What needs no answers: how much is handed over, and how the model does alone. */
function knownOf(
  input: GroupRows,
  confidence: number,
  name: string,
  rows: readonly number[],
): UntoldGroup {
  const mean = (column: ArrayLike<number>) => {
    let [sum, total] = [0, 0];
    for (const row of rows) {
      const w = weightOf(input, row);
      sum += w * column[row];
      total += w;
    }
    return sum / total;
  };
  return {
    ...{ name, rows: rows.length, rate: mean(input.share), model: mean(input.model) },
    rateInterval: rateIntervalOf(input, confidence, rows),
  };
}

/** Exact where every row counts once, on its own. */
function rateIntervalOf(
  input: GroupRows,
  confidence: number,
  rows: readonly number[],
): Ends | null {
  const shares = rows.map((row) => input.share[row]);
  const whole = shares.every((part) => part === 0 || part === 1);
  if (input.weight || input.clusters || !whole) return null;
  const tail = (1 - confidence) / 2;
  const deferred = shares.reduce<number>((sum, part) => sum + part, 0);
  return {
    lower: lowerProportion(deferred, rows.length, tail),
    upper: upperProportion(deferred, rows.length, tail),
  };
}

function outcome(
  input: GroupRows,
  confidence: number,
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
  const found = policyOutcome(given, range, confidence);
  return {
    name,
    rows: rows.length,
    rate: found.rate,
    rateInterval: rateIntervalOf(input, confidence, rows),
    model: found.model,
    value: found.value,
    valueInterval: found.valueInterval,
    gain: found.gain,
    gainInterval: found.gainInterval,
    harmPValue: harmPValue(given, range, confidence),
  };
}
