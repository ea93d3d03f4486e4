import { type Loss, predictedClass } from './loss.js';

/** 1 where the predicted class is wrong. */
export const zeroone: Loss = {
  name: 'zeroone',
  largest: () => 1,
  ofProbabilities: (p, offset, classes, truth) => +(predictedClass(p, offset, classes) !== truth),
  ofAnswer: (answer, truth) => +(answer !== truth),
};
