import { expertKind, optionText } from '@cede/core';
import type { ExpertSummary, TableCheck } from '@cede/study';
import { casesFor, perCases } from '../money.js';
import { alwaysAskingText } from './always-asking.js';
import { calibratedAnswersText } from './calibrated-answers.js';
import { inputsText } from './inputs.js';
import { amount, count, fixed, percent, plural } from './numbers.js';
import { WEIGHTED } from './propensities.js';

/** The check for a person: what is wrong first, then what could be gained. */
export function checkText(
  { name, summary, issues }: Pick<TableCheck, 'name' | 'summary' | 'issues'>,
  /** What the table calls its groups. */
  column = 'group',
): string {
  const classes = summary.classes.length;
  const head = `${name}: ${plural(summary.rows, 'row')}${classes > 0 ? `, ${plural(classes, 'class', 'classes')}` : ', no classes'}`;
  const said = issues.map(({ severity, message }) => `  ${severity}: ${message}`);
  return [
    head,
    `  a scorer sees ${inputsText(summary.features, classes > 0, summary)}`,
    ...calibratedAnswersText(summary.calibratedAnswers).map((text) => `  ${text}`),
    ...(said.length > 0 ? ['', ...said] : []),
    ...summary.experts.flatMap((expert) => expertText(expert, summary.rows, column)),
  ].join('\n');
}

function expertText(expert: ExpertSummary, rows: number, column: string): string[] {
  const value =
    expert.target === 'accuracy' ? (v: number) => percent(v, 2) : (v: number) => fixed(-v, 4);
  const unit = expert.target === 'accuracy' ? 'right' : 'mean loss';
  const lines = [
    '',
    `${expert.name === 'expert' ? '' : 'expert '}${expert.name} (${expertKind(expert).description}, ${plural(expert.answered, 'answer')})`,
    ...partText(expert, rows),
    `  model alone   ${value(expert.model)} ${unit}`,
    `  expert alone  ${value(expert.expert)} ${unit}`,
    `  ask always    ${alwaysAskingText(expert.alwaysAsking, expert.target)}`,
    ...changesText(expert),
    `  headroom      ${value(expert.oracle)} with perfect hindsight, handing over ${percent(expert.oracleRate)} (not reachable; an upper bound)`,
    ...costText(expert),
    '',
    // Without probabilities there is no confidence to compare with.
    row([
      'hand over',
      'random',
      ...(expert.areas.conf === null ? [] : ['confidence']),
      'hindsight',
    ]),
    ...expert.curves.map(({ rate, random, conf, oracle }) =>
      row([
        percent(rate, 0),
        value(random),
        ...(conf === null ? [] : [value(conf)]),
        value(oracle),
      ]),
    ),
    ...groupText(expert, column, value),
  ];
  if (expert.target === 'accuracy' && expert.rescues > 0) lines.push('', `  ${gainText(expert)}`);
  return lines;
}

/** What handing every case over would change, for better and for worse. */
function changesText({ target, rescues, harms }: ExpertSummary): string[] {
  return target === 'accuracy'
    ? [
        `  rescues       ${percent(rescues, 2)} the expert puts right what the model got wrong`,
        `  harms         ${percent(harms, 2)} the expert gets wrong what the model had right`,
      ]
    : [
        `  rescues       ${fixed(rescues, 4)} mean loss that the expert saves where it does better`,
        `  harms         ${fixed(harms, 4)} mean loss that the expert adds where it does worse`,
      ];
}

function gainText({ model, expert, oracle, harms }: ExpertSummary): string {
  if (harms === 0)
    return 'No choice of cases is right more often than the expert alone. To see how close fewer questions come, give the same columns to: cede compare';
  const reachable = oracle - Math.max(model, expert);
  const most = reachable < 0.0005 ? 'less than 0.1' : `at most ${fixed(100 * reachable, 1)}`;
  return `Perfect choices would gain ${most} points over the better of the two alone. To see how much of that can be learned, give the same columns to: cede compare`;
}

/** An accuracy of the rows that were asked about need not be one of all rows. */
function partText({ answered, byPropensity }: ExpertSummary, rows: number): string[] {
  if (answered === rows) return [];
  return [
    `  Answered ${count(answered)} of ${plural(rows, 'row')}. The figures below are about those${byPropensity ? `, ${WEIGHTED}` : ` alone; if some were likelier to be asked than others, name the probabilities with ${optionText('propensity')}`}.`,
  ];
}

const NAME = 18;

const row = (cells: readonly string[], name = NAME) =>
  `  ${cells[0].slice(0, name).padEnd(name + 2)}${cells
    .slice(1)
    .map((cell) => cell.padStart(12))
    .join('')}`;

function costText({ costs, errorCosts, leastCost, answers }: ExpertSummary): string[] {
  const said = (of: object, per: number = 1) =>
    Object.entries(of).map(([who, mean]) => `the ${who}'s ${amount(mean * per)}`);
  const per = casesFor(Object.values(costs ?? {}));
  const cases = per === 1 ? '' : ` ${perCases({ per })}`;
  return [
    ...(costs ? [`  an answer     costs on average ${said(costs, per).join(', ')}${cases}`] : []),
    ...errorText({ errorCosts, leastCost, answers }, said),
  ];
}

/** What errors cost as answers count, and beside it the other way to answer where it differs. */
function errorText(
  { errorCosts, leastCost, answers }: Pick<ExpertSummary, 'errorCosts' | 'leastCost' | 'answers'>,
  said: (of: object) => string[],
): string[] {
  if (!errorCosts || !leastCost) return [];
  const [by, most] = [leastCost, errorCosts].map((of) => said(of).join(', '));
  if (by === most) return [`  errors        cost per case ${by}`];
  const lines = [
    `cost per case ${by}, answering by least expected cost`,
    `cost per case ${most}, answering with the most probable class`,
  ];
  const [first, other] = answers === 'argmax' ? lines.reverse() : lines;
  return [`  errors        ${first}`, `                (${other})`];
}

/** The longest name of a group that leaves room for its numbers at 80 columns. */
const LONGEST_NAME = 30;
/** Of fewer rows a share says nothing; the report leaves these groups out too. */
const FEWEST_ROWS = 30;

/** Groups large enough to say something of, without decimals that their rows don't carry. */
function groupText(
  { groups, groupsUnanswered = [], target }: ExpertSummary,
  column: string,
  value: (v: number) => string,
): string[] {
  if (!groups) return [];
  const large = groups.filter(({ rows }) => rows >= FEWEST_ROWS);
  const left = groups.length - large.length;
  const names = [column, ...large.map(({ name }) => name)].map(({ length }) => length);
  const width = Math.min(LONGEST_NAME, Math.max(NAME, ...names));
  const said = (v: number, rows: number) =>
    target === 'accuracy' ? percent(v, rows < 1_000 ? 0 : 1) : value(v);
  return [
    '',
    ...(large.length > 0 ? [row([column, 'rows', 'share', 'model', 'expert'], width)] : []),
    ...large.map(({ name, rows, share, model, expert }) =>
      row([name, count(rows), percent(share), said(model, rows), said(expert, rows)], width),
    ),
    ...(left > 0
      ? [
          `  ${plural(left, 'group')} of fewer than ${FEWEST_ROWS} rows ${left === 1 ? 'is' : 'are'} left out.`,
        ]
      : []),
    ...(groupsUnanswered.length > 0
      ? [
          `  Nobody answered in ${groupsUnanswered.map((name) => name || 'rows without a group').join(', ')}.`,
        ]
      : []),
  ];
}

/** For `--json`. */
export const checkDocument = ({ name, hash, summary, issues }: TableCheck) => ({
  format: 'cede/check',
  version: 1,
  table: name,
  hash,
  ...summary,
  findings: issues,
});
