import { optionText } from '@cede/core';
import type { CalibratedAnswers } from '@cede/study';
import { amount, points } from './numbers.js';

/** One sentence where answering from calibrated probabilities would do better for certain; else none. */
export function calibratedAnswersText(found: CalibratedAnswers | undefined): string[] {
  if (!found || found.lower <= 0) return [];
  const { unit, estimate, lower, upper } = found;
  const gain =
    unit === 'accuracy'
      ? `right more often, by ${points(estimate, 2)} points (95 % interval ${points(lower, 2)} to ${points(upper, 2)}, out of fold)`
      : `cheaper, by ${amount(estimate)} per case (95 % interval ${amount(lower)} to ${amount(upper)}, out of fold)`;
  return [
    `From calibrated probabilities the model's own answers would be ${gain}, with nobody asked: fit with ${optionText('answers', 'calibrated')}.`,
  ];
}
