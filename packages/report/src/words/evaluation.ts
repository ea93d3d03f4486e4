import { optionText } from '@cede/core';
import type { Evaluation, PolicyOutcome } from '@cede/study';
import { calibratedAnswersText } from './calibrated-answers.js';
import { certificatesDocument, certificatesText } from './certificates-seen.js';
import { answeredGroupText, groupText } from './groups.js';
import type { HandingWords } from './handing/contract.js';
import { handingWords } from './handing/registry.js';
import { noteLines, warningTexts } from './notes.js';
import { amount, fixed, percent, plural, points, signed } from './numbers.js';
import { unansweredText } from './propensities.js';
import { costsText } from './realised-costs.js';
import { rejectionText } from './rejection.js';
import { thresholdText } from './threshold.js';

/** An evaluation for a person. */
export function evaluationText({
  outcome,
  certificates,
  groups,
  notes,
  calibratedAnswers,
}: Evaluation): string[] {
  const grouped = outcome.rejection ? answeredGroupText : groupText;
  return [
    ...noteLines(notes),
    ...outcomeText(outcome),
    ...calibratedAnswersText(calibratedAnswers).map((text) => `  ${text}`),
    ...certificatesText(certificates),
    ...(groups ? ['', ...grouped(groups, outcome.target === 'accuracy')] : []),
  ];
}

/** What the policy did on the rows. */
export function outcomeText(result: PolicyOutcome): string[] {
  const value = (v: number) => (result.target === 'accuracy' ? percent(v, 2) : priced(-v));
  const { gainInterval, valueInterval, costs } = result;
  // What errors cost is written as in the lines on costs; losses have no unit.
  const priced = (v: number) => (costs?.accuracy ? amount(v) : fixed(v, 4));
  // A small loss is a large value.
  const { lower, upper } = valueInterval;
  const [from, to] = result.target === 'accuracy' ? [lower, upper] : [upper, lower];
  const unit = costs?.accuracy ? 'errors cost ' : '';
  const gain = (v: number) =>
    result.target === 'accuracy'
      ? points(v, 2)
      : costs?.accuracy
        ? `${v < 0 ? '−' : '+'}${amount(Math.abs(v))}`
        : signed(v, 4);
  const words = handingWords(result.rejection !== undefined);
  // What the calibration rows said is about one threshold for all.
  const own = result.groupThresholds?.named === true;
  return [
    `${plural(result.rows, 'row')}, ${decidedBy(result, words)}`,
    `  ${words.handedOver.padEnd(12)}  ${percent(result.rate, 2)} (${plural(result.deferred, 'case')})${result.rateInterval ? `, ${percent(result.rateInterval.lower)} to ${percent(result.rateInterval.upper)}` : ''}${own ? '' : `; the calibration rows said ${percent(result.expected.rate, 2)}`}`,
    ...(result.rejection
      ? rejectionText(result.rejection, result.target, result.model)
      : [
          `  system        ${unit}${value(result.value)} (${value(from)} to ${value(to)})`,
          `  model alone   ${unit}${value(result.model)}`,
          `  ${result.joined ? 'asking always' : 'expert alone '} ${unit}${value(result.expertAlone)}`,
        ]),
    ...(result.answered < result.rows
      ? [
          `  ${unansweredText(result.rows - result.answered)}: the others stand in for them, ${result.propensityKnown ? 'by propensity' : `each alike. If some were likelier to be asked, name the probabilities with ${optionText('propensity')}`}`,
        ]
      : []),
    ...(result.rejection
      ? []
      : [
          `  gain          ${gain(result.gain)} (${gain(gainInterval.lower)} to ${gain(gainInterval.upper)})${result.target === 'accuracy' ? ' points' : costs?.total ? ', answers not counted' : ''}`,
        ]),
    ...(result.target === 'accuracy' && !result.rejection
      ? [
          `  of the ${result.answeredHandedOver < result.deferred ? `${plural(result.answeredHandedOver, 'case')} handed over and answered` : 'cases handed over'}, ${plural(result.rescued, 'error')} avoided and ${plural(result.harmed, 'error')} caused`,
        ]
      : []),
    ...(costs ? costsText(costs, words) : []),
    ...(result.drifted
      ? [
          `  These rows are not like the calibration rows: the rate is off by more than chance. Tune it on current traffic, with ${optionText('rate')} and ${optionText('traffic')}.`,
        ]
      : []),
  ];
}

function decidedBy({ threshold, groupThresholds }: PolicyOutcome, words: HandingWords): string {
  const common = thresholdText(threshold, words);
  if (!groupThresholds) return `threshold ${common}`;
  const { column, names, named, of } = groupThresholds;
  if (of === 'answer')
    return named
      ? `a threshold for each of the model's ${names.length} answers`
      : `threshold ${common}, the common one: these rows don't tell the model's answers`;
  return named
    ? `${plural(names.length, 'group')} (${column}) with thresholds of their own; for other cases ${common}`
    : `threshold ${common}, the common one: these rows don't tell their group (${column})`;
}

/** For `--json`; `policy` is its file and its id. */
export function evaluationDocument(
  { table, outcome, certificates, groups, fittingRows, notes, calibratedAnswers }: Evaluation,
  policy: { readonly path: string; readonly id: string },
) {
  return {
    format: 'cede/evaluate',
    version: 1,
    policy: policy.path,
    id: policy.id,
    table: table.name,
    hash: table.hash,
    ...outcome,
    ...(calibratedAnswers && { calibratedAnswers }),
    ...(certificates.length > 0 && { certificates: certificatesDocument(certificates) }),
    ...(groups && { groups }),
    fittingRows,
    warnings: warningTexts(notes),
  };
}
