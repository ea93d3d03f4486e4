import { InputError } from '../error.js';
import { kliep } from './kliep.js';
import { logistic } from './logistic.js';
import { lsif } from './lsif.js';
import type { RatioLoss } from './ratio-loss.js';
import { squared } from './squared.js';

export const RATIO_LOSSES = { squared, logistic, lsif, kliep } as const;

export type RatioName = keyof typeof RATIO_LOSSES;

export function ratioNamed(name: string): RatioLoss {
  if (Object.hasOwn(RATIO_LOSSES, name)) return RATIO_LOSSES[name as RatioName];
  throw new InputError(
    `ratio loss "${name}" is unknown. Use one of ${Object.keys(RATIO_LOSSES).join(', ')}.`,
  );
}
