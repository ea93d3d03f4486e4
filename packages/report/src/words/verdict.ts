import type { Verdict } from '@cede/study';
import { HOW_ANSWERED } from './how-answered.js';
import { amount, count, givenPercent, plural, points } from './numbers.js';
import { confidenceText } from './promises.js';
import { WEIGHTED } from './propensities.js';

/**
 * The verdict for a person: the sentence, then the gain at every rate and what simpler rules give.
 * `asked`: whether the method was named, rather than taken by default.
 */
export function verdictText(verdict: Verdict): string {
  const { gains, controls, confidence } = verdict;
  const names = controls.map(({ name }) => CONTROL_NAMES[name]);
  const head = `  ${'hand over'.padEnd(12)}${'gain'.padStart(8)}${`${confidenceText(confidence)} interval`.padStart(20)}${names.map((name) => name.padStart(26)).join('')}`;
  const rows = gains.map(({ rate, estimate, lower, upper }, k) => {
    const others = controls.map((control) =>
      `${points(control.estimate[k], 2)} (${points(control.lower[k], 2)} to ${points(control.upper[k], 2)})`.padStart(
        26,
      ),
    );
    return `  ${givenPercent(rate).padEnd(12)}${points(estimate, 2).padStart(8)}${`${points(lower, 2)} to ${points(upper, 2)}`.padStart(20)}${others.join('')}`;
  });
  return [
    'verdict',
    ...verdictSentences(verdict).map((sentence) => `  ${sentence}`),
    '',
    `  From ${plural(verdict.rows, 'row')}${answeredOf(verdict)}${verdict.sampledFrom ? ` sampled from ${plural(verdict.sampledFrom, 'row')}` : ''}, each scored by ${verdict.method} fitted on ${fittedOn(verdict)}.${chosenAnew(verdict)} Gains are in points over the better of the model alone and random hand-over${verdict.answers ? `, answering ${HOW_ANSWERED[verdict.answers]}` : ''}; the lower ends hold at all rates at once, the upper ends at each rate alone.${controls.length > 0 ? ` The columns beside it say how many points more that is than a simpler rule gives; their intervals hold at all rates at once.` : ''}`,
    `  Best constant: always ${verdict.bestConstant === 'expert' ? (verdict.expert ?? 'expert') : 'model'}. With hindsight ${points(verdict.headroom, 2)} points over it (an upper bound, not reachable).`,
    '',
    ...costRows(verdict),
    head,
    ...rows,
  ].join('\n');
}

/** What counts first: costs where errors have a price, accuracy second. */
export const verdictSentences = ({
  costs,
  sentence,
  answers,
}: Pick<Verdict, 'costs' | 'sentence' | 'answers'>) =>
  costs ? [costs.sentence, `${inAccuracy(answers)}: ${lowerFirst(sentence)}`] : [sentence];

/** Answers that go by costs are right less often: whose accuracy it is has to be said. */
export const inAccuracy = (answers: Verdict['answers']): string =>
  `In accuracy alone${answers ? `, answering ${HOW_ANSWERED[answers]}` : ''}`;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Savings at every rate. */
function costRows({ costs }: Verdict): string[] {
  if (!costs) return [];
  const interval = `${confidenceText(costs.confidence)} interval`;
  return [
    `  Savings are per case, over the cheaper of the model alone (${amount(costs.modelAlone)}) and random hand-over; always asking costs ${amount(costs.expertAlways)}.`,
    '',
    `  ${'hand over'.padEnd(12)}${'saving'.padStart(12)}${interval.padStart(26)}`,
    ...costs.gains.map(
      ({ rate, estimate, lower, upper }) =>
        `  ${givenPercent(rate).padEnd(12)}${amount(estimate).padStart(12)}${`${amount(lower)} to ${amount(upper)}`.padStart(26)}`,
    ),
    '',
  ];
}

/** Rows that nobody answered are scored, too, but can't speak. */
function answeredOf({ scored, byPropensity }: Verdict): string {
  if (scored === undefined) return '';
  return ` that the expert answered (of ${count(scored)} scored${byPropensity ? `; ${WEIGHTED}` : ''})`;
}

function fittedOn({ folds, earliest }: Verdict): string {
  return earliest === undefined
    ? `the other folds (${folds})`
    : `earlier rows only (${plural(folds, 'fold')}; the earliest ${plural(earliest, 'row')} are not scored)`;
}

/** Choosing can't flatter a verdict that had no say in it. */
const chosenAnew = ({ method }: Verdict) =>
  method === 'auto' ? ' The method was chosen anew for every fold, without its rows.' : '';

/** Columns say how much better the scores do than these. */
const CONTROL_NAMES = { conf: 'over confidence', shuffle: 'over shuffled in class' } as const;
