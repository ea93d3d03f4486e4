import {
  answeredTable,
  askedName,
  type Certificate,
  type CertifyInput,
  certifyGroups,
  certify as certifyRows,
  type GroupThresholds,
  InputError,
  MODEL_ANSWER,
  modelAnswers,
  type Policy,
  type Range,
  refuseUnknown,
  type StoredCertificate,
  type StoredDial,
  storeThreshold,
  thresholdValue,
  withThreshold,
} from '@cede/core';
import { groupsOf } from '../groups/own-thresholds.js';
import { issueNotes, type Note } from '../note.js';
import { type AnyTable, type NamedTable, namedTable } from '../table/named-table.js';
import { boundsOn, refuseUnlabelled } from './bounds.js';
import { CERTIFY_KEYS, type CertifyAsk, CONFIDENCE } from './certify-ask.js';
import { type Counted, type CountedRows, countedRows } from './counted-rows.js';
import type { AskedPromises } from './promises/contract.js';
import { countedFor, goByExpert, PROMISES, scaledPromises } from './promises/registry.js';
import { type DeclaredRanges, refuseIdleRanges } from './ranges.js';
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
  /** One, or with own thresholds one for each group or answer, in the order of the table's. */
  readonly certificates: readonly { readonly group?: string; readonly certificate: Certificate }[];
  readonly counted: Counted;
  /** Whether the groups are the model's own answers. */
  readonly byAnswer?: true;
  /** Where the test began. */
  readonly begins: TestOrder['begins'];
  /** How answers that are missing count, where a promise depends on the expert's answers. */
  readonly missingCount?: 'wrong' | 'weighed';
  /** Whether the policy turns cases away and asks nobody. */
  readonly rejecting: boolean;
  readonly table: { readonly name: string; readonly hash: string; readonly rows: number };
  readonly notes: readonly Note[];
  /** Where bounds were asked for beside a promise that is kept: at every stored threshold. */
  readonly bounds?: StoredDial;
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
  refuseUnknownKeys(asked, ask);
  storedGrid(policy);
  const named = namedTable(given);
  const notes = [...issueNotes(named.issues), ...refuseSeenRows(policy, named)];
  refuseIdleRanges(named.table, ask);
  const { confidence = CONFIDENCE, seed = 0, errorCost, groups } = ask;
  const what = countedFor(asked);
  const counted = countedRows(policy, named.table, {
    ...declaredOf(ask),
    what,
    errorCost,
    spending: asked.budget !== undefined && what !== 'answers',
  });
  if (ask.bounds) refuseUnlabelled(counted, named);
  const promises = scaledPromises(asked, counted);
  const found = ask.perClass
    ? answersOf(policy, answeredTable(named.table, policy.answers), ask)
    : groups && groupsOf(named.table);
  const own = ask.perClass ? ask.perClass !== 'common' : groups?.thresholds === 'own';
  const rows = named.table.rows / (own ? found!.names.length : 1);
  const { begins, ...order } = testOrder(policy, named.table, counted, promises, {
    rows,
    errorCost,
  });
  const input = { ...order, rows: counted.rows, promises, confidence, seed };
  const work: Work = { policy, named, asked, ask: { ...ask, confidence }, counted };
  // The list of groups is the table's, and of answers the policy's: not what these rows happen to hold.
  const groupNames = found?.names.map((_, g) => g);
  if (found && !(own && ask.perClass)) refuseEmpty(found, ask);
  const result = own
    ? ownThresholds(work, { ...input, groups: found!.index, groupNames }, found!.names)
    : commonThreshold(
        work,
        { ...input, groups: found?.index, ...(ask.perClass && { groupNames }) },
        found?.names,
      );
  const { scale, pricedBy, labelled, cutOff } = counted;
  return {
    ...result,
    ...(ask.bounds && result.feasible && { bounds: result.policy.dial }),
    asked,
    confidence,
    counted: {
      ...{ what: counted.what, scale, labelled },
      ...(pricedBy && { pricedBy }),
      ...(cutOff && { cutOff }),
      ...cutBeside(counted),
    },
    ...(ask.perClass && { byAnswer: true as const }),
    begins,
    ...(goByExpert(asked) && {
      missingCount: counted.rows.propensity ? ('weighed' as const) : ('wrong' as const),
    }),
    rejecting: askedName(policy) === null,
    table: { name: named.name, hash: named.hash, rows: named.table.rows },
    notes,
  };
}

/** Ranges beside the scale that the fitting rows set. */
function cutBeside({ rows: { weightRange, spending } }: CountedRows): Pick<Counted, 'cutAt'> {
  const found = (range: Range | undefined) => range?.by === 'fitting' && range.largest;
  const [weight, answers] = [found(weightRange), found(spending?.range)];
  if (weight === false && answers === false) return {};
  return { cutAt: { ...(weight && { weight }), ...(answers && { answers }) } };
}

/** Promises and how they are tested are two arguments, and easily mixed up. */
function refuseUnknownKeys(asked: AskedPromises, ask: CertifyAsk): void {
  const known = Object.keys(CERTIFY_KEYS);
  const fourth = Object.fromEntries(known.map((key) => [key, `the fourth argument's ${key}`]));
  const names = PROMISES.map(({ name }) => name);
  refuseUnknown('certify, promises', asked, names, fourth);
  refuseUnknown('certify', ask, known);
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
    names && { column: ask.perClass ? MODEL_ANSWER : ask.groups!.column, names },
    declaredOf(ask),
  );

const declaredOf = (ask: CertifyAsk): DeclaredRanges => ({
  largestCost: ask.largestCost,
  largestWeight: ask.largestWeight,
  largestCluster: ask.largestCluster,
  smallestPropensity: ask.smallestPropensity,
});

/** The model's answer as a group: the list of classes is the table's, fixed beforehand. */
function answersOf(
  { scorer }: Policy,
  table: NamedTable['table'],
  { groups, perClass }: CertifyAsk,
) {
  const { model, classes } = table;
  if (groups)
    throw new InputError(
      'promises: give groups of cases or classes of answers, not both at once.',
      'invalid-value',
      { path: 'perClass' },
    );
  if (!model)
    throw new InputError(
      "promises: the rows don't tell the model's answers, so nothing can be promised for each of them.",
      'columns-not-found',
      { role: 'model' },
    );
  if (perClass !== 'common' && scorer.features.classes === 0)
    throw new InputError(
      "promises: this policy decides without the model's probabilities, so it can't go by the model's answer. Ask for one threshold that holds for all answers.",
    );
  const index = Uint32Array.from(modelAnswers(table));
  return { index, names: classes };
}

/** Where every group must hold, one without rows leaves nothing to promise. */
function refuseEmpty(
  { index, names }: { readonly index: ArrayLike<number>; readonly names: readonly string[] },
  { perClass }: CertifyAsk,
): void {
  const seen = new Set(Array.from(index));
  const empty = names.find((_, g) => !seen.has(g));
  if (empty === undefined) return;
  throw new InputError(
    perClass
      ? `promises: the model answers ${empty} in none of these rows, so nothing can be promised for that answer. Bring rows in which it does, or ask for a threshold of its own for each answer.`
      : `groups: no row is of the group ${empty}, so nothing can be promised for it.`,
    'no-rows',
    { group: empty },
  );
}

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

/**
 * Every group its own, or none is set: a group without one would have no promise. Of the model's
 * answers some may have none, which is an answer too.
 */
function ownThresholds(
  work: Work,
  input: CertifyInput & Required<Pick<CertifyInput, 'groups'>>,
  names: readonly string[],
): Found {
  const { policy, ask } = work;
  const found = certifyGroups(input);
  const certificates = names.map((group, g) => ({ group, certificate: found.get(g)! }));
  const certified = certificates.filter(({ certificate }) => certificate.feasible);
  const feasible = ask.perClass ? certified.length > 0 : certified.length === names.length;
  if (!feasible) return { feasible, certificates, policy };
  const stored = certified.map(({ group, certificate }) => storing(work, certificate, [group]));
  const rest = storeThreshold(withoutThreshold(work));
  const groups: GroupThresholds = {
    column: ask.perClass ? MODEL_ANSWER : ask.groups!.column,
    names,
    values: certificates.map(({ certificate }) => certificate.threshold ?? rest),
    ...(ask.perClass && { of: 'answer' }),
  };
  return { feasible, certificates, policy: withOwnThresholds(policy, groups, stored) };
}

/**
 * Of an answer that has no threshold everything is handed over where only the kept cases were
 * promised something: none is kept then. Other promises leave the policy's threshold as it is, and
 * say nothing about that answer.
 */
const withoutThreshold = ({ policy, asked }: Work): number =>
  Object.keys(asked).every((name) => name === 'maxKeptError')
    ? Infinity
    : policy.threshold.values[0];

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
  groups: GroupThresholds,
  certificates: readonly StoredCertificate[],
): Policy {
  const chosen = { by: 'certificate', certificate: policy.certificates.length } as const;
  const tuned = withThreshold(policy, policy.threshold.values[0], chosen, groups);
  return { ...tuned, certificates: [...tuned.certificates, ...certificates] };
}
