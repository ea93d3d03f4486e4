import { count, fixed, optionText } from '@cede/core';
import { displayName } from '../method-names.js';
import { percent, sentenceDecimals, withUnit } from '../number.js';
import type { MethodResult, ReportData } from '../report-data.js';
import { capital } from '../vocabulary.js';
import { plural } from '../words/numbers.js';

/** What the same method does behind a threshold that was fixed without the test table. */
export function deployedSentence(data: ReportData): string | null {
  const { deployed, rate } = data.finding;
  if (!deployed) return null;
  const decimals = sentenceDecimals(data);
  const value = withUnit(fixed(deployed.value, decimals), data.target.unit);
  const kept = `The policy to deploy keeps ${plural(deployed.calibrationRows, 'fitting row')} aside, on which its threshold is set`;
  if (data.rejection)
    return `${kept} to answer ${percent(rate)}. On the test rows it answered ${percent(deployed.rate)}; the ${data.target.name} was ${value}. The curves learn from all fitting rows.`;
  return `${kept} to hand over ${percent(rate)}. On the test rows it handed over ${percent(deployed.rate)}; the ${data.target.name} was ${value}. The curves learn from all fitting rows.`;
}

/** Where the expert answered only a part: which rows every figure is about. */
export function answeredSentence({ test, expert }: ReportData): string | null {
  const { rows, unanswered } = test;
  if (!unanswered) return null;
  return `${capital(expert.name)} answered ${count(rows)} of the ${count(rows + unanswered)} test rows. All figures are about those, weighted by how likely each was to be asked, so that they stand for the others too.`;
}

/**
 * Which method the claim is about, and that it was not picked for its test result. What auto chose
 * is left out where another sentence says it.
 */
export function choiceSentence(data: ReportData, sayChoice = true): string {
  const method = methodOf(data, data.finding.method);
  const chosen = sayChoice && method.chosen ? ` (it chose ${displayName(method.chosen)})` : '';
  return `The method, ${labelOf(method)}${chosen}, was set ${data.finding.chosen}, before the test rows were looked at.`;
}

/** Why this rate, and that it was not picked for its test result; null where the user set it. */
export function rateSentence({
  finding: { rate, rateFrom },
  expert,
  rejection,
  costs,
  verdict,
}: ReportData): string | null {
  if (rejection)
    return rateFrom === 'default'
      ? `Answering ${percent(rate)} is the default. ${optionText('rate')} sets the share to turn away.`
      : null;
  switch (rateFrom) {
    case 'verdict':
      return `The rate, ${percent(rate)}, was chosen on the fitting rows alone: it has the highest lower bound on the ${costs?.table ? 'saving' : 'gain'} there.`;
    case 'costs':
      return `The rate, ${percent(rate)}, was chosen on the fitting rows alone: no rate saves for certain there, and this one comes nearest to it.`;
    case 'always':
      return `The rate, ${percent(rate)}, was chosen on the fitting rows alone: asking ${expert.name} about every case saves for certain there, and no choice of cases is shown to save more.`;
    case 'matches-expert':
      return `The rate, ${percent(rate)}, was chosen on the fitting rows alone: it is the lowest at which cross-validation loses at most half a point against asking ${expert.name} always.`;
    case 'budget':
      return `The rate, ${percent(rate)}, is what the budget pays for on the calibration rows, not on the test rows.`;
    case 'default':
      // A run of the lab asks no verdict, so its fitting rows have said nothing.
      return `The rate, ${percent(rate)}, is the default${verdict ? ': the fitting rows showed a clear gain at no rate' : ''}.`;
    default:
      return null;
  }
}

export function methodOf(data: ReportData, name: string): MethodResult {
  return data.methods.find((method) => method.name === name)!;
}

export const labelOf = ({ label, name }: Pick<MethodResult, 'label' | 'name'>) =>
  label ?? displayName(name);
