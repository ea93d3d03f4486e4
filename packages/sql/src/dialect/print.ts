import type { Condition, Expression } from '../tree/expression.js';
import type { Query } from '../tree/query.js';
import type { Dialect } from './dialect.js';

/** A query as one statement: a named step after the other, each reading the one before. */
export function printQuery(query: Query, dialect: Dialect, opening: string): string {
  const last = query.steps.length - 1;
  const steps = query.steps.map(({ columns, comment }, k) => {
    const list = [...columns].map(([name, value]) => {
      const printed = printExpression(value, dialect);
      const quoted = dialect.quote(name);
      return printed === quoted ? quoted : `${printed} AS ${quoted}`;
    });
    const from = k === 0 ? query.table : nameOf(k - 1);
    const select = `SELECT\n  ${list.join(',\n  ')}\nFROM ${from}`;
    return k === last
      ? `-- ${comment}\n${select}`
      : `-- ${comment}\n${nameOf(k)} AS (\n${select}${dialect.barrier}\n)`;
  });
  const named = steps.slice(0, last);
  const opened = named.length > 0 ? `WITH\n${named.join(',\n')}\n` : '';
  return `${opening}\n${opened}${steps[last]}${dialect.closing ?? ''};\n`;
}

const nameOf = (step: number) => `cede_${step + 1}`;

const SIGNS = { times: '*', minus: '-', over: '/' } as const;
const NAMES = { ln: 'ln', exp: 'exp', abs: 'abs', greatest: 'greatest' } as const;

export function printExpression(value: Expression, dialect: Dialect): string {
  const print = (part: Expression) => printExpression(part, dialect);
  switch (value.kind) {
    case 'column':
      return dialect.quote(value.name);
    case 'number':
      return numeral(value.value);
    case 'text':
      return dialect.text(value.value);
    case 'sum':
      return `(${value.terms.map(print).join(' + ')})`;
    case 'times':
    case 'minus':
    case 'over':
      return `(${print(value.left)} ${SIGNS[value.kind]} ${print(value.right)})`;
    case 'call':
      return `${NAMES[value.name]}(${value.of.map(print).join(', ')})`;
    case 'choose':
      return `CASE${branches(value, dialect)} END`;
    case 'truth':
      return `(${printCondition(value.of, dialect)})`;
    case 'double':
      return `CAST(${print(value.of)} AS ${dialect.double})`;
    case 'rounded':
      return dialect.rounded(print(value.of));
    case 'descending':
      return dialect.descending(value.of.map(print));
    case 'constants':
      return dialect.array(value.values.map(numeral));
    case 'element':
      return dialect.element(
        print(value.array),
        value.at.kind === 'number' ? String(value.at.value) : print(value.at),
      );
  }
}

/** A choice after a choice is one more WHEN, so that a hundred classes are no hundred levels. */
function branches(value: Extract<Expression, { kind: 'choose' }>, dialect: Dialect): string {
  let printed = '';
  let rest: Expression | null = value;
  for (; rest?.kind === 'choose'; rest = rest.otherwise)
    printed += ` WHEN ${printCondition(rest.when, dialect)} THEN ${printExpression(rest.then, dialect)}`;
  return rest === null ? printed : `${printed} ELSE ${printExpression(rest, dialect)}`;
}

function printCondition(condition: Condition, dialect: Dialect): string {
  if (condition.kind === 'all')
    return condition.of.map((each) => printCondition(each, dialect)).join(' AND ');
  const [left, right] = [condition.left, condition.right].map((e) => printExpression(e, dialect));
  return `${left} ${condition.by} ${right}`;
}

/** With an exponent everywhere: a bare 0.1 is a decimal in some engines, and 1 a whole number. */
function numeral(value: number): string {
  const digits = value.toExponential();
  return value < 0 ? `(${digits})` : digits;
}
