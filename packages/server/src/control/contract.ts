/** What a controller is told about one decision. */
export interface Step {
  readonly rank: number;
  /** What the policy's own, fixed threshold says. */
  readonly fixed: boolean;
  /** What asking the expert about this case costs. */
  readonly cost: number;
}

/** A promise about every window of so many cases, in the unit of the target. */
export interface WindowBound {
  /** |realised − target| ≤ this ÷ number of cases. */
  readonly perWindow: number;
  /** Why there is none, or what it rests on. */
  readonly note?: string;
}

/** Decides which cases the policy wishes to hand over, and learns from each. */
export interface Controller {
  readonly kind: ControlKind;
  /** Where the threshold stands now, on the scale of ranks; undefined where it is fixed. */
  readonly threshold: number | undefined;
  /** Whether the case should go; the controller moves on. */
  wish(step: Step): boolean;
  /** An audited outcome: how wrong the system's answer was, and how likely it was to be seen. */
  outcome(error: number, propensity: number): void;
  /** For the record; `restore` takes it back after a restart. */
  state(): string;
  restore(state: string): void;
  bound(): WindowBound | undefined;
}

/** What is held. */
export type ControlKind = 'fixed' | 'rate' | 'cost' | 'error';

/** What to hold, and how. */
export interface ControlSettings {
  readonly hold: ControlKind;
  /** The rate, mean cost or error rate to hold. */
  readonly target?: number;
  /** Step size; 1/49 keeps a rate within 1 point over any 5,000 cases. */
  readonly step?: number;
  /** hold cost: the most that asking about one case costs. */
  readonly largestCost?: number;
  /** hold error: the least probability that an outcome is seen. */
  readonly smallestPropensity?: number;
  /** Whether the threshold stays within what was certified; the window bound is then void. */
  readonly clamp?: boolean;
}
