import type { SingleRole } from './column-roles.js';
import type { Want } from './read/contract.js';

/** Which fields are read and what each is for. Numbers are positions in `wants`. */
export interface Plan extends Readonly<Partial<Record<SingleRole, number>>> {
  readonly wants: readonly Want[];
  readonly labelVotes?: Matrix;
  readonly model?: Matrix;
  readonly modelLoss?: number;
  readonly modelCorrect?: number;
  /** What each of the model's answers costs, where that is one price and no column. */
  readonly modelPrice?: number;
  readonly experts: readonly ExpertPlan[];
  readonly features: readonly FeaturePlan[];
  /** Vote counts nobody asked for, kept to find out whether the expert's vote is in the label. */
  readonly spareVotes?: Matrix;
  /** Columns of the file that play no role. */
  readonly unused: readonly string[];
}

/** A feature: numbers, names of levels, or a list of numbers in every row. */
export interface FeaturePlan {
  readonly name: string;
  readonly want: number;
  readonly category: boolean;
  /** Of a list: its length. */
  readonly width?: number;
}

/** One number a class: several scalar fields, or one list field. */
export interface Matrix {
  readonly wants: readonly number[];
  readonly width: number;
  /** What the columns' names say about the classes; undefined for a list. */
  readonly names?: readonly string[];
  /** The names were stored as such in the file: integers among them are names, not places. */
  readonly stored?: boolean;
  /** How the columns were asked for, for messages. */
  readonly glob: string;
}

export type ExpertPlan = {
  readonly name: string;
  readonly cost?: number;
  readonly propensity?: number;
  /** Numbers that hold for every row, in place of columns. */
  readonly constants?: { readonly cost?: number; readonly propensity?: number };
} & (
  | { readonly form: 'matrix'; readonly matrix: Matrix; readonly votes?: boolean }
  | { readonly form: 'label'; readonly want: number }
  | { readonly form: 'losses'; readonly want: number }
  | { readonly form: 'correct'; readonly want: number }
);

/** The matrices of several scalar fields that nothing else reads: they may be read side by side. */
export function sideBySide(plan: Plan): number[][] {
  const experts = plan.experts.flatMap((expert) =>
    expert.form === 'matrix' ? [expert.matrix] : [],
  );
  const matrices = [plan.model, plan.labelVotes, plan.spareVotes, ...experts].filter(
    (matrix) => matrix !== undefined,
  );
  const uses = new Map<number, number>();
  const use = (want: number | undefined) => {
    if (want !== undefined) uses.set(want, (uses.get(want) ?? 0) + 1);
  };
  for (const matrix of matrices) matrix.wants.forEach(use);
  for (const { want } of plan.features) use(want);
  use(plan.modelCost);
  use(plan.weight);
  for (const expert of plan.experts) {
    use(expert.cost);
    use(expert.propensity);
  }
  return matrices
    .filter(({ wants }) => wants.length > 1 && wants.every((want) => uses.get(want) === 1))
    .map(({ wants }) => [...wants]);
}
