import {
  type ErrorCode,
  InputError,
  type Keys,
  optionText,
  type Policy,
  type Range,
  type Table,
} from '@cede/core';

/** Bounds that the user knows: nothing is larger (a propensity: smaller), and a row beyond is an error. */
export interface DeclaredRanges {
  /** What a case can cost at most, errors and answers together. */
  readonly largestCost?: number;
  readonly largestWeight?: number;
  /** The most rows (sum of weights) that a cluster can have; without it each counts once. */
  readonly largestCluster?: number;
  readonly smallestPropensity?: number;
}

export const RANGE_KEYS: Keys<DeclaredRanges> = {
  ...{ largestCost: true, largestWeight: true, largestCluster: true, smallestPropensity: true },
};

/** A range of numbers that the rows don't have bounds nothing, and whoever declares it thinks they do. */
export function refuseIdleRanges(table: Table, declared: DeclaredRanges): void {
  const propensity = table.experts.find((expert) => expert.propensity)?.propensity;
  const idle = (
    [
      ['largestWeight', table.weight, 'weights', 'weight'],
      ['largestCluster', table.cluster, 'clusters', 'cluster'],
      ['smallestPropensity', propensity, 'probabilities of asking', 'propensity'],
    ] as const
  ).find(([key, column]) => declared[key] !== undefined && column === undefined);
  if (!idle) return;
  const [key, , what, role] = idle;
  throw new InputError(
    `${optionText(key, String(declared[key]))} is about ${what}, and the rows have none. Name their column with ${optionText(role)}, or leave it out.`,
    'columns-not-found',
    { role },
  );
}

/** How large weights get: as declared, or as far as the fitting rows went. */
export function weightRange(
  policy: Policy,
  table: Table,
  { largestWeight }: DeclaredRanges,
): Range | undefined {
  if (!table.weight || table.cluster) return undefined;
  return rangeOf(largestWeight, policy.table.largest?.weight, 'weights', 'largest-weight-unknown');
}

/** What a case can cost: error and answers, each bounded by itself or by the fitting rows. */
export function costRange(
  policy: Policy,
  parts: { readonly errors?: number | 'losses'; readonly answers: boolean },
  { largestCost }: DeclaredRanges,
): Range {
  const { largest } = policy.table;
  const errors = parts.errors === 'losses' ? largest?.loss : (parts.errors ?? 0);
  const answers = parts.answers ? largest?.answers : 0;
  // A matrix and a price bound themselves: nothing is looked up.
  if (largestCost === undefined && !parts.answers && typeof parts.errors === 'number')
    return { largest: parts.errors, by: 'declared' };
  const seen = errors === undefined || answers === undefined ? undefined : errors + answers;
  return rangeOf(largestCost, seen, 'costs', 'largest-cost-unknown');
}

function rangeOf(
  declared: number | undefined,
  seen: number | undefined,
  what: string,
  code: ErrorCode,
): Range {
  if (declared !== undefined) return { largest: declared, by: 'declared' };
  if (seen !== undefined) return { largest: seen, by: 'fitting' };
  throw new InputError(
    `certificate: the policy doesn't know how large ${what} get, because its fitting rows had none or an older cede wrote it. Declare it, or fit it again.`,
    code,
  );
}
