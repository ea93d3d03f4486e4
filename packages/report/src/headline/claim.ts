import { fixed } from '@cede/core';
import { decimalsThatAddUp, percent, sentenceDecimals, withUnit } from '../number.js';
import type { Claim, ReportData } from '../report-data.js';
import { askingAbout, capital, modelName } from '../vocabulary.js';
import { labelOf, methodOf } from './chosen.js';
import { costClaim } from './cost-claim.js';
import { estimated, outcome, range } from './interval.js';
import { rejectionClaim } from './rejection-claim.js';
import { rivalSentences } from './rival-sentences.js';

/** About cost where answers or errors have a price, else about the target. */
export function claimOf(data: ReportData): Claim {
  if (data.rejection) return rejectionClaim(data);
  return costClaim(data) ?? targetClaim(data);
}

/** Whether it helps is read off the interval, not the estimate. */
function targetClaim(data: ReportData): Claim {
  const { finding, target } = data;
  const asking = askingAbout(data, finding.rate);
  const size = withUnit(
    fixed(Math.abs(finding.gain), sentenceDecimals(data)),
    target.differenceUnit,
  );
  const moved = `${finding.gain > 0 ? 'raises' : 'lowers'} ${target.name} by ${size}`;
  const claim = {
    better: `${asking} ${moved}.`,
    worse: `${asking} makes it worse: it ${moved}.`,
    unclear: `${asking} makes no clear difference to ${target.name}.`,
  }[outcome(data)];
  return { claim, evidence: [fromTo(data), ...rivalSentences(data)].join(' ') };
}

function fromTo(data: ReportData): string {
  const { finding, target } = data;
  const decimals = decimalsThatAddUp(finding.modelValue, finding.value, sentenceDecimals(data));
  const show = (number: number) => withUnit(fixed(number, decimals), target.unit);
  const change = `${capital(target.name)} goes from ${show(finding.modelValue)} (${modelName(data)} alone) to ${show(finding.value)}`;
  const expert = expertDoesBetter(data)
    ? ` ${capital(data.expert.name)} alone has ${show(finding.expertValue)}.`
    : '';
  return `${change}: ${estimated(data, { ...finding, estimate: finding.gain })}.${expert}`;
}

/** Asking about every case would do better still: a reader must not take the claim for the best there is. */
const expertDoesBetter = ({ finding: { expertValue, value }, target }: ReportData): boolean =>
  target.higherIsBetter ? expertValue > value : expertValue < value;

/** That another method of the table does better for sure, though it was found on the test rows. */
export function aheadSentence(data: ReportData): string | null {
  const { ahead, method, rate } = data.finding;
  if (!ahead) return null;
  const value = withUnit(fixed(ahead.value, sentenceDecimals(data)), data.target.unit);
  const paid =
    ahead.among > 1 ? `, an interval that holds for all ${ahead.among} other methods at once` : '';
  return `At ${percent(rate)} ${labelOf(methodOf(data, ahead.method))} does better than ${labelOf(methodOf(data, method))}: ${data.target.name} ${value} (difference ${range(data, ahead.difference)}${paid}).`;
}

/** All that is said of the finding in one go: the claim, what carries it, who does better, what to try. */
export function headlineText(data: ReportData): string {
  const { claim, evidence } = claimOf(data);
  const { accuracyNote, ahead } = data.costs ?? {};
  return [claim, evidence, accuracyNote, ahead, aheadSentence(data), data.finding.advice]
    .filter(Boolean)
    .join(' ');
}
