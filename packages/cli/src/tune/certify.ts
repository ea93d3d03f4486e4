import {
  type Certificate,
  certify,
  certifyGroups,
  type GroupThresholds,
  InputError,
  type Policy,
  type StoredCertificate,
  thresholdValue,
  withThreshold,
} from '@cede/core';
import { percent } from '@cede/report/words';
import { groupsOf, type NamedTable } from '@cede/study';
import { fittingShare } from '../evaluate/seen-rows.js';
import { type Certifying, certifyingRows } from './certifying-rows.js';
import { storedDial } from './dial.js';
import { type AskedPromises, countedFor, scaledPromises } from './promises.js';
import { storedCertificate } from './stored.js';
import { type Walk, walkFor } from './walk.js';

export interface CertifyRequest extends AskedPromises {
  readonly confidence: number;
  readonly seed: number;
  readonly errorCost?: number;
  /** The column of groups, where the promise must hold in each of them. */
  readonly groupColumn?: string;
  /** Every group gets a threshold of its own. */
  readonly perGroup?: boolean;
  /** Simultaneous bounds are asked for even where they take long. */
  readonly dial?: boolean;
}

export interface CertifiedTuning {
  /** Whether every threshold that was asked for exists. */
  readonly feasible: boolean;
  /** One, or with own thresholds one for each group in the order of the table's groups. */
  readonly certificates: readonly { readonly group?: string; readonly certificate: Certificate }[];
  readonly certifying: Certifying;
  readonly begins: Walk['begins'];
  /** With the certified thresholds; as it was where one is missing. */
  readonly policy: Policy;
  readonly warnings: readonly string[];
}

/** Tests the policy's thresholds on rows that nothing was fitted or chosen on. */
export function certifyPolicy(
  policy: Policy,
  table: NamedTable,
  request: CertifyRequest,
): CertifiedTuning {
  const warnings = refuseSeenRows(policy, table);
  const what = countedFor(request);
  const certifying = certifyingRows(policy, table.table, { what, errorCost: request.errorCost });
  if (request.dial && !certifying.labelled)
    throw new InputError(
      `certificate: --dial bounds errors, and ${table.name} does not tell the truth or the expert's answers. Leave --dial out, or give rows that do.`,
    );
  const promises = scaledPromises(request, certifying);
  const groups = request.groupColumn === undefined ? undefined : groupsOf(table.table);
  const rows = table.table.rows / (request.perGroup ? groups!.names.length : 1);
  const { errorCost, confidence, seed } = request;
  const { begins, ...walk } = walkFor(policy, table.table, certifying, promises, {
    rows,
    errorCost,
  });
  const input = { ...walk, rows: certifying.rows, promises, confidence, seed };
  const shared = { certifying, begins, warnings };
  const at = { rows: table.table.rows, hash: table.hash };
  const column = request.groupColumn!;
  if (request.perGroup) {
    const found = certifyGroups({ ...input, groups: groups!.index });
    const certificates = groups!.names.map((group, g) => ({ group, certificate: found.get(g)! }));
    const feasible = certificates.every(({ certificate }) => certificate.feasible);
    if (!feasible) return { ...shared, feasible, certificates, policy };
    const stored = certificates.map(({ group, certificate }) =>
      storedCertificate(certificate, certifying, request, at, { column, names: [group] }),
    );
    return {
      ...shared,
      feasible,
      certificates,
      policy: withOwnThresholds(policy, column, groups!.names, stored),
    };
  }
  const certificate = certify({ ...input, groups: groups?.index });
  const { feasible } = certificate;
  if (!feasible) return { ...shared, feasible, certificates: [{ certificate }], policy };
  const group = groups && { column, names: groups.names };
  const stored = storedCertificate(certificate, certifying, request, at, group);
  const spending = request.dial === true;
  const withDial =
    certifying.labelled && what !== 'answers' && (spending || certificate.test === 'exact');
  const dial = withDial && storedDial(policy, table, certifying, { ...request, spending });
  return {
    ...shared,
    feasible,
    certificates: [{ certificate: stored }],
    policy: withCertificate({ ...policy, ...(dial && { dial }) }, stored),
  };
}

function withCertificate(policy: Policy, certificate: StoredCertificate): Policy {
  const certificates = [...policy.certificates, certificate];
  return withThreshold({ ...policy, certificates }, thresholdValue(certificate.threshold!), {
    by: 'certificate',
    certificate: certificates.length - 1,
  });
}

/**
 * The common threshold stays where it is: it serves cases without a known group, about which
 * nothing is promised.
 */
function withOwnThresholds(
  policy: Policy,
  column: string,
  names: readonly string[],
  certificates: readonly StoredCertificate[],
): Policy {
  const groups: GroupThresholds = {
    column,
    names,
    values: certificates.map(({ threshold }) => threshold!),
  };
  const chosen = { by: 'certificate', certificate: policy.certificates.length } as const;
  const tuned = withThreshold(policy, policy.threshold.values[0], chosen, groups);
  return { ...tuned, certificates: [...tuned.certificates, ...certificates] };
}

/** Rows that fitted the scorer can't certify it; rows that certified before do so only once. */
export function refuseSeenRows(policy: Policy, checked: NamedTable): string[] {
  const { hash, name } = checked;
  const seen = fittingShare(policy, checked);
  if (seen > 0) {
    const what =
      policy.table.hash === hash
        ? 'is the very table the policy was fitted on'
        : `holds rows the policy was fitted on (about ${percent(seen, 0)} of those)`;
    throw new InputError(
      `certificate: ${name} ${what}. Certify with rows that no fitting and no choosing has seen.`,
    );
  }
  const again = [...policy.certificates, ...(policy.dial ? [policy.dial] : [])].some(
    ({ table }) => table.hash === hash,
  );
  return again
    ? [
        `${name} has certified this policy before: several certificates on the same rows are several tests, and the confidence holds for each alone. Use fresh rows, or the bounds of --dial.`,
      ]
    : [];
}
