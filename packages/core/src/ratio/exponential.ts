import { exp } from '../math/exp.js';
import type { PartialLosses } from './partial.js';

/** e^v and e^−v: the two-stage baseline's surrogate. Not a ratio loss of the paper, hence no link. */
export const exponential: PartialLosses = {
  name: 'exponential',
  head: 'identity',
  plus: (v) => exp(v),
  minus: (v) => exp(-v),
  plusSlope: (v) => exp(v),
  minusSlope: (v) => -exp(-v),
};
