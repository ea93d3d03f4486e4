import { mostOff, SUM_ROUNDING } from '@cede/core';
import {
  all,
  call,
  choose,
  column,
  compare,
  type Expression,
  minus,
  number,
  over,
  sum,
} from '../tree/expression.js';
import type { QueryBuilder } from '../tree/query.js';

export const probability = (c: number): Expression => column(`cede_p${c}`);

/**
 * Whether cede would take the row: no number missing, not finite or negative, a sum near 1. Asked at
 * the start and answered at the end, because GREATEST passes over a NULL in most engines.
 */
export const SOUND = column('cede_sound');

/** The model's probabilities, divided by their sum where it is off by more than rounding. */
export function addInputs(
  query: QueryBuilder,
  names: readonly string[],
  features: readonly string[],
): void {
  const given = names.map((_, c) => column(`cede_given${c}`));
  const read = features.map((_, j) => column(`cede_column${j}`));
  const as = (prefix: string, list: readonly string[]) =>
    list.map((name, k) => [`${prefix}${k}`, { kind: 'double', of: column(name) }] as const);
  query.step('the inputs as given', [...as('cede_given', names), ...as('cede_column', features)]);
  const total = column('cede_total');
  if (names.length > 0) query.step('the sum of the probabilities', [['cede_total', sum(given)]]);
  const off = call('abs', minus(total, number(1)));
  const sound = all([
    ...given.map((p) => compare(p, '>=', number(0))),
    ...(names.length > 0 ? [compare(off, '<=', number(mostOff(names.length)))] : []),
    ...read.map((value) => compare(call('abs', value), '<=', number(Number.MAX_VALUE))),
  ]);
  query.step('whether they can be read', [
    ['cede_sound', choose(sound, number(1), null)],
    ...(names.length > 0
      ? ([
          ['cede_scale', choose(compare(off, '>', number(SUM_ROUNDING)), total, number(1))],
        ] as const)
      : []),
  ]);
  if (names.length > 0)
    query.step('the probabilities', [
      ...given.map((p, c) => [`cede_p${c}`, over(p, column('cede_scale'))] as const),
    ]);
}

/** The largest of them. */
export const confidence = (classes: number): Expression => {
  const each = Array.from({ length: classes }, (_, c) => probability(c));
  return classes === 1 ? each[0] : call('greatest', ...each);
};

/** The class of the largest, the first on a tie, as a number. */
export function predictedClass(classes: number, largest: Expression): Expression {
  let found: Expression = number(classes - 1);
  for (let c = classes - 2; c >= 0; c--)
    found = choose(compare(probability(c), '=', largest), number(c), found);
  return found;
}

/** −Σ p·log p, where 0·log 0 is 0. */
export function entropy(values: readonly Expression[]): Expression {
  const terms = values.map((p) =>
    choose(
      compare(p, '>', number(0)),
      { kind: 'times', left: p, right: call('ln', call('greatest', p, number(2 ** -149))) },
      number(0),
    ),
  );
  return minus(number(0), sum(terms));
}
