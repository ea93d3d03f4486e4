import { InputError, optionText, type Policy } from '@cede/core';

/** A statement reads one number a feature from every row: what else a scorer may see is refused by name. */
export function refuseOtherFeatures({ columns, blocks = [] }: Policy['scorer']['features']): void {
  const reasons = [
    ...reason(
      columns.filter(({ levels }) => levels),
      ['is a category', 'are categories'],
    ),
    ...reason(
      columns.filter(({ missing, levels }) => missing && !levels),
      ['may be missing', 'may be missing'],
    ),
    ...reason(blocks, ['is a list of numbers', 'are lists of numbers']),
  ];
  if (reasons.length === 0) return;
  throw new InputError(
    `SQL: a statement needs one number for every feature in every row, but ${reasons.join(', and ')}. Use cede decide or cede export ${optionText('js')}, or fit without them.`,
    'invalid-input',
    { path: 'features' },
  );
}

const SHOWN = 3;

function reason(
  features: readonly { readonly name: string }[],
  [one, several]: readonly [string, string],
): string[] {
  if (features.length === 0) return [];
  const names = features.slice(0, SHOWN).map(({ name }) => name);
  const more = features.length - names.length;
  const listed = more > 0 ? [...names, `${more} more`] : names;
  const text = [listed.slice(0, -1).join(', '), listed.at(-1)].filter(Boolean).join(' and ');
  return [`${text} ${listed.length === 1 ? one : several}`];
}
