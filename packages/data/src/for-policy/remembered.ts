import {
  type Constraint,
  constraint,
  insistOn,
  optionText,
  type Policy,
  type PolicyColumns,
  parsePolicy,
  printPolicy,
} from '@cede/core';
import {
  COLUMN_ROLES,
  type ColumnRole,
  columnRoles,
  type RoleChoices,
  type RoleName,
} from '../column-roles.js';
import { listOf } from '../column-search.js';
import type { RoleOptions } from '../options.js';

/**
 * The roles that `fit` was told are kept in the policy, so that nobody has to say them again. Classes
 * and the scorer's features are in the policy anyway; a cost matrix is numbers, not a column.
 */
const REMEMBERED = columnRoles().map(([name]) => name);

/** For the policy; undefined where every column was found by its usual name. */
export function rolesGiven(options: RoleOptions): PolicyColumns | undefined {
  const given = REMEMBERED.flatMap((role) => {
    const value = options[role];
    return value === undefined || value === false ? [] : [[role, value] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Columns as a program names them, the way a policy keeps them: experts in lists, logits only of everyone. */
export function namedColumns(options: RoleOptions): PolicyColumns | undefined {
  const list = (value: string | readonly string[] | undefined) =>
    value === undefined ? undefined : listOf(value);
  const { features, logits, ...named } = options;
  return rolesGiven({
    ...named,
    expert: list(options.expert),
    expertCost: list(options.expertCost),
    propensity: list(options.propensity),
    ...(typeof features === 'string' && { features }),
    ...(logits === true && { logits }),
  });
}

/** A printed policy that knows how its columns were named; its expert is one of those named. */
export function withRoles(
  text: string,
  options: RoleOptions,
  expert: number,
  /** What the reader noticed of the columns. */
  noticed?: PolicyColumns,
): string {
  const { expert: named, expertCost, propensity } = options;
  const only = (list: RoleOptions['expert']) => {
    const one = listOf(list)[expert];
    return one === undefined ? undefined : [one];
  };
  const columns = rolesGiven({
    ...options,
    ...(named !== undefined && {
      expert: only(named),
      expertCost: only(expertCost),
      propensity: only(propensity),
    }),
  });
  return columns || noticed
    ? printPolicy({ ...parsePolicy(text), columns: { ...columns, ...noticed } })
    : text;
}

const { FLAG, list, openObject, TEXT } = constraint;

/** What a role of each kind is; columns are a text where one was named, a list where several were. */
const KINDS: Readonly<Record<ColumnRole['kind'], Constraint>> = {
  column: TEXT,
  columns: { kind: 'either', of: [TEXT, list(TEXT)], like: 'a text or a list of texts' },
  list: list(TEXT),
  switch: FLAG,
};

/** What each role may be; the file's own schema only says that it is one of these. */
const COLUMNS = openObject(
  {
    columns: openObject(
      Object.fromEntries(columnRoles().map(([role, { kind }]) => [role, KINDS[kind]])),
      REMEMBERED,
    ),
  },
  ['columns'],
);

/** What a policy remembers and nobody has said otherwise now. */
export function rolesRemembered(
  { columns, threshold, scorer }: Pick<Policy, 'columns' | 'threshold' | 'scorer'>,
  options: RoleOptions,
): RoleChoices {
  insistOn({ columns }, COLUMNS, 'policy', 'policy-damaged');
  const { groups } = threshold;
  const group = groups && groups.of !== 'answer' ? groups.column : columns?.group;
  const known: Record<string, unknown> = { ...columns, ...(group !== undefined && { group }) };
  let roles: RoleChoices = Object.fromEntries(
    REMEMBERED.filter((role) => known[role] !== undefined).map((role) => [role, known[role]]),
  );
  // The scorer knows its features by name, whatever glob found them once.
  if (scorer.features.columns.length > 0) roles = without(without(roles, 'features'), 'categories');
  for (const role of REMEMBERED) if (options[role] !== undefined) roles = without(roles, role);
  return roles;
}

export function without(roles: RoleChoices, role: RoleName): RoleChoices {
  const { companions = [] }: ColumnRole = COLUMN_ROLES[role];
  const gone: readonly string[] = [role, ...companions];
  return Object.fromEntries(Object.entries(roles).filter(([key]) => !gone.includes(key)));
}

/** As they are given: `--model 'bert_p*' --expert human` on a command line. */
export function rolesText(roles: RoleChoices): string {
  return Object.entries(roles)
    .flatMap(([role, value]) =>
      value === true
        ? [optionText(role, 'true')]
        : [value].flat().map((part) => optionText(role, String(part))),
    )
    .join(' ');
}
