import { TRAIN_OPTIONS } from '../train/options.js';
import { between, type Constraint, number, oneOf, whole } from '../validate/constraint.js';
import { insistOn } from '../validate/violations.js';
import type { FitOptions } from './method.js';

const FIELDS = {
  members: whole(1),
  scorer: oneOf('network', 'linear'),
  /** The exponent of gce may be 1, which is the probability of being wrong. */
  q: { ...between(0, 1), without: 'from' } as Constraint,
  near: number(0, 1),
} satisfies Partial<Record<keyof FitOptions, Constraint>>;

/** What a fit may be told; everything has a default. */
export const FIT_OPTIONS: Constraint = {
  ...TRAIN_OPTIONS,
  fields: { ...TRAIN_OPTIONS.fields, ...FIELDS },
  optional: [...(TRAIN_OPTIONS.optional ?? []), ...Object.keys(FIELDS)],
};

/** Refuses options that nothing can be fitted with, before anything is; `what` is whose they are. */
export const insistOnFitOptions = (options: FitOptions, what: string): void =>
  insistOn(options, FIT_OPTIONS, what);
