/** How one engine writes what is the same everywhere else. */
export interface Dialect {
  readonly name: string;
  /** A name of a column, whatever is in it. */
  quote(name: string): string;
  text(value: string): string;
  /** The type of float64. */
  readonly double: string;
  /** A number rounded to float32 and given back as float64; as it is where there is no float32. */
  rounded(expression: string): string;
  array(elements: readonly string[]): string;
  /** Of such an array or of any expressions: an array, the largest first. */
  descending(elements: readonly string[]): string;
  /** The element at a place counted from 0; `at` is an integer or an expression of float64. */
  element(array: string, at: string): string;
  /** After a step, where the planner would otherwise copy its expressions into the next. */
  readonly barrier: string;
  /** After the last step: how the engine is to run the statement. */
  readonly closing?: string;
  /** A comment above a statement that computes networks or trees: what to do before it is run. */
  readonly advice?: string;
}

const doubled = (quote: string) => (name: string) =>
  `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;

export const doubleQuoted = doubled('"');
export const backQuoted = doubled('`');
export const singleQuoted = doubled("'");

/** A float32 column can't hold what is closer to 0 than this, and some engines refuse to round it. */
export const SMALLEST_FLOAT = '1.1754944e-38';
