/**
 * A prediction table in memory: one row a case, columnar. Readers (`@cede/data`) and callers
 * with arrays of their own fill it; everything else in core starts from it.
 * Experts are a list, though most tables have one.
 */
export interface Table {
  readonly rows: number;
  /** Class names in the order of the probabilities; empty where the table has no classes. */
  readonly classes: readonly string[];
  /** The true class of each row, an index into `classes`. */
  readonly label?: Int32Array;
  /** The model's probabilities, rows × classes, row by row. */
  readonly model?: Float32Array;
  /**
   * The model's answers where they are not its most probable classes (answers/). Right and wrong and
   * what errors cost go by these; losses of probabilities, and every feature, by the probabilities.
   */
  readonly modelAnswers?: Int32Array;
  /** Without classes: what the model's answer lost, or whether it was right (0 … 1). */
  readonly modelLoss?: Float32Array;
  readonly modelCorrect?: Float32Array;
  readonly experts: readonly Expert[];
  /** Feature columns, in the order a scorer will read them. */
  readonly columns: readonly Column[];
  /** Blocks of numbers, such as embeddings: hundreds a row. */
  readonly blocks?: readonly Block[];
  readonly weight?: Float32Array;
  readonly modelCost?: Float32Array;
  /** Identities for joins, splits and breaking ties; `group` and `cluster` are indices into the names. */
  readonly id?: readonly string[];
  readonly group?: Categories;
  readonly cluster?: Categories;
  readonly time?: Float64Array;
  /** Votes of several annotators as the truth, rows × classes. */
  readonly labelVotes?: Float32Array;
  /** What a wrong answer costs: `costMatrix[truth · classes + answer]`. */
  readonly costMatrix?: Float64Array;
}

/** A feature of a table: numbers, or a category. */
export interface Column {
  readonly name: string;
  /** NaN where missing; of a category, places among its levels. */
  readonly values: Float32Array;
  /** Of a category: the names of its levels. Not all need occur in these rows. */
  readonly levels?: readonly string[];
  /** A value is missing here, or was in the table that these rows were taken from. */
  readonly gaps?: true;
}

/** Many numbers a row that belong together. */
export interface Block {
  readonly name: string;
  /** Numbers a row. */
  readonly width: number;
  /** Row by row. */
  readonly values: Float32Array;
  /** Which rows of `values` these are, where they aren't all in order: taking rows copies none. */
  readonly rows?: Uint32Array;
}

/** A column of names: each name once, and by row which one. */
export interface Categories {
  readonly names: readonly string[];
  readonly index: Int32Array;
}

/** The expert's side of a table, in one of the forms experts come in. */
export type Expert = ExpertAnswers & {
  readonly name: string;
  /** What asking this expert costs, per row. */
  readonly cost?: Float32Array;
  /** The probability that this row's expert answer was recorded (missing answers, see STATISTICS). */
  readonly propensity?: Float32Array;
  /** What counts as its answer where that is not what the kind says; −1 where it was not asked. */
  readonly answers?: Int32Array;
};

/** What is known of an expert's answers, in one of the kinds a table can hold. */
export type ExpertAnswers =
  /** Probabilities, rows × classes. */
  | { readonly kind: 'probabilities'; readonly probabilities: Float32Array }
  /** One label a row; −1 where the expert was not asked. */
  | { readonly kind: 'labels'; readonly labels: Int32Array }
  /** Vote counts, rows × classes: one person drawn from them, not the panel. */
  | { readonly kind: 'votes'; readonly votes: Float32Array }
  /** Without classes: losses or correctness; NaN where the expert was not asked. */
  | { readonly kind: 'losses'; readonly losses: Float32Array }
  | { readonly kind: 'correct'; readonly correct: Float32Array }
  /** Nobody to ask: cases are turned away. */
  | { readonly kind: 'nobody' };
