import { InputError, isAbout, optionText, type Policy } from '@cede/core';
import { type Purpose, type RoleChoices, type RoleName, rolesFor } from '../column-roles.js';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import { rolesRemembered, rolesText, without } from './remembered.js';

/**
 * Reads with the columns that the policy remembers, where nobody named others. A remembered column
 * that this table doesn't have is looked for by its usual name, as if it had never been named.
 * Nothing is asked for that the purpose can do without: cases that nobody has answered yet may have
 * it empty.
 */
export async function readRemembering<T>(
  policy: Policy,
  options: TableOptions,
  read: (options: TableOptions) => Promise<T>,
  purpose: Purpose = 'truth',
): Promise<T> {
  let roles = only(rolesRemembered(policy, options), rolesFor(purpose));
  const remembered = roles;
  for (;;) {
    try {
      return await read({ ...options, ...roles });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const fewer = withoutMissing(roles, error);
      if (!fewer) throw explained(error, roles, remembered);
      roles = fewer;
    }
  }
}

const only = (roles: RoleChoices, needed: readonly RoleName[]): RoleChoices =>
  Object.fromEntries(Object.entries(roles).filter(([role]) => needed.includes(role as RoleName)));

/** The roles without the one that a table turned out not to have; undefined if it is none of them. */
function withoutMissing(roles: RoleChoices, error: InputError): RoleChoices | undefined {
  if (error.code !== 'column-missing') return undefined;
  const { role, asked } = error.details as { role: RoleName; asked: string };
  if (roles[role] === undefined) return undefined;
  const experts = roles.expert ?? [];
  const at = role === 'expert' ? experts.findIndex((text) => text.split('=').at(-1) === asked) : 0;
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
    `no model columns found (expected the probabilities of ${classes} classes, as the policy was fitted with). Name them with ${optionText('model')}.`,
    'columns-not-found',
    { role: 'model' },
    `table ${name}`,
  );
}

/** Not about files, or about rows however they are read: their number, their ids. */
const isAboutColumns = (error: InputError): boolean =>
  isAbout(error, 'columns') ||
  (error.code === 'table-unusable' && (error.details.columns as string[]).length > 0);

/** The table lacks what was looked for, by its own name or by the usual ones. */
const isLack = ({ code }: InputError): boolean =>
  code === 'column-missing' || code === 'columns-not-found';

function explained(error: InputError, used: RoleChoices, remembered: RoleChoices): InputError {
  const absent = Object.fromEntries(
    Object.entries(remembered).filter(([role]) => used[role as RoleName] === undefined),
  );
  const gone = isLack(error) ? rolesText(absent) : '';
  const note = gone
    ? ` The policy remembers ${gone}, which this table doesn't have.`
    : Object.keys(used).length > 0 && isAboutColumns(error)
      ? ` (Columns as the policy remembers them: ${rolesText(used)}.)`
      : '';
  return note ? error.saying(error.message + note) : error;
}
