import { count, percent, points, signed } from './numbers.js';

/** What a demo tells before it has worked, and what its report adds. One place for all its words. */
export interface DemoStory {
  /** As in `cede demo NAME`. */
  readonly name: string;
  /** The line of `cede demo --list`. */
  readonly summary: string;
  /** Title of the report. */
  readonly title: string;
}

/** In the order of the list; the first is what `cede demo` runs. */
export const DEMO_STORIES = {
  'two-llms': {
    name: 'two-llms',
    summary: 'Which questions need the big model? Gemini Flash and Pro on MMLU-Pro; real answers.',
    title: 'Which questions need the big model?',
  },
  moderation: {
    name: 'moderation',
    summary: 'Which posts need a moderator? Confidence does as well, and the label leaks.',
    title: 'Which posts need a moderator?',
  },
  digits: {
    name: 'digits',
    summary:
      'Which digits need the specialist? The expert knows four digits, and confidence fails.',
    title: 'Which digits need the specialist?',
  },
} as const satisfies Record<string, DemoStory>;

/** What the demo of two LLMs says of its table. */
export const twoLlmsOpening = (rows: number): string =>
  `Gemini Flash answers exam questions; Pro is better and costs 13 times as much.\n${count(rows)} questions, half to learn from, half to test on. Which ones need Pro?\n`;

/** What a reader must know before believing the headline of the two LLMs. */
export const TWO_LLMS_REMARKS: readonly string[] = [
  'The answers are real: MMLU-Pro questions, answered by gemini-1.5-flash-002 and gemini-1.5-pro-002 (TIGER-AI-Lab/MMLU-Pro, Apache-2.0).',
  'Prices are assumptions, of the order of public list prices of late 2024: Flash $0.075 and $0.30, Pro $1.25 and $5.00 per million tokens in and out, at four characters a token. The few-shot prompt is not counted. Other prices give another share of the cost; accuracies stay.',
  'How the rate is chosen (lose at most half a point, by cross-validation) was settled after two other rules had been tried on this table and test results seen. Read the headline as an example, not as a blind test.',
  "A scorer sees the question, its subject and Flash's answer. Flash runs on every question, and that is in the cost.",
];

/** What the moderation demo says of its table. */
export const moderationOpening = (rows: number): string =>
  `A text model flags social-media posts; a human moderator could be asked instead.\n${count(rows)} posts, half to learn from, half to test on. Which ones need the moderator?\n`;

/** What counts as right in the moderation demo. */
export const OTHER_VOTERS =
  "An answer counts as right when it matches the majority of the other voters. Several people voted on every post, and the moderator is one of them; a vote can't be judged by itself.";

interface Trapped {
  readonly rate: number;
  readonly gain: { readonly estimate: number };
  readonly expert: number;
  readonly model: number;
}

/** `naive` is what the published label would have claimed, in points. */
export const trapSentence = ({ rate, gain, expert, model }: Trapped, naive: number): string =>
  `Mind the label: the moderator's own vote is part of it. Against the published label, asking about ${percent(rate)} would seem to gain ${signed(naive, 1)} points. Against the other voters it is ${points(gain.estimate)}, and asking about every post changes accuracy by ${points(expert - model)}. cede check warns of such labels.`;

/** What the digits demo says of its table. */
export const DIGITS_OPENING =
  'A network learns all ten digits in a hurry; a second one is a specialist in 3, 5, 8 and 9 and saw few others.\nBoth are trained now, from 1,797 small images. Which digits should go to the specialist?\n';

/** What a reader must know before believing the headline of the digits. */
export const DIGITS_REMARKS: readonly string[] = [
  'The specialist knows four digits of ten, so the demo hands 40 % of the cases over. That rate was set with the curves of this table in view. Read the headline as an example, not as a blind test.',
  'Confidence says where the model is unsure, not where the specialist is right: from 40 % on it hands over digits that the specialist hardly knows.',
];
