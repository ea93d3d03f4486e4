import type { Estimated } from './estimate.js';
import type { Replay } from './replay.js';

/** "1 case", "2 cases" */
const casesOf = (count: number) => `${count} ${count === 1 ? 'case' : 'cases'}`;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const points = ({ estimate, low, high }: Estimated) =>
  `${signed(estimate)} points (${signed(low)} to ${signed(high)})`;
const signed = (value: number) => `${value >= 0 ? '+' : '−'}${(100 * Math.abs(value)).toFixed(2)}`;

/** A replay for people; its last line is the advice. */
export function replayText(found: Replay): string {
  const { cases, rate, loggedRate, known, gain, gainOverLogged, accuracy, groups, advice } = found;
  const { accuracyRefused, leftOut } = found;
  const lines = [
    `${cases} logged ${cases === 1 ? 'case' : 'cases'}. This policy would have handed over ${percent(rate)}; ${percent(loggedRate)} were.`,
    `Expert and model can be compared on ${known} of them${found.asked > 0 ? `; ${percent(found.answeredShare)} of the ${found.asked} handed over have an answer` : ''}.`,
  ];
  if (gain)
    lines.push(
      `Gain over the model alone: ${points(gain)}, worth ${casesOf(Math.round(gain.effective))} seen for sure.`,
    );
  if (gainOverLogged) lines.push(`Against the policy that decided: ${points(gainOverLogged)}.`);
  if (accuracy)
    lines.push(
      `Accuracy with it: ${percent(accuracy.estimate)} (${percent(accuracy.low)} to ${percent(accuracy.high)}).`,
    );
  if (accuracyRefused !== undefined) lines.push(`Accuracy with it: can't tell: ${accuracyRefused}`);
  if (leftOut) lines.push(leftOutText(leftOut));
  for (const each of groups)
    lines.push(
      `Group ${each.group}, ${casesOf(each.cases)}: ${points(each)}${each.hurt ? ', which hurts it' : ''}.`,
    );
  lines.push(`${advice.says[0].toUpperCase()}${advice.says.slice(1)}: ${advice.why}`);
  return lines.join('\n');
}

/** Cases that a policy can't decide. */
export const leftOutText = ({ cases, why }: NonNullable<Replay['leftOut']>): string =>
  `${casesOf(cases)} more ${cases === 1 ? 'was' : 'were'} left out: this policy can't decide ${cases === 1 ? 'it' : 'them'} (${why.replace(/\.$/, '')}).`;

/** What certifying anew came to. */
export interface Certified {
  readonly feasible: boolean;
  readonly threshold: number;
  readonly confidence: number;
  readonly rows: number;
}

export function certifiedText(
  { feasible, threshold, confidence, rows }: Certified,
  error: number,
): string {
  const sure = `with ${+(100 * confidence).toPrecision(4)} % confidence on ${rows} logged outcomes`;
  return feasible
    ? `Certified ${sure}: at most ${percent(error)} wrong, at the threshold ${+threshold.toPrecision(4)}.`
    : `No threshold qualifies for at most ${percent(error)} wrong ${sure}.`;
}
