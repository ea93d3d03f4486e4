/**
 * What a statement computes, before anyone says in which dialect. All numbers are float64 but for
 * `rounded`, which is what core reads of a feature column.
 */
export type Expression =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'sum'; readonly terms: readonly Expression[] }
  | {
      readonly kind: 'times' | 'minus' | 'over';
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly of: readonly Expression[] }
  | {
      readonly kind: 'choose';
      readonly when: Condition;
      readonly then: Expression;
      readonly otherwise: Expression | null;
    }
  /** A condition as true, false or NULL. */
  | { readonly kind: 'truth'; readonly of: Condition }
  /** A given column as float64. */
  | { readonly kind: 'double'; readonly of: Expression }
  /** Rounded to float32, where the dialect has it. */
  | { readonly kind: 'rounded'; readonly of: Expression }
  /** An array, the largest first. */
  | { readonly kind: 'descending'; readonly of: readonly Expression[] }
  | { readonly kind: 'constants'; readonly values: readonly number[] }
  /** The element of an array at a place counted from 0. */
  | { readonly kind: 'element'; readonly array: Expression; readonly at: Expression };

export type FunctionName = 'ln' | 'exp' | 'abs' | 'greatest';

export type Condition =
  | {
      readonly kind: 'compare';
      readonly by: '<=' | '>' | '>=' | '=';
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'all'; readonly of: readonly Condition[] };

export const column = (name: string): Expression => ({ kind: 'column', name });
export const number = (value: number): Expression => ({ kind: 'number', value });
export const text = (value: string): Expression => ({ kind: 'text', value });
export const sum = (terms: readonly Expression[]): Expression =>
  terms.length === 1 ? terms[0] : { kind: 'sum', terms };
export const times = (left: Expression, right: Expression): Expression => ({
  kind: 'times',
  left,
  right,
});
export const minus = (left: Expression, right: Expression): Expression => ({
  kind: 'minus',
  left,
  right,
});
export const over = (left: Expression, right: Expression): Expression => ({
  kind: 'over',
  left,
  right,
});
export const call = (name: FunctionName, ...of: readonly Expression[]): Expression => ({
  kind: 'call',
  name,
  of,
});
export const choose = (
  when: Condition,
  then: Expression,
  otherwise: Expression | null,
): Expression => ({
  kind: 'choose',
  when,
  then,
  otherwise,
});
export const compare = (
  left: Expression,
  by: '<=' | '>' | '>=' | '=',
  right: Expression,
): Condition => ({
  kind: 'compare',
  by,
  left,
  right,
});
export const all = (of: readonly Condition[]): Condition => ({ kind: 'all', of });
export const element = (array: Expression, at: Expression | number): Expression => ({
  kind: 'element',
  array,
  at: typeof at === 'number' ? number(at) : at,
});
export const constants = (values: ArrayLike<number>): Expression => ({
  kind: 'constants',
  values: Array.from(values),
});

/** e^x that no engine refuses: PostgreSQL calls a result that is too small an error. */
export const exponential = (x: Expression): Expression =>
  call('exp', call('greatest', x, number(-700)));

/** The columns that an expression reads. */
export function columnsOf(value: Expression | Condition): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (node !== null && typeof node === 'object') {
      const { kind, name } = node as { kind?: string; name?: string };
      if (kind === 'column') found.add(name!);
      else Object.values(node).forEach(visit);
    }
  };
  visit(value);
  return found;
}
