import { type Policy, settingAt } from '@cede/core';
import { lossName, lossText } from '../loss-name.js';
import { fixed, percent } from '../numbers.js';
import type { DialSetting, HandingWords } from './contract.js';

/** Nobody to ask: what the model doesn't answer stays unanswered. */
export const toNobody: HandingWords = {
  handsOver: 'turns away',
  handedOver: 'turned away',
  nothing: 'turns nothing away: the model answers everything',
  everything: 'turns everything away',
  nothingNote: 'turns nothing away',
  alone: 'answering everything',
  alwaysAsking: () => '',
  estimate: (wrong, _gain, keptWrong) =>
    keptWrong === undefined
      ? `, and gives wrong answers to ${wrong} of all of them (an estimate)`
      : `, and gives wrong answers to ${keptWrong} of the others, ${wrong} of all (estimates)`,
  inAll: () => '',
  behindRate: (policy, there) => `, and ${answering(policy, there)}`,
  fitted(policy, there, where) {
    const { calibration } = policy;
    const { value } = settingAt(calibration, Number.NEGATIVE_INFINITY);
    const alone =
      calibration.target === 'accuracy'
        ? `${percent(value, 2)} right`
        : `${lossName(policy)} ${lossText(policy, -value)}`;
    return `Turns away ${percent(there.rate)} (${where}) and ${answering(policy, there)}; answering everything, ${alone}`;
  },
  asked: () => '',
};

/** How much is answered, and how much of that is right. */
function answering({ calibration }: Policy, { rate, value }: DialSetting): string {
  const accuracy = calibration.target === 'accuracy';
  const answered = 1 - rate;
  if (answered <= 0) return 'answers nothing';
  // A rejected case counts as not wrong: what is lost is lost among the answers.
  const risk = ((accuracy ? 1 : 0) - value) / answered;
  const brings = accuracy
    ? `${percent(1 - risk, 2)} are right`
    : `the mean loss is ${fixed(risk, 4)}`;
  return `answers ${percent(answered)}; of those ${brings}`;
}
