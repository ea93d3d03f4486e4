import { autoChoiceSentence, expertKind } from '@cede/core';
import type { Comparison, MethodMetrics } from '@cede/study';
import { displayName } from '../method-names.js';
import type { Fact } from '../report-data.js';
import { shownAs } from '../shown.js';
import { capital } from '../vocabulary.js';
import { inputsText, namesListed } from './inputs.js';
import { combinedText } from './notes.js';
import { percent, plural } from './numbers.js';

/** How the scorers of a comparison were fitted. */
export function trainingFacts(comparison: Comparison): Fact[] {
  const { training, choice, leftOut, fit, headline, combined, answers } = comparison;
  const { seeds, epochs, batch } = training;
  return [
    { name: 'scorers see', value: inputsText(fit.features, fit.classes > 0, fit) },
    ...(headline.deployed
      ? [
          {
            name: 'threshold set on',
            value: `${plural(headline.deployed.calibrationRows, 'calibration row')} of ${fit.name}, kept out of that fit`,
          },
        ]
      : []),
    { name: 'seeds', value: `${seeds.length} (${seeds[0]} … ${seeds.at(-1)})` },
    { name: 'epochs, batch', value: `${epochs}, ${batch}` },
    ...(answers === 'calibrated' ? [{ name: 'answers', value: CALIBRATED }] : []),
    ...(combined ? [{ name: 'joined answers', value: combinedText(combined) }] : []),
    ...(choice
      ? [{ name: 'how the method was chosen', value: autoChoiceSentence(choice, displayName) }]
      : []),
    ...leftOut.map(({ name, reason }) => ({
      name: `left out: ${displayName(name)}`,
      // The method's name stands before it.
      value: capital(reason.startsWith(`${name} `) ? reason.slice(name.length + 1) : reason),
    })),
  ];
}

/** Metrics of the headline's method and of the model, each with what it means. */
export function metricFacts({ headline, methods, test, chart, target }: Comparison): Fact[] {
  const { metrics } = methods.find(({ name }) => name === headline.method)!;
  const model = test.modelQuality ?? {};
  const { size } = shownAs(target);
  return [
    ...(chart.axis === 'answered'
      ? []
      : [
          {
            name: 'share of the way from random to hindsight',
            value: metrics.shareOfGap === null ? '–' : percent(metrics.shareOfGap),
          },
          { name: 'how soon the gain comes', value: reachableGain(metrics.ratesForGain) },
        ]),
    ...(model.calibrationError === undefined
      ? []
      : [
          {
            name: "model's calibration error, Brier score",
            value: `${(100 * model.calibrationError).toFixed(2)} points, ${model.brier!.toFixed(4)}. How far its confidence lies from how often it is right, and the mean squared error of its probabilities; lower is better.`,
          },
        ]),
    ...(metrics.aurc === undefined
      ? []
      : [
          {
            name: 'AURC, AUGRC',
            value: `${size(metrics.aurc).toFixed(3)}, ${size(metrics.augrc!).toFixed(3)}. How much is wrong among the answers that the model keeps, as a share of those and as a share of all cases, averaged over all rates; lower is better.`,
          },
        ]),
  ];
}

/** How soon the gain comes. */
function reachableGain(rates: MethodMetrics['ratesForGain']): string {
  const reached = rates.flatMap(({ share, rate }) => (rate === null ? [] : { share, rate }));
  if (reached.length === 0) return 'None: at no rate is it above the model alone.';
  const said = reached.map(({ share, rate }) => `${percent(share, 0)} of it by ${percent(rate)}`);
  return `The largest gain at any rate is reached in steps: ${said.join(', ')} of cases handed over.`;
}

/** One line for the screen: what scorers saw, whom they would ask, where the threshold was set. */
export function usedText(
  { fit, expert, headline, experts = [], answers, combined }: Comparison,
  /** What people call the first expert. */
  named = expert.name,
): string {
  const who = [named, ...experts.map((other) => other.expert.name)];
  return [
    `Scorers saw ${inputsText(fit.features, fit.classes > 0, fit)}`,
    // "expert: the expert" would tell nobody anything.
    ...(!expertKind(expert).answers || /^(the )?expert$/.test(namesListed(who))
      ? []
      : [`${who.length === 1 ? 'expert' : 'experts'}: ${namesListed(who)}`]),
    ...(headline.deployed
      ? [`threshold set on ${plural(headline.deployed.calibrationRows, 'calibration row')}`]
      : []),
  ]
    .join('; ')
    .concat('.')
    .concat(answers === 'calibrated' ? ` ${CALIBRATED}` : '')
    .concat(combined ? ` ${combinedText(combined)}` : '');
}

const CALIBRATED =
  "The model's answers come from its probabilities as calibrated on the fitting rows.";
