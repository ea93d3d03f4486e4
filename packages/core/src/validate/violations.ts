import { InputError } from '../error.js';
import type { ErrorCode } from '../error-codes.js';
import type { Constraint } from './constraint.js';

/** One thing that is not as a constraint says; the sentence has no full stop. */
export interface Violation {
  /** Where: `scorer.epochs`, `methods[2]`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  readonly found: unknown;
  readonly sentence: string;
}

/** Sentences shown where there are many. */
const SHOWN = 3;

/** Refuses a value that breaks a constraint, with the first few violations and how many more. */
export function insistOn(
  value: unknown,
  constraint: Constraint,
  subject: string,
  code: ErrorCode = 'invalid-value',
): void {
  const found = violations(value, constraint, '');
  if (found.length === 0) return;
  const more = found.length > SHOWN ? `; and ${found.length - SHOWN} more` : '';
  const [{ path, expected, found: what }] = found;
  throw new InputError(
    `${found
      .slice(0, SHOWN)
      .map(({ sentence }) => sentence)
      .join('; ')}${more}.`,
    code,
    { path, expected, found: what },
    subject,
  );
}

/** Every violation; an empty list means that the value is right. The only place that words them. */
export function violations(value: unknown, constraint: Constraint, path: string): Violation[] {
  const wrong = (expected: string) => [mustBe(path, expected, value)];
  switch (constraint.kind) {
    case 'anything':
      return [];
    case 'null':
      return value === null ? [] : wrong('null');
    case 'flag':
      return typeof value === 'boolean' ? [] : wrong('true or false');
    case 'text':
      return typeof value === 'string' && constraint.pattern.test(value)
        ? []
        : wrong(constraint.like);
    case 'one of':
      return constraint.values.some((allowed) => allowed === value)
        ? []
        : wrong(`one of ${constraint.values.join(', ')}`);
    case 'number':
      return fitsNumber(value, constraint) ? [] : wrong(numberWords(constraint));
    case 'list':
      return listViolations(value, constraint, path, wrong);
    case 'object':
      return objectViolations(value, constraint, path, wrong);
    case 'variant': {
      const choice = isObject(value) ? value[constraint.by] : undefined;
      const known = Object.keys(constraint.of);
      if (typeof choice === 'string' && known.includes(choice))
        return violations(value, constraint.of[choice], path);
      return [mustBe(below(path, constraint.by), `one of ${known.join(', ')}`, choice)];
    }
    case 'either': {
      const tried = constraint.of.map((option) => violations(value, option, path));
      if (tried.some((found) => found.length === 0)) return [];
      // An object was meant as one of the objects: its own violations say more than "or null".
      const nested = constraint.of.findIndex(({ kind }) => kind === 'variant' || kind === 'object');
      if (isObject(value) && nested >= 0) return tried[nested];
      return wrong(constraint.like);
    }
  }
}

function mustBe(path: string, expected: string, found: unknown): Violation {
  const what = path === '' ? 'it' : path;
  const sentence = `${what} must be ${expected}, found ${shown(found)}`;
  return { path, expected, found, sentence };
}

type NumberConstraint = Constraint & { kind: 'number' };

function fitsNumber(value: unknown, { whole, from, to, without }: NumberConstraint): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (value === from && (without === 'from' || without === 'both')) return false;
  if (value === to && (without === 'to' || without === 'both')) return false;
  return value >= from && value <= to && (!whole || Number.isInteger(value));
}

function numberWords({ whole, from, to, without }: NumberConstraint): string {
  const [above, below] = [
    without !== undefined && without !== 'to',
    without !== undefined && without !== 'from',
  ];
  const ends = [
    ...(from > -Infinity ? [`${above ? 'above' : 'from'} ${from}`] : []),
    ...(to < Infinity ? [`${below ? 'below' : 'to'} ${to}`] : []),
  ];
  const range = ends.join(without === undefined ? ' ' : ' and ');
  return `a ${whole ? 'whole ' : ''}number${range && ` ${range}`}`;
}

type Wrong = (expected: string) => Violation[];

function listViolations(
  value: unknown,
  { of, atLeast, unique, rising }: Constraint & { kind: 'list' },
  path: string,
  wrong: Wrong,
): Violation[] {
  if (!Array.isArray(value) || value.length < atLeast) {
    return wrong(atLeast > 0 ? `a list of at least ${atLeast}` : 'a list');
  }
  // A policy has thousands of numbers: they are named only where one is wrong.
  const allFit = of.kind === 'number' && value.every((item) => fitsNumber(item, of));
  const inside = allFit ? [] : value.flatMap((item, i) => violations(item, of, `${path}[${i}]`));
  if (inside.length > 0) return inside;
  if (unique && new Set(value).size < value.length) return wrong('a list without repetitions');
  if (rising && value.some((item, i) => i > 0 && item <= value[i - 1])) {
    return wrong('a rising list');
  }
  return [];
}

function objectViolations(
  value: unknown,
  { fields, optional = [], others }: Constraint & { kind: 'object' },
  path: string,
  wrong: Wrong,
): Violation[] {
  if (!isObject(value)) return wrong('an object');
  const more = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
  return [
    ...more.flatMap((key) => {
      const where = below(path, key);
      if (others) return violations(value[key], others, where);
      const known = Object.keys(fields).join(', ');
      const sentence = `${where} is not known (known here: ${known})`;
      return [{ path: where, expected: 'nothing', found: value[key], sentence }];
    }),
    ...Object.entries(fields).flatMap(([key, field]) => {
      if (value[key] !== undefined) return violations(value[key], field, below(path, key));
      const where = below(path, key);
      const missing = { path: where, expected: 'a value', found: undefined };
      return optional.includes(key) ? [] : [{ ...missing, sentence: `${where} is missing` }];
    }),
  ];
}

const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  // JSON has no word for these, and "found null" would mislead.
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
