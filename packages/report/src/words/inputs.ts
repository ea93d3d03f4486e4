import { optionText } from '@cede/core';
import type { FeatureKinds } from '@cede/study';
import { count, plural } from './numbers.js';

/** So many names are listed; of more only the first few, and the rest is counted. */
const LISTED = 12;
const FIRST = 5;

export function namesListed(names: readonly string[]): string {
  if (names.length <= LISTED) return names.join(', ');
  return `${names.slice(0, FIRST).join(', ')} and ${count(names.length - FIRST)} more`;
}

/** What a scorer may look at: "the model's probabilities, f_age, ward (7 levels), f_crp (12 missing)". */
export function inputsText(
  features: readonly string[],
  hasProbabilities: boolean,
  { categories = {}, missing = {}, blocks = {} }: FeatureKinds = {},
): string {
  const described = features.map((name) => {
    const said = [
      ...(Object.hasOwn(blocks, name) ? [`${count(blocks[name])} numbers`] : []),
      ...(Object.hasOwn(categories, name) ? [plural(categories[name], 'level')] : []),
      ...(Object.hasOwn(missing, name) ? [`${count(missing[name])} missing`] : []),
    ];
    return said.length === 0 ? name : `${name} (${said.join(', ')})`;
  });
  if (!hasProbabilities)
    return (
      namesListed(described) || `nothing: no feature columns (${optionText('features')} names them)`
    );
  return features.length === 0
    ? "the model's probabilities, no feature columns"
    : `the model's probabilities, ${namesListed(described)}`;
}

/** Whom a policy hands over to, where the table had others too. */
export const expertUsedText = (used: string, others: readonly string[]): string =>
  others.length === 0
    ? used
    : `${used} (the first; ${namesListed(others)} ${others.length === 1 ? 'is' : 'are'} not used: name the one you want with ${optionText('expert')})`;
