import type { GroupStops, ScoreStops } from '@cede/study';

/** One line of the chart at every stop of the dial: those of `grid`, and the finding's rate. */
export interface LineDetails {
  /** A method's name, `random` or `oracle`. */
  readonly name: string;
  /** In the order of `perClass`. */
  readonly classes?: readonly ClassDetails[];
  /** In the order of the groups' rows, in their units. */
  readonly groups?: readonly GroupStops[];
  readonly scores?: ScoreStops;
}

/** One class along the stops: `deferred` a fraction, recalls in percent. */
export interface ClassDetails {
  readonly deferred: readonly number[];
  readonly systemRecall: readonly number[];
  readonly keptRecall: readonly number[];
}
