/**
 * Constraints as data: a shape says what a value must be, and violations.ts turns what breaks it
 * into a sentence with the path to the value and what was found there. For anything that comes from
 * outside: files, options, documents.
 */
export type Constraint =
  | {
      readonly kind: 'number';
      readonly whole?: boolean;
      /** −∞ and ∞ leave a side open; the numbers themselves are always finite. */
      readonly from: number;
      readonly to: number;
      /** Ends that don't belong to the range. */
      readonly without?: 'from' | 'to' | 'both';
    }
  | { readonly kind: 'text'; readonly pattern: RegExp; readonly like: string }
  | { readonly kind: 'flag' }
  | { readonly kind: 'one of'; readonly values: readonly (string | number)[] }
  | {
      readonly kind: 'list';
      readonly of: Constraint;
      readonly atLeast: number;
      readonly unique?: boolean;
      readonly rising?: boolean;
    }
  | {
      readonly kind: 'object';
      readonly fields: Readonly<Record<string, Constraint>>;
      readonly optional?: readonly string[];
      /** What fields of any other name must be; without it they are not known. */
      readonly others?: Constraint;
    }
  /** Which object it must be follows from the value of one of its fields. */
  | {
      readonly kind: 'variant';
      readonly by: string;
      readonly of: Readonly<Record<string, Constraint>>;
    }
  | { readonly kind: 'either'; readonly of: readonly Constraint[]; readonly like: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'anything' };

/** Any value at all. */
export const ANYTHING: Constraint = { kind: 'anything' };
/** True or false. */
export const FLAG: Constraint = { kind: 'flag' };
/** Any text. */
export const TEXT: Constraint = { kind: 'text', pattern: /^/, like: 'a text' };

/** A finite number in a range; a side left out is open. */
export const number = (from = -Infinity, to = Infinity): Constraint => ({
  kind: 'number',
  from,
  to,
});

/** A number above `from` and below `to`; ∞ leaves that side open. */
export const between = (from: number, to = Infinity): Constraint => ({
  kind: 'number',
  from,
  to,
  without: 'both',
});

/** A number from `from` and below `to`. */
export const fromBelow = (from: number, to: number): Constraint => ({
  kind: 'number',
  from,
  to,
  without: 'to',
});

/** A whole number in a range. */
export const whole = (from: number, to = Infinity): Constraint => ({
  kind: 'number',
  whole: true,
  from,
  to,
});

/** A text of a pattern; `like` says it in words. */
export const text = (pattern: RegExp, like: string): Constraint => ({
  kind: 'text',
  pattern,
  like,
});

/** One of a few values. */
export const oneOf = (...values: (string | number)[]): Constraint => ({ kind: 'one of', values });

/** A list whose every item is so. */
export const list = (of: Constraint, atLeast = 0): Constraint => ({ kind: 'list', of, atLeast });

/** An object of a format that grows by addition: fields nobody here knows are left alone. */
export const openObject = (
  fields: Readonly<Record<string, Constraint>>,
  optional: readonly string[] = [],
): Constraint => ({ kind: 'object', fields, optional, others: ANYTHING });

/** The makers of constraints under one name, for other rooms. */
export const constraint = {
  ...{ ANYTHING, FLAG, TEXT, number, between, fromBelow, whole, text, oneOf, list, openObject },
};
