import {
  answeredFit,
  errorCosts,
  gainInterval,
  modelRight,
  sampleRows,
  type Table,
} from '@cede/core';
import type { PairedDifference } from './always-asking.js';

/** What answering from calibrated probabilities would change, with nobody asked. */
export interface CalibratedAnswers extends PairedDifference {
  /** Of what: the share of right answers, or with a cost matrix what errors cost less per case. */
  readonly unit: 'accuracy' | 'cost';
  readonly rows: number;
}

const CONFIDENCE = 0.95;
/** With fewer rows five folds calibrate nothing. */
const FEWEST_ROWS = 50;
/** A check must be quick: a large table is sampled down to so many probabilities, but not below so many rows. */
const MOST_PROBABILITIES = 300_000;
const SAMPLE_AT_LEAST = 2_000;

/**
 * Whether the model's own answers get better where its probabilities are calibrated: after a long tail
 * or a label shift they can, by many points, and it costs nothing. Every row is answered by a
 * calibration that has not seen its label; the interval is paired.
 */
export function calibratedAnswers(whole: Table): CalibratedAnswers | undefined {
  if (!whole.model || whole.rows < FEWEST_ROWS) return undefined;
  if (!whole.label && !whole.labelVotes) return undefined;
  const most = Math.max(SAMPLE_AT_LEAST, Math.floor(MOST_PROBABILITIES / whole.classes.length));
  const table = sampleRows(whole, most, 0);
  const priced = table.costMatrix !== undefined;
  const before = valuesOf(answeredFit(table, { answers: priced ? 'least-cost' : 'argmax' }).table);
  const after = valuesOf(answeredFit(table, { answers: 'calibrated' }).table);
  const range = table.costMatrix?.reduce((top, cost) => Math.max(top, cost), 0) || 1;
  const all = new Float64Array(table.rows).fill(1);
  const { estimate, lower, upper } = gainInterval(
    {
      modelValue: before,
      expertValue: after,
      weight: table.weight,
      clusters: table.cluster?.index,
      range,
    },
    [all],
    'model',
    CONFIDENCE,
  );
  return { unit: priced ? 'cost' : 'accuracy', rows: table.rows, estimate, lower, upper };
}

/** More is better: right or wrong, or minus what an error costs. */
function valuesOf(table: Table): ArrayLike<number> {
  if (!table.costMatrix) return modelRight(table);
  // Whoever is asked beside it doesn't matter here.
  return errorCosts({ ...table, experts: [] }, { name: '', kind: 'nobody' }, undefined)!.model.map(
    (cost) => 0 - cost,
  );
}
