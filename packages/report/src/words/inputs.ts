/** So many names are listed; the rest is counted. */
const LISTED = 12;

export function namesListed(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).join(', ');
  return names.length > LISTED ? `${shown}, … and ${names.length - LISTED} more` : shown;
}

/** What a scorer may look at: "the model's probabilities, f_age, f_crp". */
export function inputsText(features: readonly string[], hasProbabilities: boolean): string {
  if (!hasProbabilities) return namesListed(features);
  return features.length === 0
    ? "the model's probabilities, no feature columns"
    : `the model's probabilities, ${namesListed(features)}`;
}

/** Whom a policy hands over to, where the table had others too. */
export const expertUsedText = (used: string, others: readonly string[]): string =>
  others.length === 0
    ? used
    : `${used} (the first; ${namesListed(others)} ${others.length === 1 ? 'is' : 'are'} not used: name the one you want with --expert)`;
