import {
  type Certificate,
  certify,
  dialBounds,
  InputError,
  type Policy,
  type StoredCertificate,
  shareSeen,
  thresholdValue,
  withThreshold,
} from '@cede/core';
import type { CheckedTable } from '../tables.js';
import { percent } from '../terminal/numbers.js';
import { type Certifying, certifyingRows } from './certifying-rows.js';
import { gridOf } from './grid-of.js';
import { type AskedPromises, scaledPromises } from './promises.js';
import { walkFor } from './walk.js';

export interface CertifyRequest extends AskedPromises {
  readonly confidence: number;
  readonly seed: number;
  readonly errorCost?: number;
  /** The column of groups, where the promise must hold in each of them. */
  readonly groupColumn?: string;
  /** Simultaneous bounds are asked for even where they take long. */
  readonly dial?: boolean;
}

export interface CertifiedTuning {
  readonly certificate: Certificate;
  readonly certifying: Certifying;
  /** The policy with the certified threshold; as it was where none qualifies. */
  readonly policy: Policy;
  readonly warnings: readonly string[];
}

/** Tests the policy's thresholds on rows that nothing was fitted or chosen on. */
export function certifyPolicy(
  policy: Policy,
  table: CheckedTable,
  request: CertifyRequest,
): CertifiedTuning {
  const grid = gridOf(policy);
  const warnings = refuseSeenRows(policy, table);
  const certifying = certifyingRows(policy, table.table, {
    costs: request.maxCost !== undefined,
    errorCost: request.errorCost,
  });
  const { group } = table.table;
  const groups = request.groupColumn === undefined ? undefined : group;
  const promises = scaledPromises(request, certifying);
  const certificate = certify({
    grid: walkFor(policy, promises, table.table.rows),
    rows: certifying.rows,
    promises,
    confidence: request.confidence,
    groups: groups?.index,
    seed: request.seed,
  });
  if (!certificate.feasible) return { certificate, certifying, policy, warnings };
  const rows = { rows: table.table.rows, hash: table.hash };
  const stored: StoredCertificate = {
    ...certificate,
    estimate: certifying.labelled ? certificate.estimate : null,
    table: rows,
    applies: true,
    ...(request.maxCost !== undefined && {
      cost: {
        maxCost: request.maxCost,
        largest: certifying.scale,
        ...(request.errorCost !== undefined && { errorCost: request.errorCost }),
      },
    }),
    ...(groups && { group: { column: request.groupColumn!, names: groups.names } }),
  };
  const certificates = [...policy.certificates, stored];
  // Betting bounds at 50 thresholds take seconds; counting takes none.
  const withDial = certifying.labelled && (request.dial || certificate.test === 'exact');
  const tuned = withThreshold(
    {
      ...policy,
      certificates,
      ...(withDial && {
        dial: { ...dialBounds(grid, certifying.rows, request.confidence), table: rows },
      }),
    },
    thresholdValue(certificate.threshold!),
    { by: 'certificate', certificate: certificates.length - 1 },
  );
  return { certificate: stored, certifying, policy: tuned, warnings };
}

/** One sampled row of 64 may look like another. */
const BY_CHANCE = 0.02;

/** Rows that fitted the scorer can't certify it; rows that certified before do so only once. */
export function refuseSeenRows(policy: Policy, { hash, name, table }: CheckedTable): string[] {
  if (policy.table.hash === hash)
    throw new InputError(
      `certificate: ${name} is the very table the policy was fitted on. Certify with rows that no fitting and no choosing has seen.`,
    );
  const seen = shareSeen(policy.table.sample, table);
  if (seen > BY_CHANCE)
    throw new InputError(
      `certificate: ${name} holds rows the policy was fitted on (about ${percent(seen, 0)} of those). Certify with rows that no fitting and no choosing has seen.`,
    );
  const again = [...policy.certificates, ...(policy.dial ? [policy.dial] : [])].some(
    ({ table }) => table.hash === hash,
  );
  return again
    ? [
        `${name} has certified this policy before: several certificates on the same rows are several tests, and the confidence holds for each alone. Use fresh rows, or the bounds of --dial.`,
      ]
    : [];
}
