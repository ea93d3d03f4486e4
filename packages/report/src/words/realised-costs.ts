import { optionText } from '@cede/core';
import type { Realised, RealisedCosts } from '@cede/study';
import type { HandingWords } from './handing/contract.js';
import { toExpert } from './handing/to-expert.js';
import { HOW_ANSWERED } from './how-answered.js';
import { amount, percent } from './numbers.js';

/** What a policy cost, a line each for errors and answers, and what both come to. */
export function costsText(costs: RealisedCosts, words: HandingWords = toExpert): string[] {
  const { answers, accuracy } = costs;
  const { errors, total } = countedOf(costs);
  const by = costs.answersBy === undefined ? undefined : HOW_ANSWERED[costs.answersBy];
  const { alone } = words;
  const row = (name: string, realised: Realised, show: (value: number) => string) => {
    const { mean, interval, modelAlone } = realised;
    return `  ${name.padEnd(12)}  ${show(mean)} (${show(interval.lower)} to ${show(interval.upper)}), ${alone} ${show(modelAlone)}`;
  };
  const always = ({ expertAlways }: Realised) => words.alwaysAsking(amount(expertAlways));
  return [
    ...(accuracy ? [row('accuracy', accuracy, (value) => percent(value, 2))] : []),
    ...(errors && (!accuracy || by !== undefined)
      ? [
          `${row('errors cost', errors, amount)}${always(errors)}${by === undefined ? '' : `; answering ${by}`}`,
        ]
      : []),
    ...otherAnswers(costs, alone),
    ...(answers
      ? [
          `${row('answers cost', answers, amount)}${answers.budget ? `; the budget is ${answers.budget.asked}` : ''}`,
          ...budgetText(answers),
        ]
      : []),
    ...(total ? [`${row('in all', total, amount)}${always(total)}`, totalText(total)] : []),
  ];
}

/** As answers count. */
const countedOf = (costs: RealisedCosts): Pick<RealisedCosts, 'errors' | 'total'> =>
  (costs.answersBy === 'least-cost' && costs.leastCost) ||
  (costs.answersBy === 'calibrated' && costs.calibrated) ||
  costs;

/** The other ways to answer, where prices tell them apart. */
function otherAnswers(costs: RealisedCosts, alone: string): string[] {
  const { answersBy, errors, leastCost } = costs;
  const others = [
    ...(answersBy !== 'argmax' ? [{ how: HOW_ANSWERED.argmax, found: errors }] : []),
    ...(answersBy !== 'least-cost'
      ? [{ how: HOW_ANSWERED['least-cost'], found: leastCost?.errors }]
      : []),
  ];
  if (answersBy === undefined) return [];
  return others.flatMap(({ how, found }) =>
    found
      ? [
          `                (answering ${how}: ${amount(found.mean)}, ${alone} ${amount(found.modelAlone)})`,
        ]
      : [],
  );
}

function budgetText({ interval, budget }: NonNullable<RealisedCosts['answers']>): string[] {
  if (!budget?.exceeded) return [];
  const how =
    interval.lower > budget.asked
      ? `by more than chance: set it again with rows like these, or certify it (tune with ${optionText('budget')} and ${optionText('confidence')})`
      : 'though by no more than chance explains';
  return [`  These rows cost more than the budget, ${how}.`];
}

/** Whether handing over pays: what is avoided in errors against what answers cost. */
function totalText({
  mean,
  modelAlone,
  expertAlways,
  saving,
  savingInterval: { lower, upper },
}: NonNullable<RealisedCosts['total']>): string {
  if (saving === 0 && lower === 0 && upper === 0)
    return '  Errors and answers together, this policy costs what the model alone costs.';
  const [from, to] = saving < 0 ? [-upper, -lower] : [lower, upper];
  const what =
    saving < 0
      ? `costs ${amount(-saving)} per case more than the model alone`
      : `saves ${amount(saving)} per case against the model alone`;
  const chance = lower <= 0 && upper >= 0 ? ', though by no more than chance explains' : '';
  const always =
    expertAlways < Math.min(mean, modelAlone)
      ? ' Always asking the expert would cost less than either.'
      : '';
  return `  Errors and answers together, this policy ${what} (${amount(from)} to ${amount(to)})${chance}.${always}`;
}
