import { log } from '../math/log.js';
import { lsif } from './lsif.js';
import type { RatioLoss } from './ratio-loss.js';

/** Kullback–Leibler importance estimation: −log v and v, for v > 0 (softplus keeps it there). */
export const kliep: RatioLoss = {
  name: 'kliep',
  head: 'softplus',
  needsExpertWeight: true,
  plus: (v) => -log(v),
  minus: (v) => v,
  plusSlope: (v) => -1 / v,
  minusSlope: () => 1,
  link: lsif.link,
  inverseLink: lsif.inverseLink,
};
