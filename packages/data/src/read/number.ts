const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '-nan']);

/** A number written in text: NaN where the text says "missing", undefined where it is no number. */
export function numberFrom(text: string): number | undefined {
  const value = Number(text);
  if (!Number.isNaN(value) && value !== 0) return /[xXbo]/.test(text) ? undefined : value;
  const trimmed = text.trim().toLowerCase();
  if (MISSING.has(trimmed)) return Number.NaN;
  if (value === 0) return value;
  if (trimmed === 'true') return 1;
  if (trimmed === 'false') return 0;
  if (trimmed === 'inf' || trimmed === '+inf' || trimmed === 'infinity') return Infinity;
  if (trimmed === '-inf' || trimmed === '-infinity') return -Infinity;
  return undefined;
}

/** Text that means "missing": empty, or a word for it. */
export function isMissing(text: string): boolean {
  const { length } = text;
  if (length === 0) return true;
  // Nearly every text: longer than all of these, and nothing around it to take away.
  if (length > 4 && isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(length - 1))) return false;
  return MISSING.has(text.trim().toLowerCase());
}

/** Text with nothing in it. */
export const isBlank = (text: string): boolean => text.length === 0 || text.trim() === '';

const isInk = (code: number): boolean => code > 32 && code < 127;

/** Whether a number may have lost its last digits. */
export const isTooLong = (value: number): boolean => Math.abs(value) >= 2 ** 53;

/** Whether text is a plain number, so that a label "3" and a label 3 are the same class. */
export function isPlainNumber(text: string): boolean {
  return /^\s*[+-]?\d+(\.\d*)?([eE][+-]?\d+)?\s*$/.test(text);
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

/** A value as it appears in a message: short, quoted if text. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(6)));
  const text = typeof value === 'string' ? value : (JSON.stringify(value, plain) ?? String(value));
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}
