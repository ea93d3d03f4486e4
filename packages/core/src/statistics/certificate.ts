/**
 * Certified thresholds: a threshold together with a promise that holds, on new cases like the
 * certifying rows, with the stated confidence. The grid is walked in its fixed order, each
 * threshold is tested at the full δ, and the walk stops at the first that fails (fixed-sequence
 * testing): the chance that the answer breaks its promise is at most δ. "None qualifies" is an
 * answer too.
 */
import { insist } from '../error.js';
import {
  type CertifyingRows,
  type CostRows,
  type Outcome,
  outcomeAt,
  type PreparedRows,
  prepareRows,
  rowCount,
  selectRows,
} from './certifying-rows.js';
import type { Grid } from './grid.js';
import { maxRateThreshold } from './max-rate.js';
import type { Promises } from './promises/contract.js';
import { maxKeptError } from './promises/max-kept-error.js';
import { askedOf, checkPromises, promiseTests } from './promises/registry.js';
import { SHARE_OF_PROMISE } from './range.js';
import { shareAbove } from './share-above.js';
import {
  type FailedStart,
  failedStart,
  reachableBounds,
  rowsToCertify,
  seemsBroken,
} from './shortfall.js';
import { startOfWalk } from './start-of-walk.js';
import { type StoredThreshold, storeThreshold, thresholdValue } from './stored-threshold.js';

/** What a certificate is asked of: thresholds to try, rows to try them on, and the promises. */
export interface CertifyInput {
  readonly grid: Grid;
  readonly rows: CertifyingRows;
  readonly promises: Promises;
  readonly confidence?: number;
  /** The promise must then hold in every group: of people, or of the model's own answer. */
  readonly groups?: ArrayLike<number>;
  /** The groups there are, fixed beforehand; one without rows can't be promised anything. */
  readonly groupNames?: readonly number[];
  /** Seeds the order of betting tests. */
  readonly seed?: number;
  /**
   * `down`, from the first of the grid or `from`: the answer is the threshold that hands over least. `up`,
   * from handing nothing over: for what every hand-over makes harder to promise (the rate, what
   * answers cost), the answer is the threshold that hands over most.
   */
  readonly walk?: 'down' | 'up';
  /** With `down`: a threshold of the grid to begin at, chosen without a look at the rows. */
  readonly from?: StoredThreshold;
  /** With `up`: handing nothing over keeps the promise by definition, and needs no test. */
  readonly startsKept?: boolean;
}

/** Plain data, stored with the policy. */
export interface Certificate {
  readonly feasible: boolean;
  readonly promises: Promises;
  readonly confidence: number;
  /** null where none qualifies. */
  readonly threshold: StoredThreshold | null;
  /** Share of the certifying rows handed over there (descriptive). */
  readonly rate: number | null;
  /**
   * The certified bound: what was promised (of several: error, then rate, then gain). Where none
   * qualifies, the best bound these rows reach anywhere on the grid (descriptive).
   */
  readonly bound: number | null;
  /** Certifying rows used. */
  readonly rows: number;
  /** Point estimates at the threshold (descriptive, never certified). */
  readonly estimate: Outcome | null;
  readonly pValue: number | null;
  /** How the promises were tested. */
  readonly test: 'exact' | 'betting';
  /** Thresholds tried. */
  readonly tested: number;
  readonly groups: number;
  /** Missing expert labels among the rows: counted as wrong, or weighted by propensity. */
  readonly missingExpert: number;
  /** Where none qualifies: the best bound of each promise, each on its own (descriptive). */
  readonly reachable: Promises | null;
  /** Where none qualifies: certifying rows it would take if the estimates are right; null if no number would do. */
  readonly rowsNeeded: number | null;
  /** Where no number would do: whether by more than chance, or these rows are too few to tell. */
  readonly broken?: boolean;
  /** Where none qualifies: the threshold at which the walk began, and ended. */
  readonly start?: FailedStart;
  /** Where clusters have no declared size: each counts once, the promise is about their mean. */
  readonly counts?: 'clusters';
  /**
   * Where a range came from the fitting rows: numbers counted up to it, and with the stated
   * confidence for both together at most this share of cases lies above.
   */
  readonly shareAbove?: number;
}

/** Looks for a threshold that keeps every promise with the confidence asked for. */
export function certify(input: CertifyInput): Certificate {
  const { promises, confidence = 0.95 } = input;
  const { rows, parts, delta, walk } = walked(input);
  const all = 1 - confidence;
  const { accepted } = walk;
  const priced = promises.maxCost !== undefined || promises.budget !== undefined;
  const common = {
    promises,
    confidence,
    rows: rowCount(rows),
    test: rows.values.exact && !priced ? ('exact' as const) : ('betting' as const),
    tested: walk.tested,
    groups: parts.length,
    missingExpert: rows.missing,
    ...(rows.clusters && rows.largestWeight === undefined && { counts: 'clusters' as const }),
    ...(rows.above && { shareAbove: shareAbove(rows, (1 - SHARE_OF_PROMISE) * all) }),
  };
  if (accepted) {
    const estimate = outcomeAt(rows, accepted.threshold);
    return {
      feasible: true,
      ...common,
      threshold: storeThreshold(accepted.threshold),
      rate: estimate.rate,
      bound: first(promises),
      estimate: described(rows, accepted.threshold, promises),
      pValue: accepted.pValue,
      reachable: null,
      rowsNeeded: null,
    };
  }
  return { feasible: false, ...common, ...shortfall(parts, walk, input, delta) };
}

/** The answer alone, or null: saying why none qualifies takes many times as long. */
export const certifiedThreshold = (input: CertifyInput): number | null =>
  walked(input).walk.accepted?.threshold ?? null;

function walked(input: CertifyInput) {
  const { promises, grid, confidence = 0.95, groups, seed = 0 } = input;
  const rows = prepareRows(input.rows);
  checkPromises(promises, rows);
  insist(
    confidence > 0.5 && confidence < 1,
    () => `certificate: found the confidence ${confidence}, expected one between 0.5 and 1.`,
  );
  const all = 1 - confidence;
  const delta = rows.above ? SHARE_OF_PROMISE * all : all;
  const parts = groups ? splitGroups(rows, groups, input.groupNames) : [rows];
  const onlyRate =
    Object.values(promises).filter((each) => each !== undefined).length === 1 &&
    promises.maxRate !== undefined;
  const walk =
    onlyRate && !rows.weight && !rows.clusters
      ? walkRate(parts, promises.maxRate!, delta)
      : onlyRate || input.walk === 'up'
        ? walkUp(parts, grid, promises, delta, seed, onlyRate || input.startsKept === true)
        : walkGrid(
            parts,
            startOfWalk({ ...input, rows: rowCount(rows), delta }),
            promises,
            delta,
            seed,
          );
  return { rows, parts, delta, walk };
}

/** What a certificate says where none qualifies. */
function shortfall(
  parts: readonly PreparedRows[],
  { began }: Walk,
  { grid, promises, seed = 0 }: CertifyInput,
  delta: number,
) {
  const thresholds = grid.thresholds.map(thresholdValue);
  const reachable = reachableBounds(parts, thresholds, promises, delta);
  const start = began === undefined ? undefined : failedStart(parts, began, promises, delta, seed);
  // Nothing is tried unless the start passes; a rate to keep lets it move with the rows.
  const tried = start && promises.maxRate === undefined ? [began!] : thresholds;
  const rowsNeeded = rowsToCertify(parts, tried, promises, delta);
  return {
    threshold: null,
    rate: null,
    bound: first(reachable),
    estimate: null,
    pValue: null,
    reachable,
    rowsNeeded,
    ...(rowsNeeded === null && { broken: seemsBroken(parts, tried, promises) }),
    ...(start && { start }),
  };
}

/** With the share that is wrong among the kept, where that was promised. */
function described(rows: PreparedRows, threshold: number, promises: Promises): Outcome {
  const outcome = outcomeAt(rows, threshold);
  if (promises.maxKeptError === undefined) return outcome;
  return { ...outcome, keptError: maxKeptError.estimate(rows, threshold) };
}

/** Asked of every group by itself: δ is shared, so that all of them hold together. */
type GroupsInput = CertifyInput & { readonly groups: ArrayLike<number> };

/** Own thresholds per group. */
export function certifyGroups(input: GroupsInput): Map<number, Certificate> {
  const { confidence = 0.95 } = input;
  const each = groupInputs(input);
  const shared = 1 - (1 - confidence) / each.size;
  const found = new Map<number, Certificate>();
  for (const [name, own] of each)
    found.set(name, own ? certify(own) : noRows(input.promises, shared));
  return found;
}

/** The thresholds alone; null for a group that has none. */
export function certifiedGroups(input: GroupsInput): Map<number, number | null> {
  const found = new Map<number, number | null>();
  for (const [name, own] of groupInputs(input)) found.set(name, own && certifiedThreshold(own));
  return found;
}

/** What is asked of each group; null for one without rows. */
function groupInputs(input: GroupsInput): Map<number, CertifyInput | null> {
  const { groups, confidence = 0.95, rows } = input;
  const names = input.groupNames ?? namesOf(groups);
  const shared = 1 - (1 - confidence) / names.length;
  return new Map(
    names.map((name) => {
      const chosen = Array.from(groups, (_, row) => row).filter((row) => groups[row] === name);
      if (chosen.length === 0) return [name, null];
      const pick = (column: ArrayLike<number>) => Float64Array.from(chosen, (row) => column[row]);
      const costs = (given: CostRows | undefined) =>
        given && { ...given, kept: pick(given.kept), handed: pick(given.handed) };
      const part: CertifyingRows = {
        ...rows,
        scores: pick(rows.scores),
        modelValue: pick(rows.modelValue),
        expertValue: pick(rows.expertValue),
        propensity: rows.propensity && pick(rows.propensity),
        weight: rows.weight && pick(rows.weight),
        clusters: rows.clusters && pick(rows.clusters),
        cost: costs(rows.cost),
        spending: costs(rows.spending),
      };
      return [
        name,
        { ...input, groups: undefined, groupNames: undefined, rows: part, confidence: shared },
      ];
    }),
  );
}

/** Where no row is of a group, nothing can be promised for it. */
const noRows = (promises: Promises, confidence: number): Certificate => ({
  ...{ feasible: false, promises, confidence, rows: 0, test: 'exact', tested: 0, groups: 1 },
  ...{ threshold: null, rate: null, bound: null, estimate: null, pValue: null },
  ...{ missingExpert: 0, reachable: null, rowsNeeded: null },
});

interface Walk {
  readonly accepted: { readonly threshold: number; readonly pValue: number } | null;
  readonly tested: number;
  /** The first threshold tried, if any was. */
  readonly began?: number;
}

function walkGrid(
  parts: readonly PreparedRows[],
  thresholds: readonly number[],
  promises: Promises,
  delta: number,
  seed: number,
): Walk {
  let accepted: Walk['accepted'] = null;
  let tested = 0;
  for (const threshold of thresholds) {
    tested++;
    // All promises in all groups at once: the largest p-value of any of them.
    const pValue = Math.max(
      ...parts.flatMap((rows) =>
        Object.values(promiseTests(rows, threshold, promises, delta, seed)),
      ),
    );
    if (!(pValue <= delta)) break;
    accepted = { threshold, pValue };
  }
  return { accepted, tested, began: thresholds[0] };
}

/** From the last threshold of the grid, which hands nothing over, towards higher rates. */
function walkUp(
  parts: readonly PreparedRows[],
  { thresholds }: Grid,
  promises: Promises,
  delta: number,
  seed: number,
  startsKept: boolean,
): Walk {
  const upward = thresholds.map(thresholdValue).reverse();
  if (!startsKept) return walkGrid(parts, upward, promises, delta, seed);
  const above = upward.filter((threshold) => threshold > -Infinity);
  const { accepted, tested } = walkGrid(parts, above, promises, delta, seed);
  return { accepted: accepted ?? { threshold: -Infinity, pValue: 0 }, tested };
}

/** In every group the largest threshold that keeps the rate; the smallest of them keeps it in all. */
function walkRate(parts: readonly PreparedRows[], maxRate: number, delta: number): Walk {
  const threshold = Math.min(
    ...parts.map(({ scores }) => maxRateThreshold(scores, maxRate, delta)),
  );
  return { accepted: { threshold, pValue: delta }, tested: parts.length };
}

function splitGroups(
  rows: PreparedRows,
  groups: ArrayLike<number>,
  names: readonly number[] = namesOf(groups),
): PreparedRows[] {
  insist(
    groups.length === rowCount(rows),
    () => `certificate: found ${groups.length} groups for ${rowCount(rows)} rows.`,
  );
  return names.map((name) => selectRows(rows, (row) => groups[row] === name));
}

const namesOf = (groups: ArrayLike<number>) =>
  [...new Set(Array.from(groups))].sort((a, b) => a - b);

const first = (promises: Promises): number | null => askedOf(promises)[0]?.bound ?? null;
