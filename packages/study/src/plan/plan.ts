import {
  type Choice,
  defaultMethod,
  expertAt,
  expertKind,
  type FitOptions,
  InputError,
  type Method,
  methodNamed,
  optionText,
  type ScorerShape,
  shapedName,
  type Table,
} from '@cede/core';
import type { Combined } from '../experts/combined.js';
import { usualMethod } from '../table/usual-method.js';
import type { HeadlineRate } from './headline-rate.js';

/** What a comparison will do, before anything is trained. */
export interface ComparisonPlan {
  readonly methods: readonly Method[];
  /** Methods left out because the table can't feed them, and why. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  /** The method the headline is about, chosen before the test table is looked at. */
  readonly chosen: Method;
  readonly expert: number;
  readonly seeds: readonly number[];
  readonly rates: readonly number[];
  /** The rate the headline is about; set by the verdict on the fitting table where nobody asked. */
  readonly rate: number;
  readonly rateFrom: HeadlineRate['rateFrom'];
  readonly options: FitOptions;
  /** Kept from the fit of the deployed policies, to set their thresholds on. */
  readonly calibrationShare: number;
  /** Mean cost of answers that the deployed thresholds are set by, instead of the rate. */
  readonly budget?: number;
  /** Whether answers are joined after a hand-over, where that was asked for. */
  readonly combined?: Combined;
  /** What `auto` chose on the fitting table, where it takes part. */
  readonly choice?: Choice;
}

/** The same before the fitting table has been asked, which may set the rate. */
export type AskedPlan = Omit<ComparisonPlan, 'rate' | 'rateFrom'> & {
  readonly rate?: number;
  /** Whether the expert's answers have a price, and errors have none. */
  readonly answersPriced?: boolean;
};

/** The rates of the paper's tables. */
export const PAPER_RATES = [0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 0.75];
/** How many seeds a comparison trains where nothing is said. */
export const DEFAULT_SEEDS = 11;

const DEFAULT_METHODS = [
  'conf',
  'linear',
  'two-stage',
  'diff01',
  'maxprob',
  'drcpe-gce',
  'drcpe-prob01',
  'drcpe-zeroone',
  'random',
  'oracle',
];

/** The default methods leave out, silently enough, what the table can't feed; asked-for ones may not. */
export function planMethods(
  table: Table,
  expert: number,
  asked: readonly string[] | undefined,
  chosenName: string | undefined,
  scorer?: ScorerShape,
) {
  const named = (name: string) => methodNamed(shapedName(name, scorer));
  const chosen = named(chosenName ?? usualMethod(table, expert));
  if (!chosen.deployable)
    throw new InputError(
      `compare: ${chosen.name} is drawn beside every method, and no finding can be about it: no policy decides like that. Name another ${optionText('method')}.`,
      'method-unusable',
      { method: chosen.name },
    );
  const names = asked ?? [
    ...DEFAULT_METHODS,
    // Of tables with losses it is none of the above.
    ...(expertKind(expertAt(table, expert)).answers ? [defaultMethod(table, expert)] : []),
    ...(table.costMatrix ? ['drcpe-cost'] : []),
  ];
  const methods: Method[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  for (const method of [
    ...names.map(named),
    methodNamed('random'),
    methodNamed('oracle'),
    chosen,
  ]) {
    if (methods.some(({ name }) => name === method.name)) continue;
    const reason = method.whyUnusable(table, expert);
    if (reason === null) methods.push(method);
    else if (asked) throw reason.of(`method ${method.name}`);
    else if (!leftOut.some(({ name }) => name === method.name))
      leftOut.push({ name: method.name, reason: reason.sentence });
  }
  if (!methods.includes(methods.find(({ name }) => name === chosen.name)!))
    throw chosen.whyUnusable(table, expert)!.of(`method ${chosen.name}`);
  return { methods: sorted(methods), leftOut, chosen };
}

/** random first, oracle last, as the paper prints them; the others as asked. */
function sorted(methods: readonly Method[]): Method[] {
  const rank = ({ name }: Method) => (name === 'random' ? 0 : name === 'oracle' ? 2 : 1);
  return [...methods].sort((a, b) => rank(a) - rank(b));
}

/** Once `auto` has chosen, it is seeded and drawn as what it chose; its name stays. */
export function withChoice(plan: ComparisonPlan, choice: Choice): ComparisonPlan {
  const { family, seeded } = methodNamed(choice.method);
  const known = (method: Method): Method =>
    method.name === 'auto' ? { ...method, family, seeded } : method;
  return { ...plan, methods: plan.methods.map(known), chosen: known(plan.chosen), choice };
}
