import {
  between,
  type Constraint,
  list,
  number,
  openObject,
  whole,
} from '../validate/constraint.js';
import { insistOn } from '../validate/violations.js';

/** How a network is trained. */
export interface TrainOptions {
  readonly seed?: number;
  readonly epochs?: number;
  readonly batch?: number;
  readonly hidden?: readonly number[];
  readonly learningRate?: number;
  readonly weightDecay?: number;
  /** Keep `share` of the rows (at least one) aside, stop after `patience` epochs without a better loss there, keep the best. */
  readonly earlyStopping?: { readonly share?: number; readonly patience?: number };
  readonly onProgress?: (progress: TrainProgress) => void;
  /** Anything with `aborted`, such as an AbortSignal. */
  readonly signal?: { readonly aborted: boolean };
}

/** How far a training is. */
export interface TrainProgress {
  readonly epoch: number;
  readonly epochs: number;
  /** Share of all the work done, 0 … 1. */
  readonly done: number;
  /** Mean loss over the last whole epoch; undefined during the first. */
  readonly loss?: number;
  readonly heldOutLoss?: number;
}

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
