/** How the training part is damaged before networks see it. Data, so that a preset can hold it. */
export type CorruptionSpec = LabelNoiseSpec | LongTailSpec | SpecialistSpec;

export interface LabelNoiseSpec {
  readonly kind: 'label-noise';
  /** The first so many classes lose their labels. */
  readonly classes: number;
}

export interface LongTailSpec {
  readonly kind: 'long-tail';
  /** The first so many classes are the head. */
  readonly head: number;
  /** At most so many examples of each head class (500 if left out) … */
  readonly headLimit?: number;
  /** … and of each tail class (50 if left out). */
  readonly tailLimit?: number;
  readonly keep?: KeepRule;
}

export interface SpecialistSpec {
  readonly kind: 'specialist';
  /** How many percent of the other classes' examples are kept. */
  readonly percent: number;
  /** The classes kept whole: class names, labels, or names of groups of classes. */
  readonly specialists: readonly (string | number)[];
  readonly keep?: KeepRule;
}

/**
 * Which examples stay, where it is not a fixed number drawn from each class: the first ones of a long
 * tail, and for a specialist each example by a coin of its own, as the authors' public code does.
 */
export type KeepRule = 'first';

/** What is known of the dataset that is corrupted. */
export interface ClassNames {
  readonly classes: readonly string[];
  readonly groups: Readonly<Record<string, readonly number[]>>;
}

/** Which training examples are left, and with which labels. */
export interface Corrupted {
  /** Positions in the training part, rising. */
  readonly indices: Uint32Array;
  /** The label of each of them, possibly a new one. */
  readonly labels: Uint8Array;
  readonly summary: CorruptionSummary;
}

export interface CorruptionSummary {
  /** One sentence for the log of a run. */
  readonly sentence: string;
  /** Examples of each class, by the labels before and by the labels after. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly removed: number;
  /** Labels that differ from the true ones. */
  readonly relabelled: number;
}
