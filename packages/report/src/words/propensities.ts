import { optionText } from '@cede/core';
import type { EstimatedPropensity } from '@cede/study';
import { count, percent, plural } from './numbers.js';

/** That propensities were estimated, and what that can't correct. */
export const propensityWarning = (
  { expert, answered, rows, lowest, highest }: EstimatedPropensity,
  table: string,
): string =>
  `table ${table}: expert ${expert} answered ${count(answered)} of ${plural(rows, 'row')}, and no column says how likely each was to be asked. That is estimated from the features (${percent(lowest)} to ${percent(highest)}); reasons that the features don't show stay uncorrected. If you know the probabilities, name their column with ${optionText('propensity')}.`;

/** Of figures about answered rows that stand for the others too. */
export const WEIGHTED = 'weighted by how likely each was to be asked';

/** "3 rows had no answer of the expert" */
export const unansweredText = (rows: number): string =>
  `${plural(rows, 'row')} had no answer of the expert`;
