/** What the values of a document measure, said once. */
export interface Target {
  /** A share of right answers, a mean loss, or what is wrong (or lost) among the answers given. */
  readonly kind: 'accuracy' | 'loss' | 'risk';
  /** Shares are fractions, which people read in percent; losses have the table's own unit. */
  readonly unit: 'share' | 'loss';
  /** Times a value is the quantity itself: losses are kept as minus the loss, so that more is better. */
  readonly sign: 1 | -1;
  /** Of the quantity itself. */
  readonly higherIsBetter: boolean;
}

type Outcomes = 'accuracy' | 'loss';

const SHARE_RIGHT: Target = { kind: 'accuracy', unit: 'share', sign: 1, higherIsBetter: true };
const MEAN_LOSS: Target = { kind: 'loss', unit: 'loss', sign: -1, higherIsBetter: false };

/** Of curves: of all cases, whoever answers. */
export const targetOf = (outcomes: Outcomes): Target =>
  outcomes === 'accuracy' ? SHARE_RIGHT : MEAN_LOSS;

/** Where there is nobody to ask: of the answers given. */
export const riskTarget = (outcomes: Outcomes): Target => ({
  kind: 'risk',
  unit: outcomes === 'accuracy' ? 'share' : 'loss',
  sign: 1,
  higherIsBetter: false,
});
