import {
  answerCosts,
  dialBounds,
  dialSpending,
  InputError,
  type Keys,
  type Policy,
  policyExpert,
  refuseUnknown,
  type StoredDial,
  type Table,
} from '@cede/core';
import { issueNotes, type Note } from '../note.js';
import { type AnyTable, type NamedTable, namedTable } from '../table/named-table.js';
import { CONFIDENCE } from './certify-ask.js';
import { answersPriced, type CountedRows, countedRows } from './counted-rows.js';
import { type DeclaredRanges, RANGE_KEYS, refuseIdleRanges } from './ranges.js';
import { refuseSeenRows } from './seen-rows.js';
import { unitOf } from './stored-certificate.js';
import { storedGrid } from './stored-grid.js';

/** What to bound, and how surely. */
export interface BoundsAsk extends DeclaredRanges {
  readonly confidence?: number;
  /** What each wrong answer costs: whoever names the price wants costs bounded, not errors. */
  readonly errorCost?: number;
}

const ASK: Keys<BoundsAsk> = { confidence: true, errorCost: true, ...RANGE_KEYS };

/** Bounds at every stored threshold; the threshold itself stays. */
export interface Bounds {
  readonly bounds: StoredDial;
  /** The policy with the bounds in it. */
  readonly policy: Policy;
  readonly notes: readonly Note[];
}

/** Bounds that hold at every stored threshold at once, on rows that nothing was fitted on. */
export function bounds(policy: Policy, given: AnyTable, ask: BoundsAsk = {}): Bounds {
  refuseUnknown('bounds', ask, Object.keys(ASK));
  storedGrid(policy);
  const named = namedTable(given);
  const notes = [...issueNotes(named.issues), ...refuseSeenRows(policy, named)];
  refuseIdleRanges(named.table, ask);
  const { errorCost, confidence = CONFIDENCE } = ask;
  const priced = errorCost !== undefined || named.table.costMatrix !== undefined;
  const counted = countedRows(policy, named.table, { ...ask, what: priced ? 'cost' : 'error' });
  refuseUnlabelled(counted, named);
  const found = boundsOn(policy, named, counted, { ...ask, confidence, errorCost, spending: true });
  return { bounds: found, policy: { ...policy, dial: found }, notes };
}

/** Bounds are about errors: rows must tell the truth and the expert's answers. */
export function refuseUnlabelled({ labelled }: CountedRows, { name }: NamedTable): void {
  if (labelled) return;
  throw new InputError(
    `certificate: bounds are about errors, and ${name} does not tell the truth or the expert's answers.`,
    'bounds-unlabelled',
  );
}

/**
 * Errors and gains stay shares where costs are counted, of the largest cost, as every policy file
 * has had them; `spent` is in the table's unit. Bounds on costs take seconds; counting takes none,
 * so what answers cost is bounded on request.
 */
export function boundsOn(
  policy: Policy,
  { table, hash }: Pick<NamedTable, 'table' | 'hash'>,
  counted: CountedRows,
  options: BoundsAsk & { readonly confidence: number; readonly spending: boolean },
): StoredDial {
  const { confidence, errorCost } = options;
  const dial = dialBounds(storedGrid(policy), counted.rows, confidence);
  const spending =
    options.spending && answersPriced(policy, table) && costSomething(policy, table)
      ? spendingOf(policy, table, options)
      : undefined;
  return {
    ...dial,
    points: dial.points.map((point, k) => ({ ...point, ...spending?.[k] })),
    table: { rows: table.rows, hash },
    ...(counted.what === 'cost' && { cost: unitOf(counted, errorCost) }),
  };
}

const costSomething = (policy: Policy, table: Table): boolean =>
  answerCosts(table, policyExpert(policy, table)).largest > 0;

function spendingOf(policy: Policy, table: Table, options: BoundsAsk) {
  const { rows, scale, startsFree } = countedRows(policy, table, { ...options, what: 'answers' });
  return dialSpending(storedGrid(policy), rows, {
    largest: scale,
    startsFree: startsFree === true,
    confidence: options.confidence,
  });
}
