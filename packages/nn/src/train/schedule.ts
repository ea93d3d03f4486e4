import type { TrainingOptions } from './options.js';

/** The learning rate of a step (counted from 0 over all epochs): linear warm-up, then steps down. */
export function rateAt(
  options: Pick<TrainingOptions, 'rate' | 'warmup' | 'milestones' | 'factor'>,
  step: number,
  stepsPerEpoch: number,
): number {
  const epoch = Math.floor(step / stepsPerEpoch);
  let { rate } = options;
  for (const milestone of options.milestones) if (epoch >= milestone) rate *= options.factor;
  const rising = options.warmup * stepsPerEpoch;
  return step < rising ? (rate * (step + 1)) / rising : rate;
}
