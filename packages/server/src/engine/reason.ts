import type { Decider, Explainer, FeatureValue, Influence } from '@cede/core';
import { remembering } from './remembering.js';

/** What overruled the score: nothing, the audit coin, the cap, or a service that only looks. */
export type Mark = '' | 'audit' | 'over-cap' | 'observe';

export interface ReasonParts {
  readonly score: number;
  readonly threshold: number;
  readonly wished: boolean;
  readonly mark: Mark;
  readonly expert: string;
  readonly audit: number;
}

/** One sentence: who answers, the score against the threshold, and what moved the score most. */
export function reasonOf(
  { score, threshold, wished, mark, expert, audit }: ReasonParts,
  influences: readonly Influence[],
): string {
  const compared = `score ${short(score)} ${relation(score, threshold, wished)} the threshold ${thresholdText(threshold)}`;
  const moved = influences.length === 0 ? '' : `; moved most by ${listed(influences)}`;
  switch (mark) {
    case 'audit':
      return `Handed to ${expert} as an audit, which had probability ${short(audit)}: ${compared}${moved}.`;
    case 'over-cap':
      return `Kept by the model because the cap is used up: ${compared}${moved}.`;
    case 'observe':
      return `Kept by the model because the service only observes: ${compared}${moved}.`;
    default:
      return `${wished ? `Handed to ${expert}` : 'Kept by the model'}: ${compared}${moved}.`;
  }
}

/** Equal scores on the threshold are told apart by chance, so that a rate can be met exactly. */
function relation(score: number, threshold: number, wished: boolean): string {
  if (score <= threshold) return wished ? 'is at or below' : 'ties with';
  return wished ? 'ties with' : 'is above';
}

const short = (value: number) =>
  value === Infinity ? 'inf' : value === -Infinity ? '-inf' : rounded(value, 4);

/** So many digits, without zeros at the end. Most texts have none, and are spared the way back. */
function rounded(value: number, digits: number): string {
  const text = value.toPrecision(digits);
  return /\.\d*[1-9]$/.test(text) ? text : String(+text);
}

const thresholdText = remembering(short);

const signed = (value: number) => `${value > 0 ? '+' : ''}${rounded(value, 2)}`;

/** "a (+1) and b (−2)" */
function listed(influences: readonly Influence[]): string {
  let words = '';
  for (let k = 0; k < influences.length; k++) {
    const { name, effect } = influences[k];
    const before = k === 0 ? '' : k === influences.length - 1 ? ' and ' : ', ';
    words += `${before}${name} (${signed(effect)})`;
  }
  return words;
}

/** What moved it, of the case that was decided last. */
export const influencesOf = (
  { explain, decider }: { readonly explain: Explainer; readonly decider: Decider },
  model: ArrayLike<number>,
  features: ArrayLike<FeatureValue>,
) => explain(model, features, 2, decider.row);
