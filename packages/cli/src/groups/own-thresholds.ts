import {
  type Certificate,
  certifyGroups,
  type GroupThresholds,
  InputError,
  inputOf,
  type Policy,
  scoreRows,
  storeThreshold,
  type Table,
  tuneOnTraffic,
  withThreshold,
} from '@cede/core';
import type { CheckedTable } from '../tables.js';
import { type CertifyRequest, refuseSeenRows } from '../tune/certify.js';
import { certifyingRows } from '../tune/certifying-rows.js';
import { scaledPromises } from '../tune/promises.js';
import { walkFor } from '../tune/walk.js';

/** Which groups a table has, refused where it names none. */
export function groupsOf(table: Table): NonNullable<Table['group']> {
  if (!table.group)
    throw new InputError('groups: the table has no group column. Name it with --group.');
  return table.group;
}

/** Every group hands over the same share of its cases; the common threshold keeps it overall. */
export function equalRates(policy: Policy, table: Table, column: string, rate: number): Policy {
  const { names, index } = groupsOf(table);
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const thresholdFor = (rows: Float32Array) =>
    tuneOnTraffic(policy, rows, rate).threshold.values[0];
  const groups: GroupThresholds = {
    column,
    names,
    values: names.map((_, g) =>
      storeThreshold(thresholdFor(scores.filter((_, row) => index[row] === g))),
    ),
  };
  const chosen = { by: 'rate', rate, traffic: { rows: table.rows } } as const;
  return withThreshold(policy, thresholdFor(scores), chosen, groups);
}

export interface GroupCertificates {
  readonly feasible: boolean;
  /** In the order of the table's groups; each at its share of δ. */
  readonly certificates: readonly { readonly group: string; readonly certificate: Certificate }[];
  /** With own thresholds where all qualify; as it was where one does not. */
  readonly policy: Policy;
  readonly warnings: readonly string[];
}

/**
 * A certified threshold for every group, all of them right together with the stated confidence.
 * The common threshold stays where it is: it serves cases without a known group, about which
 * nothing is promised.
 */
export function certifiedGroups(
  policy: Policy,
  table: CheckedTable,
  column: string,
  request: CertifyRequest,
): GroupCertificates {
  const { names, index } = groupsOf(table.table);
  const warnings = refuseSeenRows(policy, table);
  const certifying = certifyingRows(policy, table.table, {
    costs: request.maxCost !== undefined,
    errorCost: request.errorCost,
  });
  const promises = scaledPromises(request, certifying);
  const found = certifyGroups({
    grid: walkFor(policy, promises, table.table.rows / names.length),
    rows: certifying.rows,
    promises,
    confidence: request.confidence,
    groups: index,
    seed: request.seed,
  });
  const certificates = names.map((group, g) => ({ group, certificate: found.get(g)! }));
  const feasible = certificates.every(({ certificate }) => certificate.feasible);
  if (!feasible) return { feasible, certificates, policy, warnings };
  const rows = { rows: table.table.rows, hash: table.hash };
  const groups: GroupThresholds = {
    column,
    names,
    values: certificates.map(({ certificate }) => certificate.threshold!),
  };
  const [common] = policy.threshold.values;
  const tuned = withThreshold(
    policy,
    common,
    { by: 'certificate', certificate: policy.certificates.length },
    groups,
  );
  return {
    feasible,
    certificates,
    warnings,
    policy: {
      ...tuned,
      certificates: [
        ...tuned.certificates,
        ...certificates.map(({ group, certificate }) => ({
          ...certificate,
          table: rows,
          applies: true,
          group: { column, names: [group] },
        })),
      ],
    },
  };
}
