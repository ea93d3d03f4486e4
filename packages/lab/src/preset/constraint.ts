/**
 * Constraints as data: a shape says what a JSON value must be, and one place turns a violation
 * into a sentence with the path to the value and what was found there.
 */
export type Constraint =
  | {
      readonly kind: 'number';
      readonly whole?: boolean;
      readonly from: number;
      readonly to: number;
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
    }
  /** Which object it must be follows from the value of one of its fields. */
  | {
      readonly kind: 'variant';
      readonly by: string;
      readonly of: Readonly<Record<string, Constraint>>;
    }
  | { readonly kind: 'either'; readonly of: readonly Constraint[]; readonly like: string }
  | { readonly kind: 'null' };

/** Every violation as "path must be …, found …"; an empty list means the value is right. */
export function violations(value: unknown, constraint: Constraint, path: string): string[] {
  const here = path === '' ? 'the preset' : path;
  const wrong = (expected: string) => [`${here} must be ${expected}, found ${shown(value)}`];
  switch (constraint.kind) {
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
    case 'number': {
      const { whole, from, to } = constraint;
      const fits =
        typeof value === 'number' &&
        value >= from &&
        value <= to &&
        (!whole || Number.isInteger(value));
      return fits ? [] : wrong(`a ${whole ? 'whole ' : ''}number from ${from} to ${to}`);
    }
    case 'list':
      return listViolations(value, constraint, path, wrong);
    case 'object':
      return objectViolations(value, constraint, path, wrong);
    case 'variant': {
      const choice = isObject(value) ? value[constraint.by] : undefined;
      const known = Object.keys(constraint.of);
      if (typeof choice !== 'string' || !known.includes(choice)) {
        const where = path === '' ? constraint.by : `${path}.${constraint.by}`;
        return [`${where} must be one of ${known.join(', ')}, found ${shown(choice)}`];
      }
      return violations(value, constraint.of[choice], path);
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

type Wrong = (expected: string) => string[];

function listViolations(
  value: unknown,
  constraint: Constraint & { kind: 'list' },
  path: string,
  wrong: Wrong,
): string[] {
  const { of, atLeast, unique, rising } = constraint;
  if (!Array.isArray(value) || value.length < atLeast) {
    return wrong(atLeast > 0 ? `a list of at least ${atLeast}` : 'a list');
  }
  const inside = value.flatMap((item, i) => violations(item, of, `${path}[${i}]`));
  if (inside.length > 0) return inside;
  if (unique && new Set(value).size < value.length) return wrong('a list without repetitions');
  if (rising && value.some((item, i) => i > 0 && item <= value[i - 1])) {
    return wrong('a rising list');
  }
  return [];
}

function objectViolations(
  value: unknown,
  constraint: Constraint & { kind: 'object' },
  path: string,
  wrong: Wrong,
): string[] {
  if (!isObject(value)) return wrong('an object');
  const { fields, optional = [] } = constraint;
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
  return [
    ...unknown.map(
      (key) => `${below(key)} is not known (known here: ${Object.keys(fields).join(', ')})`,
    ),
    ...Object.entries(fields).flatMap(([key, field]) => {
      if (value[key] !== undefined) return violations(value[key], field, below(key));
      return optional.includes(key) ? [] : [`${below(key)} is missing`];
    }),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
