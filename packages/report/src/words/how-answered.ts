import type { AnswersMode } from '@cede/core';

/** How whoever gives probabilities answers, after "answering". */
export const HOW_ANSWERED: Readonly<Record<AnswersMode, string>> = {
  'least-cost': 'by least expected cost',
  argmax: 'with the most probable class',
  calibrated: 'from calibrated probabilities',
};
