import { InputError, type Policy } from '@cede/core';
import { type LoadedTable, TableError } from '@cede/data';
import type { TableFlags } from '../options/table.js';
import { type Role, type Roles, rolesRemembered, rolesText, without } from './remembered.js';

/** What data says where a column that was named is not there. */
const MISSING = /: no column (?:matches )?"([^"]*)" \(--([a-z-]+); the table has/;
/** The same where one was looked for by its usual names. */
export const NOT_FOUND = /: no (column|model columns|expert columns)\b/;

/**
 * Reads with the columns that the policy remembers, where nobody named others. A remembered column
 * that this table doesn't have is looked for by its usual name, as if it had never been named.
 * With `needed`, no other of the remembered columns is asked for: cases that nobody has answered yet
 * may have them empty.
 */
export async function readRemembering<T>(
  policy: Policy,
  flags: TableFlags,
  read: (flags: TableFlags) => Promise<T>,
  needed?: readonly Role[],
): Promise<T> {
  let roles = rolesRemembered(policy, flags);
  if (needed) roles = only(roles, needed);
  const remembered = roles;
  for (;;) {
    try {
      return await read({ ...flags, ...roles });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const fewer = withoutMissing(roles, error.message);
      if (!fewer) throw explained(error, roles, remembered);
      roles = fewer;
    }
  }
}

const only = (roles: Roles, needed: readonly Role[]): Roles =>
  Object.fromEntries(Object.entries(roles).filter(([role]) => needed.includes(role as Role)));

/** The roles without the one that a table turned out not to have; undefined if it is none of them. */
function withoutMissing(roles: Roles, message: string): Roles | undefined {
  const found = MISSING.exec(message);
  if (!found) return undefined;
  const [, glob, option] = found;
  const role = option.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()) as Role;
  if (roles[role] === undefined) return undefined;
  const experts = roles.expert ?? [];
  const at = role === 'expert' ? experts.findIndex((text) => text.split('=').at(-1) === glob) : 0;
  if (at <= 0) return without(roles, role);
  // A further expert that isn't there is not missed: the policy hands over to the first.
  const others = <V>(list: V[] | undefined) => list?.filter((_, k) => k !== at);
  const { expertCost, propensity } = roles;
  return {
    ...roles,
    expert: others(experts),
    ...(expertCost && { expertCost: others(expertCost) }),
    ...(propensity && { propensity: others(propensity) }),
  };
}

/** A policy that goes by the model's probabilities can't do without, whatever else a table may be. */
export function insistOnModel({ scorer }: Policy, { model, sources }: LoadedTable): void {
  const { classes } = scorer.features;
  if (classes === 0 || model) return;
  const name = sources.map((source) => source.name).join(' + ');
  throw new InputError(
    `table ${name}: no model columns found (expected the probabilities of ${classes} classes, as the policy was fitted with). Name them with --model.`,
  );
}

/** Not about files, or about rows however they are read: their number, their ids. */
function isAboutColumns(error: InputError): boolean {
  return error instanceof TableError
    ? error.issues.some(({ code }) => /:|^time$/.test(code))
    : /\bcolumns?\b|\bclass/.test(error.message);
}

function explained(error: InputError, used: Roles, remembered: Roles): InputError {
  const absent = Object.fromEntries(
    Object.entries(remembered).filter(([role]) => used[role as Role] === undefined),
  );
  const gone = NOT_FOUND.test(error.message) ? rolesText(absent) : '';
  const note = gone
    ? ` The policy remembers ${gone}, which this table doesn't have.`
    : Object.keys(used).length > 0 && isAboutColumns(error)
      ? ` (Columns as the policy remembers them: ${rolesText(used)}.)`
      : '';
  return note ? new InputError(error.message + note) : error;
}
