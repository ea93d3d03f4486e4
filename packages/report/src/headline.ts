import { count, fixed, signed } from '@cede/core';
import { percent, sentenceDecimals, withUnit } from './number.js';
import type { Interval, MethodResult, ReportData, Rival } from './report-data.js';

/** The claim a report opens with. Whether it helps is read off the interval, not the estimate. */
export function headlineSentence(data: ReportData): string {
  if (data.rejection) return rejectionSentence(data);
  const { finding, target, expert } = data;
  const { rate, modelValue, value, lower, confidence } = finding;
  const decimals = sentenceDecimals(data);
  const show = (number: number) => withUnit(fixed(number, decimals), target.unit);
  const interval = range(data, finding);
  const opening = `Handing ${percent(rate)} of cases to ${expert.name}`;
  const change = `${target.name} from ${show(modelValue)} to ${show(value)} (${interval}, ${percent(confidence)} interval)`;
  switch (outcome(data)) {
    case 'better':
      return `${opening} ${verb(lower > 0)} ${change}${simpler(data)}.`;
    case 'worse':
      return `${opening} makes it worse: it ${verb(lower > 0)} ${change}${simpler(data)}.`;
    case 'unclear':
      return `${opening} takes ${change}: from these rows a gain can't be told from none${simpler(data)}.`;
  }
}

/** What needs no learning, and how it does beside the finding: said wherever it is not behind. */
function simpler(data: ReportData): string {
  const { rival, overRandom } = data.finding;
  const clauses: string[] = [];
  if (rival && outcome(data) === 'better') clauses.push(rivalClause(data, rival));
  else if (rival && ahead(data, rival.difference))
    clauses.push(`${rival.phrase} does better there (difference ${range(data, rival.difference)})`);
  if (overRandom && !behind(data, overRandom))
    clauses.push(
      `handing over the same share at random does ${ahead(data, overRandom) ? 'better' : 'about as well'} (difference ${range(data, overRandom)})`,
    );
  return clauses.map((clause) => `; ${clause}`).join('');
}

/** That another method of the table does better for sure, though it was found on the test rows. */
export function aheadSentence(data: ReportData): string | null {
  const { ahead, method, rate, confidence } = data.finding;
  if (!ahead) return null;
  const value = withUnit(fixed(ahead.value, sentenceDecimals(data)), data.target.unit);
  const paid = ahead.among > 1 ? ` that holds for all ${ahead.among} other methods at once` : '';
  return `But at ${percent(rate)} ${labelOf(methodOf(data, ahead.method))} does better than ${labelOf(methodOf(data, method))}: ${data.target.name} ${value} (difference ${range(data, ahead.difference)}, ${percent(confidence)} interval${paid}).`;
}

/** All that is said of the finding in one go: costs where they count, the claim, who does better, what to try. */
export const headlineText = (data: ReportData): string =>
  [data.costs?.saving, headlineSentence(data), aheadSentence(data), data.finding.advice]
    .filter(Boolean)
    .join(' ');

/** Learning to reject in its own words: what is answered, and how much of that is right. */
function rejectionSentence(data: ReportData): string {
  const { finding, target } = data;
  const { rate, modelValue, value, confidence, rival } = finding;
  const decimals = sentenceDecimals(data);
  const show = (number: number) => withUnit(fixed(number, decimals), target.unit);
  const opening = `Answering ${percent(rate)} of the cases and turning the others away, the model`;
  const shares = target.kind === 'accuracy';
  // The target is the risk; people ask how much is right.
  const result = shares
    ? `is right in ${show(100 - value)} of its answers, against ${show(100 - modelValue)} where it answers everything`
    : `has ${target.name} ${show(value)}, against ${show(modelValue)} where it answers everything`;
  const ends = shares ? flipped(finding) : finding;
  const said = `${opening} ${result} (${range(data, ends)}, ${percent(confidence)} interval)`;
  switch (outcome(data)) {
    case 'better':
      return `${said}${rival ? `; ${rivalClause(data, rival)}` : ''}.`;
    case 'worse':
      return `${said}: that is worse.`;
    case 'unclear':
      return `${said}: from these rows a gain can't be told from none.`;
  }
}

export type Outcome = 'better' | 'worse' | 'unclear';

export function outcome({ finding: { lower, upper }, target }: ReportData): Outcome {
  if (lower <= 0 && upper >= 0) return 'unclear';
  return lower > 0 === target.higherIsBetter ? 'better' : 'worse';
}

const verb = (up: boolean) => (up ? 'lifts' : 'lowers');

/**
 * A rival counts as different only where the paired interval says so: two numbers that differ in
 * their second decimal are no reason to say that one of them "never gets there".
 */
function rivalClause(data: ReportData, { phrase, rate, difference, best }: Rival): string {
  const own = data.finding.rate;
  // Beside a sentence about what is right, a difference in what is wrong would read upside down.
  const turned = data.rejection && data.target.kind === 'accuracy';
  if (!apart(difference))
    return `${phrase} does about as well there (difference ${range(data, turned ? flipped(difference) : difference)})`;
  if (rate !== null && data.rejection)
    return `${phrase} can answer ${rate < own ? 'only ' : ''}${percent(rate)} for that`;
  if (rate !== null) return `${phrase} needs ${rate < own ? 'only ' : ''}${percent(rate)} for that`;
  if (best && !apart(best.difference))
    return `${phrase} does worse there, and about as well at its best rate, ${percent(best.rate)} (difference between ${percent(own)} here and ${percent(best.rate)} there ${range(data, best.difference)})`;
  return `${phrase} reaches that at no rate`;
}

type Ends = Pick<Interval, 'lower' | 'upper'>;

const flipped = ({ lower, upper }: Ends): Ends => ({ lower: -upper, upper: -lower });

/** Of the finding's value minus another: whether the other is better, or worse, for sure. */
const ahead = ({ target }: ReportData, { lower, upper }: Ends) =>
  target.higherIsBetter ? upper < 0 : lower > 0;
const behind = ({ target }: ReportData, { lower, upper }: Ends) =>
  target.higherIsBetter ? lower > 0 : upper < 0;

const apart = ({ lower, upper }: Ends) => lower > 0 || upper < 0;

/** With as many decimals as its own width needs. */
function range({ target, finding }: ReportData, { lower, upper }: Ends): string {
  const decimals = sentenceDecimals({
    target,
    finding: { modelValue: finding.modelValue, lower, upper },
  });
  return withUnit(`${signed(lower, decimals)} … ${signed(upper, decimals)}`, target.differenceUnit);
}

/** What the same method does behind a threshold that was fixed without the test table. */
export function deployedSentence(data: ReportData): string | null {
  const { deployed, rate } = data.finding;
  if (!deployed) return null;
  const decimals = sentenceDecimals(data);
  const value = withUnit(fixed(deployed.value, decimals), data.target.unit);
  if (data.rejection)
    return `With its threshold fixed beforehand on ${count(deployed.calibrationRows)} calibration rows to answer ${percent(rate)}, it answered ${percent(deployed.rate)} of the test rows, at ${data.target.name} ${value}.`;
  return `With its threshold fixed beforehand on ${count(deployed.calibrationRows)} calibration rows to hand over ${percent(rate)}, it handed over ${percent(deployed.rate)} of the test rows, at ${data.target.name} ${value}.`;
}

/** Where the expert answered only a part: which rows every figure is about. */
export function answeredSentence({ test, expert }: ReportData): string | null {
  const { rows, unanswered } = test;
  if (!unanswered) return null;
  return `Of the ${count(rows + unanswered)} rows of the test table ${expert.name} answered ${count(rows)}: all figures are about those, weighted by how likely each was to be asked, so that they stand for the others too.`;
}

/** Which method the claim is about, and that it was not picked for its test result. */
export function choiceSentence(data: ReportData): string {
  const method = methodOf(data, data.finding.method);
  const chosen = method.chosen ? ` (it chose ${method.chosen})` : '';
  return `The method is ${labelOf(method)}${chosen}, chosen ${data.finding.chosen}, before the test table was seen.`;
}

/** Why this rate, and that it was not picked for its test result; null where the user set it. */
export function rateSentence({
  finding: { rate, rateFrom },
  rejection,
}: ReportData): string | null {
  if (rejection)
    return rateFrom === 'default'
      ? `That ${percent(rate)} is answered is the default: --rate sets the share to turn away.`
      : null;
  switch (rateFrom) {
    case 'verdict':
      return `The rate, ${percent(rate)}, was chosen on the fitting rows before the test rows were looked at: of the rates at which they said that handing over pays, the one with the surest gain.`;
    case 'budget':
      return `The rate, ${percent(rate)}, is what the budget pays for on the calibration rows; the test rows had no say.`;
    case 'default':
      return `The rate, ${percent(rate)}, is the default: no verdict on the fitting rows names another.`;
    default:
      return null;
  }
}

export function methodOf(data: ReportData, name: string): MethodResult {
  return data.methods.find((method) => method.name === name)!;
}

export const labelOf = (method: MethodResult) => method.label ?? method.name;
