/**
 * Certified thresholds: a threshold together with a promise that holds, on new cases like the
 * certifying rows, with the stated confidence. The grid is walked in its fixed order, each
 * threshold is tested at the full δ, and the walk stops at the first that fails (fixed-sequence
 * testing): the chance that the answer breaks its promise is at most δ. "None qualifies" is an
 * answer too.
 */
import { insist } from '../error.js';
import type { Grid } from './grid.js';
import { maxRateThreshold } from './max-rate.js';
import {
  type CertifyingRows,
  type Outcome,
  outcomeAt,
  type PreparedRows,
  type Promises,
  prepareRows,
  promiseTests,
  selectRows,
} from './promise.js';
import {
  type FailedStart,
  failedStart,
  reachableBounds,
  rowsToCertify,
  seemsBroken,
} from './shortfall.js';
import { type StoredThreshold, storeThreshold, thresholdValue } from './stored-threshold.js';

/** What a certificate is asked of: thresholds to try, rows to try them on, and the promises. */
export interface CertifyInput {
  readonly grid: Grid;
  readonly rows: CertifyingRows;
  readonly promises: Promises;
  readonly confidence?: number;
  /** The promise must then hold in every group. */
  readonly groups?: ArrayLike<number>;
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
}

/** Looks for a threshold that keeps every promise with the confidence asked for. */
export function certify(input: CertifyInput): Certificate {
  const { promises, grid, confidence = 0.95, groups, seed = 0 } = input;
  checkPromises(promises, confidence);
  const delta = 1 - confidence;
  const rows = prepareRows(input.rows);
  const parts = groups ? splitGroups(rows, groups) : [rows];
  const onlyRate = promises.maxError === undefined && promises.minGain === undefined;
  const walk =
    onlyRate && !rows.weight && !rows.clusters
      ? walkRate(parts, promises.maxRate!, delta)
      : onlyRate || input.walk === 'up'
        ? walkUp(parts, grid, promises, delta, seed, onlyRate || input.startsKept === true)
        : walkGrid(parts, startOfWalk(input, rows.model.length), promises, delta, seed);
  const { accepted } = walk;
  const common = {
    promises,
    confidence,
    rows: rows.model.length,
    test: rows.exact ? ('exact' as const) : ('betting' as const),
    tested: walk.tested,
    groups: parts.length,
    missingExpert: rows.missing,
  };
  if (accepted) {
    const estimate = outcomeAt(rows, accepted.threshold);
    return {
      feasible: true,
      ...common,
      threshold: storeThreshold(accepted.threshold),
      rate: estimate.rate,
      bound: first(promises),
      estimate,
      pValue: accepted.pValue,
      reachable: null,
      rowsNeeded: null,
    };
  }
  const thresholds = grid.thresholds.map(thresholdValue);
  const reachable = reachableBounds(parts, thresholds, promises, delta);
  const start =
    walk.began === undefined ? undefined : failedStart(parts, walk.began, promises, delta, seed);
  // Nothing is tried unless the start passes; a rate to keep lets it move with the rows.
  const tried = start && promises.maxRate === undefined ? [walk.began!] : thresholds;
  const rowsNeeded = rowsToCertify(parts, tried, promises, delta);
  return {
    feasible: false,
    ...common,
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

/** Own thresholds per group: δ is shared, so that all of them hold together. */
export function certifyGroups(
  input: CertifyInput & { readonly groups: ArrayLike<number> },
): Map<number, Certificate> {
  const { groups, confidence = 0.95, rows } = input;
  const names = [...new Set(Array.from(groups))].sort((a, b) => a - b);
  const shared = 1 - (1 - confidence) / names.length;
  return new Map(
    names.map((name) => {
      const chosen = Array.from(groups, (_, row) => row).filter((row) => groups[row] === name);
      const pick = (column: ArrayLike<number>) => Float64Array.from(chosen, (row) => column[row]);
      const part: CertifyingRows = {
        scores: pick(rows.scores),
        modelRight: pick(rows.modelRight),
        expertRight: pick(rows.expertRight),
        propensity: rows.propensity && pick(rows.propensity),
        weight: rows.weight && pick(rows.weight),
        clusters: rows.clusters && pick(rows.clusters),
      };
      return [name, certify({ ...input, groups: undefined, rows: part, confidence: shared })];
    }),
  );
}

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

/** With a rate to keep, thresholds that would most likely exceed it are left out of the walk. */
function startOfWalk({ grid, promises, from = 'inf' }: CertifyInput, n: number): number[] {
  const { maxRate } = promises;
  const most = maxRate === undefined ? 1 : maxRate - 3 * Math.sqrt((maxRate * (1 - maxRate)) / n);
  const first = thresholdValue(from);
  return grid.thresholds
    .map(thresholdValue)
    .filter((threshold, k) => grid.rates[k] <= most && threshold <= first);
}

function splitGroups(rows: PreparedRows, groups: ArrayLike<number>): PreparedRows[] {
  insist(
    groups.length === rows.model.length,
    () => `certificate: found ${groups.length} groups for ${rows.model.length} rows.`,
  );
  const names = [...new Set(Array.from(groups))].sort((a, b) => a - b);
  return names.map((name) => selectRows(rows, (row) => groups[row] === name));
}

const first = ({ maxError, maxRate, minGain }: Promises): number | null =>
  maxError ?? maxRate ?? minGain ?? null;

function checkPromises({ maxError, maxRate, minGain }: Promises, confidence: number): void {
  insist(
    first({ maxError, maxRate, minGain }) !== null,
    () =>
      'certificate: no promise was asked for; give a largest error, a largest rate or a least gain.',
  );
  const inside = (value: number | undefined, low: number, high: number) =>
    value === undefined || (value >= low && value <= high);
  insist(
    inside(maxError, 1e-9, 1 - 1e-9) && inside(maxRate, 1e-9, 1) && inside(minGain, 0, 1 - 1e-9),
    () =>
      `certificate: found largest error ${maxError}, largest rate ${maxRate}, least gain ${minGain}; expected fractions between 0 and 1 (0.05 for 5 %).`,
  );
  insist(
    confidence > 0.5 && confidence < 1,
    () => `certificate: found the confidence ${confidence}, expected one between 0.5 and 1.`,
  );
}
