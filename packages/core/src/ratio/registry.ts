import { InputError } from '../error.js';
import { kliep } from './kliep.js';
import { logistic } from './logistic.js';
import { lsif } from './lsif.js';
import type { RatioLoss } from './ratio-loss.js';
import { squared } from './squared.js';

/** Every loss by which a density ratio can be estimated, by name. */
export const RATIO_LOSSES = { squared, logistic, lsif, kliep } as const;

/** The name of a ratio loss. */
export type RatioName = keyof typeof RATIO_LOSSES;

/** The ratio loss of that name; an error where there is none. */
export function ratioNamed(name: string): RatioLoss {
  if (Object.hasOwn(RATIO_LOSSES, name)) return RATIO_LOSSES[name as RatioName];
  throw new InputError(
    `ratio loss "${name}" is unknown. Use one of ${Object.keys(RATIO_LOSSES).join(', ')}.`,
    'unknown-name',
    { what: 'ratio loss', name, known: Object.keys(RATIO_LOSSES) },
  );
}
