import { fixed } from '@cede/core';
import { percent, sentenceDecimals, withUnit } from '../number.js';
import type { Claim, ReportData } from '../report-data.js';
import { capital, modelName } from '../vocabulary.js';
import { flipped, interval, outcome } from './interval.js';
import { rivalSentence } from './rival-sentences.js';

/** Learning to reject in its own words: what is answered, and how much of that is right. */
export function rejectionClaim(data: ReportData): Claim {
  const { finding, target } = data;
  const { rate, modelValue, value, rival } = finding;
  const decimals = sentenceDecimals(data);
  const show = (number: number) => withUnit(fixed(number, decimals), target.unit);
  const shares = target.kind === 'accuracy';
  // The target is the risk; people ask how much is right.
  const [before, after] = shares ? [100 - modelValue, 100 - value] : [modelValue, value];
  const measured = shares ? 'right in' : `at ${target.name}`;
  const who = modelName(data);
  const opening = `Answering ${percent(rate)} of cases`;
  const claim = {
    better: `${opening}, ${who} is ${measured} ${show(after)} of them.`,
    worse: `${opening} makes it worse: ${who} is ${measured} ${show(after)} of them.`,
    unclear: `${opening} makes no clear difference to how often ${who} is right.`,
  }[outcome(data)];
  const ends = shares ? flipped(finding) : finding;
  return {
    claim: shares
      ? claim
      : `${opening}, ${who} has ${target.name} ${show(after)}, against ${show(before)}.`,
    evidence: [
      `${capital(shares ? 'right answers' : target.name)}: ${show(after)} instead of ${show(before)} where everything is answered (${interval(data, ends)}).`,
      ...(outcome(data) === 'better' && rival ? [rivalSentence(data, rival)] : []),
    ].join(' '),
  };
}
