import { joiningOf, type Policy } from '@cede/core';
import { rolesRemembered } from './remembered.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * The expert's answer in a row that comes back after a hand-over: a class name, or a list of
 * probabilities. By the column that the policy remembers, `NAME_label`, `NAME`, or `expert_label`;
 * undefined where the row has none, or where the policy joins no answers.
 */
export function expertAnswers(policy: Policy): (row: Row) => string | number[] | undefined {
  const combine = policy.answers?.combine;
  if (!combine) return () => undefined;
  const { fromCell } = joiningOf(combine);
  const { expert } = rolesRemembered(policy, {});
  const remembered = typeof expert === 'string' && !/[*?{[,]/.test(expert) ? [expert] : [];
  const names = [
    ...remembered,
    ...remembered.map((name) => `${name}_label`),
    `${combine.expert}_label`,
    combine.expert,
    'expert_label',
  ];
  return (row) => {
    const name = names.find(
      (each) => row[each] !== undefined && row[each] !== '' && row[each] !== null,
    );
    if (name === undefined) return undefined;
    return fromCell(row[name]);
  };
}
