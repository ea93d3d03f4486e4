import type * as z from 'zod';
import { Problem } from '../problem/problem.js';

/** A value that fits its schema, or one sentence that names the field. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, whole = 'body'): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = deepest(result.error.issues);
  const field = pathText(issue.path);
  throw new Problem('invalid', `${field || whole}: ${sentenceOf(issue, value)}`, field || whole);
}

type Issue = z.core.$ZodIssue;

/** Of a union's alternatives, the one that came furthest says most. */
function deepest(issues: readonly Issue[]): Issue {
  const [issue] = issues;
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors.flat().sort((a, b) => b.path.length - a.path.length)[0];
  if (!inner || inner.path.length === 0) return issue;
  return { ...inner, path: [...issue.path, ...inner.path] } as Issue;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, k) =>
      typeof part === 'number' ? `[${part}]` : `${k > 0 ? '.' : ''}${String(part).slice(0, 80)}`,
    )
    .join('');
}

function sentenceOf(issue: Issue, root: unknown): string {
  const found = valueAt(root, issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return found === undefined
        ? `is missing (expected ${article(issue.expected)}).`
        : `expected ${article(issue.expected)}, got ${described(found)} instead.`;
    case 'unrecognized_keys':
      return `has the unknown key ${JSON.stringify(issue.keys[0]?.slice(0, 80))}.`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}, got ${sized(found, issue.origin)} instead.`;
    case 'too_small':
      if (issue.minimum === 1 && unit(issue.origin) !== '') return 'must not be empty.';
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}, got ${sized(found, issue.origin)} instead.`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}, got ${described(found)} instead.`;
    case 'invalid_key':
      return 'has a name that can\'t stand in an address (expected letters, digits, ".", "_" and "-").';
    case 'invalid_union':
      return `expected a number or a text, got ${described(found)} instead.`;
    default:
      return `can't be used (got ${described(found)}).`;
  }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a finite number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const article = (expected: string) => WORDS[expected] ?? expected;
const unit = (origin: string) =>
  origin === 'string' ? ' characters long' : origin === 'array' ? ' entries long' : '';

/** What is too large or too small: a length, or the number itself, which stands in a query as text. */
const sized = (value: unknown, origin: string) =>
  unit(origin) === '' ? described(value) : (value as { length: number }).length;

function described(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string')
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return String(value);
}
