import type { PricedBy } from '../costs/case-costs.js';
import type { Certificate } from '../statistics/certificate.js';
import type { Dial } from '../statistics/dial.js';
import { askedOf } from '../statistics/promises/registry.js';
import { thresholdValue } from '../statistics/stored-threshold.js';
import { type GroupThresholds, groupThreshold } from './group-thresholds.js';

/** Which rows a certificate rests on. */
export interface CertifyingTable {
  readonly rows: number;
  readonly hash?: string;
}

/** A certificate as a policy keeps it: with its rows, and whether it speaks of today's threshold. */
export interface StoredCertificate extends Certificate {
  readonly table: CertifyingTable;
  /** False once the dial was turned off the certified threshold. */
  readonly applies: boolean;
  /** Where costs or losses were counted: what was asked for, and the cost that counts as 1. */
  readonly cost?: {
    readonly maxCost?: number;
    readonly largest: number;
    readonly errorCost?: number;
    /** Absent in older files. */
    readonly pricedBy?: PricedBy;
  };
  /** Where the mean cost of answers was promised: what was asked for, and the cost that counts as 1. */
  readonly budget?: { readonly asked: number; readonly largest: number };
  /** Where groups were named: the promise holds in each of them. */
  readonly group?: { readonly column: string; readonly names: readonly string[] };
  /** Ranges that the user declared: what the promise is about, and what new rows are held to. */
  readonly declared?: {
    readonly largestWeight?: number;
    readonly largestCluster?: number;
    readonly smallestPropensity?: number;
  };
}

/** Simultaneous bounds at every point of the grid, with the rows they rest on. */
export interface StoredDial extends Dial {
  readonly table: CertifyingTable;
  /** Where `error` and `gain` are mean costs and savings: as shares of `largest`, errors at this price. */
  readonly cost?: { readonly largest: number; readonly errorCost?: number };
}

/** The same certificates after the threshold moved. */
export function certificatesAt(
  certificates: readonly StoredCertificate[],
  threshold: number,
  groups?: GroupThresholds,
): StoredCertificate[] {
  const thresholdOf = groupThreshold(groups, threshold);
  return certificates.map((certificate) => {
    // One about a single group follows that group's threshold; one about everybody ends where
    // groups go their own ways.
    const { column, names = [] } = certificate.group ?? {};
    const single = names.length === 1 && (!groups || groups.column === column);
    return {
      ...certificate,
      applies:
        (single || !groups) && covers(certificate, thresholdOf(single ? names[0] : undefined)),
    };
  });
}

/**
 * A promise about nothing but the rate and what answers cost covers every lower threshold too;
 * the others only their own.
 */
function covers({ threshold, promises, budget }: StoredCertificate, now: number): boolean {
  if (threshold === null) return false;
  const certified = thresholdValue(threshold);
  const asked = askedOf(promises).map(({ kind }) => kind.name);
  // Where only answers are counted, a budget is stored as a bound on values that are their costs.
  const spending = budget !== undefined && promises.budget === undefined ? 'maxError' : 'budget';
  const fallsWithRate = asked.every((name) => name === 'maxRate' || name === spending);
  return fallsWithRate ? now <= certified : now === certified;
}
