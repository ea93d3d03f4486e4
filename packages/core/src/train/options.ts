import {
  between,
  type Constraint,
  list,
  number,
  openObject,
  whole,
} from '../validate/constraint.js';
import { insistOn } from '../validate/violations.js';
import type { TrainOptions } from './train.js';

const FIELDS = {
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  epochs: whole(1),
  batch: whole(1),
  hidden: list(whole(1, 4096)),
  learningRate: between(0),
  weightDecay: number(0),
  earlyStopping: openObject({ share: between(0, 1), patience: whole(1) }, ['share', 'patience']),
} satisfies Partial<Record<keyof TrainOptions, Constraint>>;

/** What training may be told; everything has a default. */
export const TRAIN_OPTIONS: Constraint & { kind: 'object' } = {
  ...{ kind: 'object', fields: FIELDS, optional: Object.keys(FIELDS) },
  others: { kind: 'anything' },
};

/** Refuses options that can't be trained with. */
export const insistOnTrainOptions = (options: TrainOptions): void =>
  insistOn(options, TRAIN_OPTIONS, 'training');
