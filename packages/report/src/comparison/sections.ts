import { type AnswersMode, amount, fixed, optionText } from '@cede/core';
import {
  type Comparison,
  type CostPoint,
  type CostReport,
  costsByAnswers,
  type GroupReport,
  type Target,
} from '@cede/study';
import { displayName } from '../method-names.js';
import { money, type Purse, perCases, purseOf } from '../money.js';
import type { CostSection, CostTable, GroupSection } from '../report-data.js';
import { type Shown, shownAs } from '../shown.js';
import { capital } from '../vocabulary.js';
import { costSentence } from '../words/cost-sentence.js';
import { groupNotes } from '../words/groups.js';
import { HOW_ANSWERED } from '../words/how-answered.js';
import { cheaperSentence, savingSentence } from '../words/saving-sentence.js';

/** Groups at the headline's rate, where the table has any. */
export function groupSection({
  groups,
  answeredGroups,
  target,
  chart,
}: Comparison): GroupSection | undefined {
  if (!groups) return undefined;
  if (!answeredGroups) return handedOver(groups, target);
  const shown = shownAs(chart.target);
  return {
    column: groups.column,
    rows: answeredGroups.map(({ name, rows, answered, riskOfAll, risk }) => {
      const [before, after] = [shown.value(riskOfAll), shown.value(risk)];
      const gain = after - before;
      return {
        ...{ name, rows, rate: answered, modelValue: before, value: after },
        ...{ gain, lower: gain, upper: gain },
      };
    }),
    notes: [
      `Between groups, the share of cases answered differs by up to ${(100 * groups.gaps.rate).toFixed(1)} points.`,
    ],
  };
}

function handedOver(report: GroupReport, target: Target): GroupSection {
  const shown = shownAs(target);
  return {
    column: report.column,
    rows: report.groups.map((group) => ({
      name: group.name,
      rows: group.rows,
      rate: group.rate,
      modelValue: shown.value(group.model),
      value: shown.value(group.value),
      gain: shown.value(group.gain),
      ...shown.band(group.gainInterval.lower, group.gainInterval.upper),
      ...(group.harmed && { warning: 'handing over harms this group' }),
    })),
    notes: groupNotes(report, target.kind === 'accuracy'),
  };
}

/** As in a sentence; what the amounts are in, where that was said. */
interface CostNames {
  readonly model?: string;
  readonly expert: string;
  readonly currency?: string;
  /** Whether values are shares of right answers, and not losses. */
  readonly isAccuracy?: boolean;
}

/** What things cost: the claim's numbers, the curves, the rates worth naming. */
export function costSection(
  costs: NonNullable<Comparison['costs']>,
  shown: Shown,
  { model: named, expert, currency, isAccuracy = false }: CostNames,
): CostSection {
  const [model, who] = [named ?? 'model', named ?? 'the model'];
  const { main, other } = costsByAnswers(costs);
  const { report, curves } = main;
  const { cheapest, budget, curve } = report;
  const row = (label: string, { rate, cost, spent, value }: CostPoint) => ({
    label,
    rate,
    cost,
    ...(report.errorsPriced && { spent }),
    value: shown.value(value),
  });
  const beside = report.besideExpert;
  const alone = curve[curve.length - 1];
  const rows = [
    row(
      other ? `${model} alone, answering ${HOW_ANSWERED[costs.answers]}` : `${model} alone`,
      curve[0],
    ),
    row('at the rate of the headline', report.finding),
    // Answers alone cost least where nobody is asked, which needs no saying.
    ...(report.errorsPriced
      ? [
          {
            ...row(`cheapest rate of ${displayName(report.method)}`, cheapest),
            lower: cheapest.costLower,
            upper: cheapest.costUpper,
          },
        ]
      : []),
    ...(budget?.point
      ? [row(`answers within the budget of ${amount(budget.asked)} on these rows`, budget.point)]
      : []),
    ...(beside && !report.errorsPriced
      ? [
          {
            ...row(`${expert} alone, without ${who}`, alone),
            cost: beside.expertSpends,
          },
        ]
      : []),
    row(
      beside && !report.errorsPriced
        ? `${who} and ${expert}, both about every case`
        : `${expert} about every case`,
      alone,
    ),
    ...(other ? otherRows(otherMode(costs.answers), other.report, { model, row }) : []),
  ];
  const purse = purseOf({ rows, currency });
  return {
    ...(currency !== undefined && { currency }),
    ...(report.errorsPriced && {
      summary: costSentence(report, purse),
      saving: savingSentence(report, expert, purse),
      ...(report.ahead && { ahead: cheaperSentence(report, purse) }),
      ...(isAccuracy && { accuracyNote: accuracyNote(costs, shown) }),
      table: costTable(costs.answers, report, { told: other !== undefined, who, purse }),
    }),
    ...(beside &&
      !report.errorsPriced && {
        beside: { ...beside, difference: shown.interval(beside.difference) },
      }),
    curves,
    rows,
    notes: costNotes(report, who, expert, other ? [answersNotes()[costs.answers]] : []),
  };
}

/** What costs are of, how answers were given, and what the numbers don't say by themselves. */
function costNotes(
  { method, errorsPriced, cheapest, budget }: CostReport,
  who: string,
  expert: string,
  answered: readonly string[],
): string[] {
  return [
    `Costs of ${displayName(method)}: ${who} runs on every case, ${expert} on those handed over${errorsPriced ? ', and errors cost what was said' : `; errors have no price here (${optionText('costMatrix')} or ${optionText('errorCost')} gives them one)`}.`,
    ...answered,
    ...(errorsPriced
      ? [
          `The rate of least cost lies between ${Math.round(100 * cheapest.lower)} and ${Math.round(100 * cheapest.upper)} % (95 % interval). It was found on these test rows, so its cost is slightly optimistic.`,
        ]
      : []),
    ...(budget && !budget.point
      ? [`A budget of ${amount(budget.asked)} per case doesn't even pay for ${who} alone.`]
      : []),
  ];
}

/** The same points where whoever gives probabilities answers another way. */
function otherRows<Row>(
  answers: AnswersMode,
  { curve, finding, cheapest, method }: CostReport,
  { model, row }: { model: string; row: (label: string, point: CostPoint) => Row },
): Row[] {
  const how = HOW_ANSWERED[answers];
  return [
    row(`${model} alone, answering ${how}`, curve[0]),
    row(`at the rate of the headline, answering ${how}`, finding),
    row(`cheapest rate of ${displayName(method)}, answering ${how}`, cheapest),
  ];
}

const otherMode = (answers: AnswersMode): AnswersMode =>
  answers === 'least-cost' ? 'argmax' : 'least-cost';

/** Every method at the rates of the table; random and the oracle as everywhere first and last. */
function costTable(
  answers: AnswersMode,
  report: CostReport,
  { told, who, purse }: { readonly told: boolean; readonly who: string; readonly purse: Purse },
): CostTable {
  return {
    rates: report.rates,
    methods: Object.entries(report.methods).map(([name, { mean, marks, cheapest }]) => ({
      ...{ name, mean, cheapest },
      ...(marks && { marks }),
    })),
    modelAlone: report.modelAlone,
    note: `${capital(who)} alone costs ${money(report.modelAlone, purse)} ${perCases(purse)}${told ? `, answering ${HOW_ANSWERED[answers]}` : ''}.`,
  };
}

/** Accuracy second: as answers count, and the other way beside it. */
function accuracyNote(costs: NonNullable<Comparison['costs']>, { value }: Shown): string {
  const { main, other } = costsByAnswers(costs);
  const show = (share: number) => `${fixed(value(share), 1)} %`;
  const moved = ({ report: { curve, finding } }: typeof main) =>
    `from ${show(curve[0].value)} to ${show(finding.value)}`;
  return other
    ? `Accuracy goes ${moved(main)}, answering ${HOW_ANSWERED[costs.answers]}, and ${moved(other)} ${HOW_ANSWERED[otherMode(costs.answers)]}.`
    : `Accuracy goes ${moved(main)}.`;
}

const answersNotes = (): Readonly<Record<AnswersMode, string>> => ({
  'least-cost': `Whoever gives probabilities answers with the class of least expected cost, the model alone as well as after handing over; the last lines are about answers with the most probable class (${optionText('answers', 'argmax')}).`,
  argmax: `Whoever gives probabilities answers with the most probable class; the last lines are about answers of least expected cost (${optionText('answers', 'least-cost')}), with which nobody may need to be asked.`,
  calibrated: `The model answers with the class of least expected cost by its calibrated probabilities; the last lines are about probabilities as given (${optionText('answers', 'least-cost')}).`,
});
