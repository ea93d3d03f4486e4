import { type Keys, refuseUnknown } from '@cede/core';
import { COLUMN_ROLES, type RoleChoices, type RoleName } from './column-roles.js';
import type { CostMatrix } from './cost-matrix.js';

/**
 * Which column plays which role. Every role is a column's name or a glob (`resnet110_p*`,
 * `f_{age,crp}`), or several where it takes several; what is left out is looked for by name (see
 * roles.ts). COLUMN_ROLES says what each is.
 */
export type RoleOptions = Readonly<
  Omit<RoleChoices, 'expert' | 'expertCost' | 'propensity' | 'logits'>
> & {
  /** One or several experts; `name=columns` names one: `human=human_single`. */
  readonly expert?: string | readonly string[];
  /** One for each expert. */
  readonly expertCost?: string | readonly string[];
  /** One for each expert. */
  readonly propensity?: string | readonly string[];
  /** Probabilities are given as logits: of everyone, or of one side only. */
  readonly logits?: boolean | 'model' | 'expert';
};

/** Which column plays which role, and how the table is read. */
export interface TableOptions extends RoleOptions {
  /** Class names in the order of the probabilities, where the file doesn't tell. */
  readonly classes?: readonly string[];
  /**
   * Whose classes these are ("the policy"), where they weren't given for this very table: a model
   * whose columns have other names altogether is then refused, not renamed.
   */
  readonly classesOf?: string;
  /** With it: what columns called those classes there, so that the same columns are known again. */
  readonly columnClasses?: readonly string[];
  /** `costs[truth][answer]`, by name or in the order of the classes. */
  readonly costMatrix?: CostMatrix | CostMatrix['costs'];
  /** No label and no expert are needed: current traffic, a batch to decide. */
  readonly unlabelled?: boolean;
  /** Breaks ties between votes. */
  readonly seed?: number;
}

/** What is no role: how the table is read. */
const SETTINGS: Keys<Omit<TableOptions, RoleName>> = {
  ...{ classes: true, classesOf: true, columnClasses: true, costMatrix: true, unlabelled: true },
  seed: true,
};

/** `what`: who was given the options, for the message. */
export const refuseUnknownOptions = (what: string, options: TableOptions): void =>
  refuseUnknown(what, options, Object.keys({ ...COLUMN_ROLES, ...SETTINGS }));
