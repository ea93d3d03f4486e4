import { log } from '../math/log.js';
import { sigmoid, softplus } from '../math/softplus.js';
import type { RatioLoss } from './ratio-loss.js';

/** Logistic regression between the two ideal distributions: the score is the log-ratio. */
export const logistic: RatioLoss = {
  name: 'logistic',
  head: 'identity',
  needsExpertWeight: false,
  plus: (v) => softplus(-v),
  minus: (v) => softplus(v),
  plusSlope: (v) => -sigmoid(-v),
  minusSlope: (v) => sigmoid(v),
  link: (eta) => log(eta) - log(1 - eta),
  inverseLink: (score) => sigmoid(score),
};
