import type { ColumnPatterns } from './column-patterns.js';
import type { Want } from './read/contract.js';

/** What rows are read for: to be scored, to promise a rate or a budget, or against the truth. */
export type Purpose = 'scores' | 'rate' | 'budget' | 'truth';

/** In rising order: what is needed for one is needed for all that follow. */
const PURPOSES: readonly Purpose[] = ['scores', 'rate', 'budget', 'truth'];

/** What a table's reader is told about one role: which column plays it, or how it is read. */
export interface ColumnRole {
  /** One column; columns by globs (a text, or a list of them); a list, one for each expert; or a switch. */
  readonly kind: 'column' | 'columns' | 'list' | 'switch';
  /** What it is, for the help. */
  readonly meaning: string;
  /** The column that plays it where nobody names one, and how it is read. */
  readonly usual?: { readonly name: string; readonly as: Want['as'] };
  /** The first purpose that can't do without it. */
  readonly neededFor: Purpose;
  /** What means nothing, or something else, beside another choice of this one. */
  readonly companions?: readonly string[];
}

/**
 * Every role, once. Table options, column search, the options of the command line and what a policy
 * remembers go by this list; its order is that of the help and of the columns in policy.json.
 */
export const COLUMN_ROLES = {
  label: {
    kind: 'column',
    meaning: 'the true class',
    usual: { name: 'label', as: 'label' },
    neededFor: 'truth',
    companions: ['labelVotes', 'leaveExpertOut'],
  },
  labelVotes: {
    kind: 'columns',
    meaning: 'several annotators as the truth: vote counts, one column a class',
    neededFor: 'truth',
    companions: ['label', 'leaveExpertOut'],
  },
  leaveExpertOut: {
    kind: 'switch',
    meaning: "with label votes: take the expert's own vote out of the truth",
    neededFor: 'truth',
  },
  model: {
    kind: 'columns',
    meaning: "the model's probabilities, such as 'resnet_p*'",
    neededFor: 'scores',
    companions: ['logits'],
  },
  expert: {
    kind: 'list',
    meaning: "the expert's probabilities, label or votes; several experts by commas or repeated",
    neededFor: 'budget',
    companions: ['expertPanel', 'expertCost', 'propensity'],
  },
  expertPanel: {
    kind: 'switch',
    meaning: 'votes of the expert count as a panel, not as one person drawn from them',
    neededFor: 'truth',
  },
  features: {
    kind: 'columns',
    meaning: "columns the scorer may use, such as 'f_*' or age,crp; text is taken as categories",
    neededFor: 'scores',
  },
  categories: {
    kind: 'columns',
    meaning: 'columns the scorer may use whose numbers are names, such as ward,icd',
    neededFor: 'scores',
  },
  group: {
    kind: 'column',
    meaning: 'a group to report on',
    usual: { name: 'group', as: 'name' },
    neededFor: 'scores',
  },
  cluster: {
    kind: 'column',
    meaning: 'rows that belong together (a patient, a thread) and stay on one side of a split',
    usual: { name: 'cluster', as: 'name' },
    neededFor: 'rate',
  },
  time: {
    kind: 'column',
    meaning: 'when: splits go forward in time',
    usual: { name: 'time', as: 'time' },
    neededFor: 'truth',
  },
  id: {
    kind: 'column',
    meaning: "the case's id",
    usual: { name: 'id', as: 'text' },
    neededFor: 'scores',
  },
  weight: {
    kind: 'column',
    meaning: 'how much a row counts',
    usual: { name: 'weight', as: 'float32' },
    neededFor: 'rate',
  },
  modelCost: {
    kind: 'column',
    meaning: "what the model's answer costs: a column, or a price",
    usual: { name: 'model_cost', as: 'float32' },
    neededFor: 'budget',
  },
  expertCost: {
    kind: 'list',
    meaning: "what the expert's answer costs: a column, or a price; one for each expert",
    usual: { name: 'expert_cost', as: 'float32' },
    neededFor: 'budget',
  },
  propensity: {
    kind: 'list',
    meaning:
      "the probability that the expert's answer was recorded: a column, or one number; one for each expert",
    usual: { name: 'propensity', as: 'float32' },
    neededFor: 'truth',
  },
  logits: { kind: 'switch', meaning: 'probabilities are given as logits', neededFor: 'scores' },
} as const satisfies Readonly<Record<string, ColumnRole>>;

/** The name of a role, as table options call it. */
export type RoleName = keyof typeof COLUMN_ROLES;

type Kind<Name extends RoleName> = (typeof COLUMN_ROLES)[Name]['kind'];

/** The roles as a person names them: a text, a list of texts or a switch each. */
export type RoleChoices = {
  -readonly [Name in RoleName]?: Kind<Name> extends 'switch'
    ? boolean
    : Kind<Name> extends 'list'
      ? string[]
      : Kind<Name> extends 'columns'
        ? ColumnPatterns
        : string;
};

/** The roles that one column plays, read by its usual name where nobody names another. */
export type SingleRole = {
  [Name in RoleName]: Kind<Name> extends 'column' ? Name : never;
}[RoleName];

/** Every role with its name, in order. */
export const columnRoles = (): readonly (readonly [RoleName, ColumnRole])[] =>
  Object.entries(COLUMN_ROLES) as [RoleName, ColumnRole][];

/** The roles that a purpose can't do without. */
export const rolesFor = (purpose: Purpose): readonly RoleName[] =>
  columnRoles()
    .filter(([, { neededFor }]) => PURPOSES.indexOf(neededFor) <= PURPOSES.indexOf(purpose))
    .map(([name]) => name);

/** As it is typed, without dashes before it: `modelCost` is `model-cost`. */
export const optionOfRole = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
