import {
  type AnswersMode,
  type CombinedGain,
  combinedGain,
  type Table,
  whyNotCombined,
} from '@cede/core';

/** Whether the expert's answers are joined with the model's: only where that gains for certain. */
export interface Combined extends CombinedGain {
  readonly kept: boolean;
}

/** Settled on fitting rows, out of fold; an expert whose answers can't be joined is refused. */
export function combinedOn(table: Table, expert: number, answers: AnswersMode): Combined {
  const reason = whyNotCombined(table, expert);
  if (reason) throw reason;
  const gain = combinedGain(table, { answers, expert });
  return { ...gain, kept: gain.lower > 0 };
}
