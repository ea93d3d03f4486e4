import {
  type Constraint,
  constraint,
  insistOn,
  type Policy,
  type PolicyColumns,
  parsePolicy,
  printPolicy,
} from '@cede/core';
import type { TableFlags } from '../options/table.js';

/**
 * The roles that `fit` was told, kept in the policy so that nobody has to say them again. Classes
 * and the scorer's features are in the policy anyway; a cost matrix is numbers, not a column.
 */
const REMEMBERED = [
  'label',
  'labelVotes',
  'leaveExpertOut',
  'model',
  'expert',
  'expertPanel',
  'features',
  'group',
  'cluster',
  'time',
  'id',
  'weight',
  'modelCost',
  'expertCost',
  'propensity',
  'logits',
] as const satisfies readonly (keyof TableFlags)[];

export type Role = (typeof REMEMBERED)[number];
export type Roles = Pick<TableFlags, Role>;

/** What a decision is made from, and what it is told by; the rest may not be known yet. */
export const DECIDING: readonly Role[] = ['model', 'logits', 'features', 'id', 'group'];
/** A rate is counted as the rows count. */
export const COUNTING: readonly Role[] = [...DECIDING, 'weight', 'cluster'];
/** Answers may be missing, their prices not. */
export const SPENDING: readonly Role[] = [...COUNTING, 'expert', 'modelCost', 'expertCost'];

/** What means nothing, or something else, beside another choice of a role. */
const COMPANIONS: Partial<Record<Role, readonly Role[]>> = {
  model: ['logits'],
  expert: ['expertPanel', 'expertCost', 'propensity'],
  label: ['labelVotes', 'leaveExpertOut'],
  labelVotes: ['label', 'leaveExpertOut'],
};

/** For the policy; undefined where every column was found by its usual name. */
export function rolesGiven(flags: TableFlags): PolicyColumns | undefined {
  const given = REMEMBERED.flatMap((role) => {
    const value = flags[role];
    return value === undefined || value === false ? [] : [[role, value] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** A printed policy that knows how its columns were named; its expert is one of those named. */
export function withRoles(text: string, flags: TableFlags, expert: number): string {
  const only = <V>(list: V[] | undefined) => list && expert < list.length && [list[expert]];
  const columns = rolesGiven({
    ...flags,
    ...(flags.expert && {
      expert: only(flags.expert) || undefined,
      expertCost: only(flags.expertCost) || undefined,
      propensity: only(flags.propensity) || undefined,
    }),
  });
  return columns ? printPolicy({ ...parsePolicy(text), columns }) : text;
}

const LISTS: readonly Role[] = ['expert', 'expertCost', 'propensity'];
/** A text where one was named, a list where several were. */
const EITHER: readonly Role[] = ['model', 'features', 'labelVotes'];
const SWITCHES: readonly Role[] = ['leaveExpertOut', 'expertPanel', 'logits'];

const { FLAG, list, openObject, TEXT } = constraint;

const kindOf = (role: Role): Constraint => {
  if (LISTS.includes(role)) return list(TEXT);
  if (SWITCHES.includes(role)) return FLAG;
  return EITHER.includes(role)
    ? { kind: 'either', of: [TEXT, list(TEXT)], like: 'a text or a list of texts' }
    : TEXT;
};

/** What each role may be; the file's own schema only says that it is one of these. */
const COLUMNS = openObject(
  {
    columns: openObject(
      Object.fromEntries(REMEMBERED.map((role) => [role, kindOf(role)])),
      REMEMBERED,
    ),
  },
  ['columns'],
);

/** What a policy remembers and nobody has said otherwise now. */
export function rolesRemembered(
  { columns, threshold, scorer }: Pick<Policy, 'columns' | 'threshold' | 'scorer'>,
  flags: TableFlags,
): Roles {
  insistOn({ columns }, COLUMNS, 'policy', 'policy-damaged');
  const group = threshold.groups?.column ?? columns?.group;
  const known: Record<string, unknown> = { ...columns, ...(group !== undefined && { group }) };
  let roles: Roles = Object.fromEntries(
    REMEMBERED.filter((role) => known[role] !== undefined).map((role) => [role, known[role]]),
  );
  // The scorer knows its features by name, whatever glob found them once.
  if (scorer.features.columns.length > 0) roles = without(roles, 'features');
  for (const role of REMEMBERED) if (flags[role] !== undefined) roles = without(roles, role);
  return roles;
}

export function without(roles: Roles, role: Role): Roles {
  const gone = [role, ...(COMPANIONS[role] ?? [])];
  return Object.fromEntries(Object.entries(roles).filter(([key]) => !gone.includes(key as Role)));
}

/** As they are typed: `--model 'bert_p*' --expert human`. */
export function rolesText(roles: Roles): string {
  const quoted = (value: string) => (/^[\w.=-]+$/.test(value) ? value : `'${value}'`);
  return Object.entries(roles)
    .flatMap(([role, value]) => {
      const option = `--${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      return value === true
        ? [option]
        : [value].flat().map((part) => `${option} ${quoted(String(part))}`);
    })
    .join(' ');
}
