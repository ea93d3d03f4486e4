import type { ColumnPatterns } from './column-patterns.js';
import type { CostMatrix } from './cost-matrix.js';

/**
 * Which column plays which role, and how to read it. Every role is a column's name or a glob
 * (`resnet110_p*`, `f_{age,crp}`), or several where it takes several; what is left out is looked for by name (see roles.ts).
 */
export interface TableOptions {
  readonly label?: string;
  /** Vote counts of several annotators as the truth, one column a class. */
  readonly labelVotes?: ColumnPatterns;
  /** With `labelVotes`: the (first) expert's own vote is taken out before the majority is formed. */
  readonly leaveExpertOut?: boolean;
  readonly model?: ColumnPatterns;
  /** One or several experts; `name=columns` names one: `human=human_single`. */
  readonly expert?: string | readonly string[];
  /** Votes of an expert count as a panel (the share of votes is its probability), not one person. */
  readonly expertPanel?: boolean;
  /** Feature columns; an empty list takes none, leaving it out takes `f_*`. */
  readonly features?: ColumnPatterns;
  readonly group?: string;
  readonly cluster?: string;
  readonly time?: string;
  readonly id?: string;
  readonly weight?: string;
  readonly modelCost?: string;
  /** One for each expert. */
  readonly expertCost?: string | readonly string[];
  readonly propensity?: string | readonly string[];
  /** Probabilities are given as logits: of everyone, or of one side only. */
  readonly logits?: boolean | 'model' | 'expert';
  /** Class names in the order of the probabilities, where the file doesn't tell. */
  readonly classes?: readonly string[];
  /**
   * Whose classes these are ("the policy"), where they weren't given for this very table: a model
   * whose columns have other names altogether is then refused, not renamed.
   */
  readonly classesOf?: string;
  /** `costs[truth][answer]`, by name or in the order of the classes. */
  readonly costMatrix?: CostMatrix | CostMatrix['costs'];
  /** No label and no expert are needed: current traffic, a batch to decide. */
  readonly unlabelled?: boolean;
  /** Breaks ties between votes. */
  readonly seed?: number;
}
