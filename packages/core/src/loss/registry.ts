import { InputError } from '../error.js';
import { cost } from './cost.js';
import { gce } from './gce.js';
import type { Loss } from './loss.js';
import { prob01 } from './prob01.js';
import { topk } from './topk.js';
import { xent } from './xent.js';
import { zeroone } from './zeroone.js';

/** Tokens a method name may carry; `top5` stands for any k. */
export const LOSS_NAMES = ['zeroone', 'top5', 'prob01', 'gce', 'xent', 'cost', 'given'] as const;

export interface LossSettings {
  readonly q?: number;
  readonly costMatrix?: ArrayLike<number>;
  readonly classes?: number;
}

/** The loss behind a token. `given` has none: its values come with the table. */
export function lossNamed(name: string, settings: LossSettings = {}): Loss {
  if (name === 'zeroone') return zeroone;
  if (name === 'prob01') return prob01;
  if (name === 'gce') return gce(settings.q);
  if (name === 'xent') return xent;
  if (name === 'cost') {
    if (!settings.costMatrix)
      throw new InputError('loss cost: the table has no cost matrix.', 'cost-matrix-missing');
    return cost(settings.costMatrix, settings.classes ?? Math.sqrt(settings.costMatrix.length));
  }
  const k = /^top([1-9]\d*)$/.exec(name);
  if (k) return topk(Number(k[1]));
  throw new InputError(
    `loss "${name}" is unknown. Use one of ${LOSS_NAMES.join(', ')}.`,
    'unknown-name',
    { what: 'loss', name, known: LOSS_NAMES },
  );
}
