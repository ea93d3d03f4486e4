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
  readonly methods: Record<Family, string>;
}

interface Counted {
  readonly name: string;
  readonly note: string;
  /** After a number, in a spoken sentence. */
  readonly spoken: string;
}

export function vocabulary({ expert, model, rejection }: Spoken): Vocabulary {
  return rejection ? REJECTING : deferring(expert.name, model?.name ?? 'model');
}

/** "Asking the moderator about 20 % of cases": how every sentence about a rate begins. */
export const askingAbout = ({ expert }: Pick<Spoken, 'expert'>, rate: number): string =>
  `Asking ${expert.name} about ${percent(rate)} of cases`;

/** In a sentence: "the model", or what the user calls it. */
export const modelName = ({ model }: Pick<ReportData, 'model'>): string =>
  model?.name ?? 'the model';

export const possessive = (name: string): string => `${name}${name.endsWith('s') ? "'" : "'s"}`;

/** "the moderator" as in a note of two words. */
export const withoutArticle = (expert: string): string => expert.replace(/^the (?=.)/, '');

const deferring = (expert: string, model: string): Vocabulary => ({
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
    `Each test case has a score. Cases left of the threshold are handed over, here ${share}; right of it the model’s answer is kept. Changing the rate only moves the threshold; nothing is retrained.`,
  methods: {
    confidence: 'hands over where the model is least sure of itself; learns nothing.',
    'two-stage': `learns one network whose training penalises keeping what the model gets wrong and handing over what ${expert} gets wrong.`,
    comparison: 'predicts how much better one of the two will do on a case, and goes by that.',
    drcpe: `learns to tell the cases that suit the model from the cases that suit ${expert}, as a ratio of two densities.`,
    random: `hands cases over by lot: a straight line from the model alone to ${expert} alone.`,
    oracle: 'knows who will be right; nobody can reach it. It shows how much there is to gain.',
  },
});

const REJECTING: Vocabulary = {
  question: 'How many cases to answer?',
  ranking:
    'Cases are ranked by a score; those with the lowest scores are turned away first, unanswered.',
  share: 'Answered',
  cases: 'cases answered',
  alone: 'answering everything',
  avoided: {
    name: 'wrong answers avoided',
    note: 'turned away, model wrong',
    spoken: 'wrong answers avoided',
  },
  caused: {
    name: 'right answers withheld',
    note: 'turned away, model right',
    spoken: 'right answers withheld',
  },
  ofCases: 'of cases answered',
  axis: 'Cases answered (coverage)',
  by: 'the share of cases answered',
  scores: 'Score: low is turned away, high is answered',
  threshold: (share) =>
    `Each test case has a score. Cases left of the threshold are turned away; right of it the model answers, here ${share}. Changing the share only moves the threshold; nothing is retrained.`,
  methods: {
    confidence: 'turns away where the model is least sure of itself; learns nothing.',
    'two-stage': 'learns which cases not to answer.',
    comparison: 'predicts how well the model will do on a case, and goes by that.',
    drcpe:
      'learns to tell the cases that suit the model from the cases as they come, as a ratio of two densities.',
    random: 'turns cases away by lot: the answers left are as often wrong as before.',
    oracle:
      'knows which answers are wrong; nobody can reach it. It shows how much there is to gain.',
  },
};
