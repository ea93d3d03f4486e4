import { settingAt } from '@cede/core';
import { lossName, lossText } from '../loss-name.js';
import { percent } from '../numbers.js';
import type { HandingWords } from './contract.js';

/** Somebody answers what the model doesn't. */
export const toExpert: HandingWords = {
  handsOver: 'hands over',
  handedOver: 'handed over',
  nothing: 'hands over nothing: the model alone',
  everything: 'hands over everything',
  nothingNote: 'hands over nothing, the model alone',
  alone: 'the model alone',
  alwaysAsking: (cost) => `, always the expert ${cost}`,
  estimate: (wrong, gain, keptWrong) =>
    `, ${keptWrong === undefined ? '' : `${keptWrong} wrong among the kept, `}${wrong} wrong${keptWrong === undefined ? '' : ' in all'}, gain ${gain} points (estimates)`,
  inAll: (total, alone) => `, in all ${total} (the model alone ${alone})`,
  behindRate: (policy, { value }) =>
    policy.calibration.target === 'accuracy'
      ? `, ${percent(value, 2)} right`
      : `, ${lossName(policy)} ${lossText(policy, -value)}`,
  fitted(policy, { rate, value }, where) {
    const { calibration } = policy;
    const shown = (v: number) =>
      calibration.target === 'accuracy' ? `${percent(v, 2)} right` : lossText(policy, -v);
    const unit = calibration.target === 'accuracy' ? '' : `${lossName(policy)} `;
    const alone = settingAt(calibration, Number.NEGATIVE_INFINITY).value;
    return `Hands over ${percent(rate)} (${where}): ${unit}${shown(value)}, the model alone ${shown(alone)}`;
  },
  asked: (expert) => ` Expert: ${expert}.`,
};
