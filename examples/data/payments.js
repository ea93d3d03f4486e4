// Made-up card payments: about one in twelve is fraud, and the model sees only a part of it.
import { exp, stream } from '@cede/core';

export const classes = ['genuine', 'fraud'];

export function payments(count, seed) {
  const random = stream(seed, 'payments');
  return Array.from({ length: count }, () => {
    const truth = +(random.uniform() < 0.08);
    const fraud = 1 / (1 + exp(2.2 - 3.2 * truth - 1.2 * random.normal()));
    const analyst = random.uniform() < (truth ? 0.9 : 0.97) ? truth : 1 - truth;
    return { label: truth, model: [1 - fraud, fraud], analyst };
  });
}
