import {
  askedOf,
  type Contradiction,
  contradictions,
  groupOfRow,
  groupThreshold,
  MODEL_ANSWER,
  type Policy,
  type StoredCertificate,
  type Table,
  takeRows,
  thresholdValue,
} from '@cede/core';
import { countedRows } from '../certify/counted-rows.js';
import type { DeclaredRanges } from '../certify/ranges.js';
import { countedBy } from '../certify/stored-certificate.js';
import { asCertified, type MissingEvidence, missingEvidence } from './missing-evidence.js';

/** A stored certificate seen against new rows. */
export interface CertificateSeen {
  readonly certificate: StoredCertificate;
  readonly applies: boolean;
  /** Empty where the certificate doesn't apply: there is nothing to contradict. */
  readonly promises: readonly Contradiction[];
  readonly contradicted: boolean;
  /** Where the threshold was lowered since, which such a promise covers: it is tested where it was made. */
  readonly lowered?: true;
  /** Why these rows can't tell, where they can't. */
  readonly missing?: MissingEvidence;
}

/** Every certificate of the policy against rows that may contradict it. */
export function certificatesSeen(
  policy: Policy,
  table: Table,
  declared: DeclaredRanges = {},
): CertificateSeen[] {
  return policy.certificates.map((certificate) => {
    const nothing = { certificate, promises: [], contradicted: false };
    if (!certificate.applies) return { ...nothing, applies: false };
    const [name, ...others] = certificate.group?.names ?? [];
    // A certificate of one group speaks of its rows only.
    const single = name !== undefined && others.length === 0;
    const rows = single ? rowsOfGroup(policy, table, certificate.group!, name) : undefined;
    const seen = rows ? takeRows(table, rows) : table;
    const missing =
      rows?.length === 0
        ? table.group || byAnswer(certificate.group!)
          ? 'no-such-group'
          : 'no-groups'
        : (missingEvidence(certificate, policy, seen) ??
          unboundedClusters(certificate, table, declared));
    if (missing !== undefined) return { ...nothing, applies: true, missing };
    const promises =
      others.length > 0
        ? foundInGroups(seen, certificate, policy, declared)
        : foundOn(seen, certificate, policy, declared);
    const contradicted = promises.some((promise) => promise.contradicted);
    return {
      ...{ certificate, applies: true, promises, contradicted },
      ...(wasLowered(policy, certificate) && { lowered: true as const }),
    };
  });
}

function wasLowered({ threshold }: Policy, { threshold: certified, group }: StoredCertificate) {
  const name = group?.names.length === 1 ? group.names[0] : undefined;
  const now = groupThreshold(threshold.groups, threshold.values[0])(name);
  return certified !== null && now < thresholdValue(certified);
}

/**
 * A promise that was made to each of several groups: of each promise the group that comes off worst,
 * its p-value corrected for their number. On rows that don't tell their group, all of them together.
 */
function foundInGroups(
  table: Table,
  certificate: StoredCertificate,
  policy: Policy,
  declared: DeclaredRanges,
): Contradiction[] {
  const { group, promises, confidence } = certificate;
  const parts = group!.names
    .map((name) => ({ name, rows: rowsOfGroup(policy, table, group!, name) }))
    .filter(({ rows }) => rows.length > 0);
  if (parts.length === 0) return foundOn(table, certificate, policy, declared);
  const seen = parts.flatMap(({ name, rows }) =>
    foundOn(takeRows(table, rows), certificate, policy, declared).map((found) => {
      const pValue = Math.min(1, parts.length * found.pValue);
      return { ...found, group: name, pValue, contradicted: pValue <= 1 - confidence };
    }),
  );
  return askedOf(promises).flatMap(({ kind: { name, direction } }) => {
    const sign = direction === 'at most' ? -1 : 1;
    return seen
      .filter(({ promise }) => promise === name)
      .sort((a, b) => a.pValue - b.pValue || sign * (a.found - b.found))
      .slice(0, 1);
  });
}

/** The promises on these rows; costs keep the scale they were certified in. */
function foundOn(
  table: Table,
  certificate: StoredCertificate,
  policy: Policy,
  declared: DeclaredRanges,
): Contradiction[] {
  const counted = countedBy(certificate);
  const { budget } = certificate;
  const beside = budget !== undefined && certificate.promises.budget !== undefined;
  const { rows } = countedRows(policy, asCertified(certificate, table), {
    ...rangesOf(certificate, declared),
    ...counted,
    mayBeFree: true,
    ...(beside && { spending: true, largestCost: undefined }),
  });
  return contradictions(certificate, rows);
}

/** The new rows are held to what was declared when the promise was made, unless told otherwise now. */
function rangesOf({ counts, declared }: StoredCertificate, now: DeclaredRanges): DeclaredRanges {
  return {
    largestCost: now.largestCost,
    largestWeight: now.largestWeight ?? declared?.largestWeight,
    smallestPropensity: now.smallestPropensity ?? declared?.smallestPropensity,
    // A promise about the mean over clusters is no promise about the mean over cases.
    largestCluster:
      counts === 'clusters' ? undefined : (now.largestCluster ?? declared?.largestCluster),
  };
}

/** A promise about the mean over cases can't be held against clusters that may have any size. */
const unboundedClusters = (
  certificate: StoredCertificate,
  { cluster }: Table,
  now: DeclaredRanges,
): MissingEvidence | undefined =>
  cluster &&
  certificate.counts !== 'clusters' &&
  rangesOf(certificate, now).largestCluster === undefined
    ? 'unbounded-clusters'
    : undefined;

const byAnswer = ({ column }: NonNullable<StoredCertificate['group']>) => column === MODEL_ANSWER;

function rowsOfGroup(
  { answers }: Policy,
  table: Table,
  group: NonNullable<StoredCertificate['group']>,
  name: string,
): Uint32Array {
  const groups = byAnswer(group) ? ({ of: 'answer' } as const) : undefined;
  const groupOf = groupOfRow({ answers, threshold: { groups } }, table);
  return Uint32Array.from({ length: table.rows }, (_, row) => row).filter(
    (row) => groupOf(row) === name,
  );
}
