import { InputError } from '../error.js';
import { alpha } from './alpha.js';
import { chi2 } from './chi2.js';
import type { Divergence } from './divergence.js';
import { hellinger } from './hellinger.js';
import { js } from './js.js';
import { kl } from './kl.js';

const NAMED: Record<string, Divergence> = { kl, chi2, hellinger, js };

/** Outside the theorem's class: φ(0) = ∞, so no weight may vanish and the optimum has another form. */
const REVERSE_KL = ['rkl', 'reversekl', 'reverse-kl'];

/** The divergence of that name; an error where there is none. */
export function divergenceNamed(name: string): Divergence {
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  const a = /^alpha(\d+(?:\.\d+)?)$/.exec(name);
  if (a) return alpha(Number(a[1]));
  if (REVERSE_KL.includes(name.toLowerCase())) {
    throw new InputError(
      `divergence "${name}" (reverse KL) is not offered: its generator is infinite at 0, which the theorem behind ideal distributions excludes. Use kl, chi2, hellinger, js or alpha<a>.`,
      'unknown-name',
      { what: 'divergence', name },
    );
  }
  throw new InputError(
    `divergence "${name}" is unknown. Use kl, chi2, hellinger, js or alpha<a> (such as alpha0.5).`,
    'unknown-name',
    { what: 'divergence', name },
  );
}
