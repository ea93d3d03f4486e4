import { stream } from '../random/stream.js';
import type { Method } from './method.js';

/** A seeded coin: the line that every method must lie above. Curves draw it exactly, as a straight line. */
export const random: Method = {
  name: 'random',
  family: 'random',
  seeded: true,
  deployable: false,
  worksAlone: true,
  whyUnusable: () => null,
  fit(_table, options = {}) {
    const seed = options.seed ?? 0;
    return {
      score(table) {
        const coin = stream(seed, 'random scores');
        return Float32Array.from({ length: table.rows }, () => coin.uniform());
      },
    };
  },
};
