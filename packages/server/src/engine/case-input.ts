/** One case as it is asked about, checked for shape (schema/decide.ts) but not against a policy. */
export interface CaseInput {
  readonly id?: string;
  readonly step?: number;
  readonly probs?: readonly number[];
  readonly logits?: readonly number[];
  readonly features?: Readonly<Record<string, FeatureValue>>;
  readonly group?: string;
  /** What asking the expert about this case costs. */
  readonly cost?: number;
  readonly modelVersion?: string;
  /** Feature columns may also stand beside the rest. */
  readonly [column: string]: unknown;
}

export type FeatureValue = number | string | boolean | null | readonly number[];

/** Keys of a case that are no feature columns. */
export const CASE_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'step', 'probs', 'logits', 'features', 'group', 'cost', 'modelVersion'],
]);
