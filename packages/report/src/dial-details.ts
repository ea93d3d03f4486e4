import type { MethodDetails } from '@cede/study';

/**
 * One line of the chart at every stop of the dial: those of `grid`, and the finding's rate. As the
 * study has it, with classes in the order of `perClass` and groups in the units of their rows.
 */
export interface LineDetails extends Omit<MethodDetails, 'classes'> {
  readonly classes?: readonly ClassDetails[];
}

/** One class along the stops: `deferred` a fraction, recalls in percent. */
export interface ClassDetails {
  readonly deferred: readonly number[];
  readonly systemRecall: readonly number[];
  readonly keptRecall: readonly number[];
}
