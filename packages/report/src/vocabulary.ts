/**
 * The words of a report. With an expert, cases are *handed over*; with nobody to ask, the model
 * *answers* some cases and turns the others away, and every rate is the share it answers.
 */
import type { Family } from '@cede/core';
import { percent } from './number.js';
import type { ReportData } from './report-data.js';

/** What decides which words are right; a figure has as much of it as a report. */
export interface Spoken {
  readonly expert: { readonly name: string };
  readonly model?: ReportData['model'];
  readonly rejection?: ReportData['rejection'];
}

export interface Vocabulary {
  /** Heading and first sentence of the dial, and the word beside it. */
  readonly question: string;
  readonly ranking: string;
  readonly share: string;
  readonly cases: string;
  /** What the tile of the target compares with. */
  readonly alone: string;
  /** The two counts of the dial: what is won and what it costs. */
  readonly avoided: Counted;
  readonly caused: Counted;
  /** "of cases handed over" */
  readonly ofCases: string;
  readonly axis: string;
  readonly by: string;
  readonly scores: string;
  readonly threshold: (share: string) => string;
  /** A sentence for each family, and one for the choice among them. */
  readonly methods: Record<Family | 'auto', string>;
}

interface Counted {
  readonly name: string;
  readonly note: string;
  /** After a number, in a spoken sentence. */
  readonly spoken: string;
}

export function vocabulary({ expert, model, rejection }: Spoken): Vocabulary {
  return rejection ? rejecting(model?.name) : deferring(expert.name, model?.name);
}

/** "Sending 20 % of cases to the moderator": how every sentence about a rate begins. */
export const askingAbout = ({ expert }: Pick<Spoken, 'expert'>, rate: number): string =>
  `Sending ${rate === 1 ? 'every case' : `${percent(rate)} of cases`} to ${expert.name}`;

/** In a sentence: "the model", or what the user calls it. */
export const modelName = ({ model }: Pick<ReportData, 'model'>): string =>
  model?.name ?? 'the model';

export const possessive = (name: string): string => `${name}${name.endsWith('s') ? "'" : "'s"}`;

/** As at the beginning of a sentence; a name out of a table (`dr_jones`, `gpt-4o`) stays as it is. */
export const capital = (text: string) =>
  /^\S*[_\d]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** "the moderator" as in a note of two words. */
export const withoutArticle = (expert: string): string => expert.replace(/^the (?=.)/, '');

const deferring = (
  expert: string,
  named: string | undefined,
  /** In a note of two words, and in a sentence. */
  model = named ?? 'model',
  who = named ?? 'the model',
): Vocabulary => ({
  question: 'How many cases to hand over?',
  ranking: `Cases are ranked by a score; those with the lowest scores go to ${expert} first.`,
  share: 'Handed over',
  cases: 'cases handed over',
  alone: `${model} alone`,
  avoided: {
    name: 'errors avoided',
    note: `${model} wrong, ${withoutArticle(expert)} right`,
    spoken: 'errors avoided',
  },
  caused: {
    name: 'errors caused',
    note: `${model} right, ${withoutArticle(expert)} wrong`,
    spoken: 'caused',
  },
  ofCases: 'of cases handed over',
  axis: `Cases handed to ${expert}`,
  by: 'the share of cases handed over',
  scores: 'Score: low is handed over, high is kept',
  threshold: (share) =>
    `Each test case has a score. Cases left of the threshold are handed over, here ${share}; right of it ${possessive(who)} answer is kept. Changing the rate only moves the threshold; nothing is retrained.`,
  methods: {
    auto: CHOSEN,
    confidence: `Cases where ${who} is least sure are handed over. Nothing is learned.`,
    'two-stage': `One network learns what to hand over. Its training penalises keeping what ${who} gets wrong and handing over what ${expert} gets wrong.`,
    comparison: `How much better ${expert} will do on a case is predicted. The largest predicted gains are handed over first.`,
    drcpe: `A ratio of two densities says whether a case looks like those that suit ${who} or like those that suit ${expert}.`,
    random: `Cases are picked at random: a straight line from ${who} alone to ${expert} alone.`,
    oracle:
      'It knows who will be right, so nobody can reach it. It shows how much there is to gain.',
  },
});

const CHOSEN =
  'Several methods are compared by cross-validation on the fitting rows. The best is taken, or a mix of the best.';

const rejecting = (
  named: string | undefined,
  model = named ?? 'model',
  who = named ?? 'the model',
): Vocabulary => ({
  question: 'How many cases to answer?',
  ranking:
    'Cases are ranked by a score; those with the lowest scores are turned away first, unanswered.',
  share: 'Answered',
  cases: 'cases answered',
  alone: 'answering everything',
  avoided: {
    name: 'wrong answers avoided',
    note: `turned away, ${model} wrong`,
    spoken: 'wrong answers avoided',
  },
  caused: {
    name: 'right answers withheld',
    note: `turned away, ${model} right`,
    spoken: 'right answers withheld',
  },
  ofCases: 'of cases answered',
  axis: 'Cases answered (coverage)',
  by: 'the share of cases answered',
  scores: 'Score: low is turned away, high is answered',
  threshold: (share) =>
    `Each test case has a score. Cases left of the threshold are turned away; right of it ${who} answers, here ${share}. Changing the share only moves the threshold; nothing is retrained.`,
  methods: {
    auto: CHOSEN,
    confidence: `Cases where ${who} is least sure are turned away. Nothing is learned.`,
    'two-stage': 'One network learns which cases not to answer.',
    comparison: `How well ${who} will do on a case is predicted. The worst are turned away first.`,
    drcpe: `A ratio of two densities says whether a case looks like those that suit ${who} or like any other.`,
    random: 'Cases are turned away at random: the answers left are as often wrong as before.',
    oracle:
      'It knows which answers are wrong, so nobody can reach it. It shows how much there is to gain.',
  },
});
