import { type Contradiction, optionText } from '@cede/core';
import { type CertificateSeen, countedBy, type MissingEvidence } from '@cede/study';
import { plural } from './numbers.js';
import { confidenceText, PROMISE_WORDS, promiseText } from './promises.js';

/** Stored certificates against new rows: contradicted or not, and why rows can't tell. */
export function certificatesText(seen: readonly CertificateSeen[]): string[] {
  return seen.flatMap(({ certificate, applies, promises, contradicted, missing, lowered }) => {
    const { group, confidence, rows } = certificate;
    const counted = countedBy(certificate);
    const said = promiseText(certificate.promises, counted);
    const about = group ? ` (${group.column}: ${group.names.join(', ')})` : '';
    const head = `  certified     ${said}${about}, ${confidenceText(confidence)} confidence, ${plural(rows, 'row')}`;
    if (!applies)
      return [`${head}: does not apply, the threshold was changed since. Certify again.`];
    if (missing !== undefined)
      return [`${head}: ${missingTexts()[missing]}, so they can't contradict it.`];
    if (!contradicted)
      return [`${head}: these rows don't contradict it${foundText(promises, counted, lowered)}.`];
    return [
      `${head}: CONTRADICTED by these rows.`,
      ...promises
        .filter((promise) => promise.contradicted)
        .map((promise) => `    ${brokenText(promise, counted)}`),
      `    Cases have changed, or the expert, or the model; or it is chance, which breaks a promise in up to ${chance(confidence)} of all certificates and contradicts a kept one on up to ${chance(confidence)} of all tables.`,
    ];
  });
}

/** What the rows show of each promise, in the order in which promises are said. */
function foundText(
  promises: readonly Contradiction[],
  counted: ReturnType<typeof countedBy>,
  lowered = false,
): string {
  if (promises.length === 0) return '';
  const found = (Object.keys(PROMISE_WORDS) as (keyof typeof PROMISE_WORDS)[])
    .flatMap((name) => promises.filter(({ promise }) => promise === name))
    .map(
      ({ promise, found, group }) =>
        `${PROMISE_WORDS[promise].shown(found, counted)}${group === undefined ? '' : ` in ${group}, the worst`}`,
    )
    .join(' and ');
  return ` (found ${found}${lowered ? ' at the certified threshold' : ''})`;
}

function brokenText(
  { promise, promised, found, pValue, group }: Contradiction,
  counted: ReturnType<typeof countedBy>,
): string {
  const { name, shown } = PROMISE_WORDS[promise];
  return `${name(counted.what)}: promised ${shown(promised, counted)}, found ${shown(found, counted)}${group === undefined ? '' : ` in ${group}`} (p = ${pValue.toPrecision(2)}).`;
}

/** δ as people read it: 5 %, 0.1 %. */
const chance = (confidence: number) => `${+(100 * (1 - confidence)).toPrecision(2)} %`;

const missingTexts = (): Readonly<Record<MissingEvidence, string>> => ({
  'no-cost-matrix': `these rows came without ${optionText('costMatrix')}`,
  'no-losses': 'these rows have no losses',
  'no-costs': 'these rows have no costs',
  'no-answer-costs': 'these rows have no costs of answers',
  'asks-nobody': 'the policy asks nobody whose answers cost anything',
  'has-losses': 'these rows have losses, not right and wrong answers',
  'unbounded-clusters': `it is about the mean over cases, and clusters may have any size (declare ${optionText('largestCluster')})`,
  'no-groups': "these rows don't tell their group",
  'no-such-group': 'none of these rows is of that group',
});

/** For `--json`. */
export function certificatesDocument(seen: readonly CertificateSeen[]) {
  return seen.map(({ certificate, applies, promises, contradicted, missing }) => ({
    promises: certificate.promises,
    ...(certificate.cost && { cost: certificate.cost }),
    ...(certificate.budget && { budget: certificate.budget }),
    ...(certificate.group && { group: certificate.group }),
    confidence: certificate.confidence,
    threshold: certificate.threshold,
    rows: certificate.rows,
    applies,
    contradicted,
    ...(missing !== undefined && { untold: missingTexts()[missing] }),
    found: promises,
  }));
}
