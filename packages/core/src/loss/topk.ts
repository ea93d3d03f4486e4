import { insist } from '../error.js';
import type { Loss } from './loss.js';

/**
 * 1 where the truth is not among the k most probable classes (ties: the lower index first).
 * An expert who gives one label has no second choice: for it top-k means zero-one.
 */
export function topk(k: number): Loss {
  insist(
    Number.isInteger(k) && k >= 1,
    () => `loss top${k}: k must be a whole number from 1, got ${k} instead.`,
  );
  return {
    name: `top${k}`,
    largest: () => 1,
    ofProbabilities(p, offset, classes, truth) {
      insist(
        k < classes,
        () =>
          `loss top${k}: needs more than ${k} classes, the table has ${classes}; every answer would be right. Use a smaller k.`,
      );
      const own = p[offset + truth];
      let ahead = 0;
      for (let c = 0; c < classes; c++) {
        const other = p[offset + c];
        if (other > own || (other === own && c < truth)) ahead++;
      }
      return +(ahead >= k);
    },
    ofAnswer: (answer, truth) => +(answer !== truth),
  };
}
