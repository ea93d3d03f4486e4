import {
  type Certificate,
  type CertifyInput,
  certifyGroups,
  certify as certifyRows,
  type GroupThresholds,
  InputError,
  isRejecting,
  type Policy,
  type StoredCertificate,
  thresholdValue,
  withThreshold,
} from '@cede/core';
import { groupsOf } from '../groups/own-thresholds.js';
import { issueNotes, type Note } from '../note.js';
import { type AnyTable, type NamedTable, namedTable } from '../table/named-table.js';
import { boundsOn, refuseUnlabelled } from './bounds.js';
import { type CertifyAsk, CONFIDENCE } from './certify-ask.js';
import { type Counted, type CountedRows, countedRows } from './counted-rows.js';
import type { AskedPromises } from './promises/contract.js';
import { countedFor, scaledPromises } from './promises/registry.js';
import { refuseSeenRows } from './seen-rows.js';
import { storedCertificate } from './stored-certificate.js';
import { storedGrid } from './stored-grid.js';
import { type TestOrder, testOrder } from './test-order.js';

/** What came of promises that were tested. */
export interface Certification {
  /** Whether every threshold that was asked for exists. */
  readonly feasible: boolean;
  /** What was asked for, in the table's own unit. */
  readonly asked: AskedPromises;
  readonly confidence: number;
  /** One, or with own thresholds one for each group in the order of the table's groups. */
  readonly certificates: readonly { readonly group?: string; readonly certificate: Certificate }[];
  readonly counted: Counted;
  /** Where the test began. */
  readonly begins: TestOrder['begins'];
  /** Whether the policy turns cases away and asks nobody. */
  readonly rejecting: boolean;
  readonly table: { readonly name: string; readonly hash: string; readonly rows: number };
  readonly notes: readonly Note[];
  /** With the certified thresholds; as it was where one is missing. */
  readonly policy: Policy;
}

/**
 * Tests the policy's thresholds on rows that nothing was fitted or chosen on, and sets the one that
 * keeps the promises. The table's clusters, weights, propensities and costs are honoured as they
 * are: there is no need, and no way, to hand them over apart.
 */
export function certify(
  policy: Policy,
  given: AnyTable,
  asked: AskedPromises,
  ask: CertifyAsk = {},
): Certification {
  storedGrid(policy);
  const named = namedTable(given);
  const notes = [...issueNotes(named.issues), ...refuseSeenRows(policy, named)];
  const { confidence = CONFIDENCE, seed = 0, errorCost, groups } = ask;
  const counted = countedRows(policy, named.table, { what: countedFor(asked), errorCost });
  if (ask.bounds) refuseUnlabelled(counted, named);
  const promises = scaledPromises(asked, counted);
  const found = groups && groupsOf(named.table);
  const own = groups?.thresholds === 'own';
  const rows = named.table.rows / (own ? found!.names.length : 1);
  const { begins, ...order } = testOrder(policy, named.table, counted, promises, {
    rows,
    errorCost,
  });
  const input = { ...order, rows: counted.rows, promises, confidence, seed };
  const work: Work = { policy, named, asked, ask: { ...ask, confidence }, counted };
  const result = own
    ? ownThresholds(work, { ...input, groups: found!.index }, found!.names)
    : commonThreshold(work, { ...input, groups: found?.index }, found?.names);
  const { what, scale, pricedBy, labelled } = counted;
  return {
    ...result,
    asked,
    confidence,
    counted: { what, scale, ...(pricedBy && { pricedBy }), labelled },
    begins,
    rejecting: isRejecting(policy),
    table: { name: named.name, hash: named.hash, rows: named.table.rows },
    notes,
  };
}

/** What both kinds of thresholds need to store what they found. */
interface Work {
  readonly policy: Policy;
  readonly named: NamedTable;
  readonly asked: AskedPromises;
  readonly ask: CertifyAsk & { readonly confidence: number };
  readonly counted: CountedRows;
}

type Found = Pick<Certification, 'feasible' | 'certificates' | 'policy'>;

const storing = (
  { asked, ask, counted, named }: Work,
  certificate: Certificate,
  names?: readonly string[],
): StoredCertificate =>
  storedCertificate(
    certificate,
    counted,
    { ...asked, errorCost: ask.errorCost },
    { rows: named.table.rows, hash: named.hash },
    names && { column: ask.groups!.column, names },
  );

function commonThreshold(
  work: Work,
  input: CertifyInput,
  names: readonly string[] | undefined,
): Found {
  const { policy, named, ask, counted } = work;
  const certificate = certifyRows(input);
  const { feasible } = certificate;
  if (!feasible) return { feasible, certificates: [{ certificate }], policy };
  const stored = storing(work, certificate, names);
  const spending = ask.bounds === true;
  const withBounds =
    counted.labelled && counted.what !== 'answers' && (spending || certificate.test === 'exact');
  const dial = withBounds && boundsOn(policy, named, counted, { ...ask, spending });
  return {
    feasible,
    certificates: [{ certificate: stored }],
    policy: withCertificate({ ...policy, ...(dial && { dial }) }, stored),
  };
}

/** Every group its own, or none is set: a group without one would have no promise. */
function ownThresholds(
  work: Work,
  input: CertifyInput & Required<Pick<CertifyInput, 'groups'>>,
  names: readonly string[],
): Found {
  const found = certifyGroups(input);
  const certificates = names.map((group, g) => ({
    group,
    certificate: certificateOf(found, g, group),
  }));
  const feasible = certificates.every(({ certificate }) => certificate.feasible);
  if (!feasible) return { feasible, certificates, policy: work.policy };
  const stored = certificates.map(({ group, certificate }) => storing(work, certificate, [group]));
  const policy = withOwnThresholds(work.policy, work.ask.groups!.column, names, stored);
  return { feasible, certificates, policy };
}

function certificateOf(found: ReadonlyMap<number, Certificate>, index: number, group: string) {
  const certificate = found.get(index);
  if (!certificate)
    throw new InputError(
      `groups: no row is of the group ${group}, so nothing can be promised for it.`,
    );
  return certificate;
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
