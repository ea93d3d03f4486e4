import { optionText } from '@cede/core';
import type { EstimatedPropensity } from '@cede/study';
import { count, percent, plural } from './numbers.js';

/** Propensities that were estimated for a table. */
export interface TablePropensity {
  readonly table: string;
  readonly propensity: EstimatedPropensity;
}

/** That propensities were estimated, and what that can't correct. */
export const propensityWarning = (propensity: EstimatedPropensity, table: string): string =>
  `table ${table}: expert ${propensity.expert} answered ${answeredText(propensity)}, ${estimatedText([propensity])}`;

/** The same once for each expert, whatever number of tables it concerns. */
export function propensityWarnings(estimated: readonly TablePropensity[]): string[] {
  const experts = [...new Set(estimated.map(({ propensity }) => propensity.expert))];
  return experts.map((expert) => {
    const own = estimated.filter(({ propensity }) => propensity.expert === expert);
    if (own.length === 1) return propensityWarning(own[0].propensity, own[0].table);
    const answered = own.map(({ table, propensity }) => `${answeredText(propensity)} in ${table}`);
    return `expert ${expert} answered ${answered.join(' and ')}, ${estimatedText(own.map(({ propensity }) => propensity))}`;
  });
}

const answeredText = ({ answered, rows }: EstimatedPropensity) =>
  `${count(answered)} of ${plural(rows, 'row')}`;

function estimatedText(each: readonly EstimatedPropensity[]): string {
  const lowest = Math.min(...each.map((one) => one.lowest));
  const highest = Math.max(...each.map((one) => one.highest));
  return `and no column says how likely each was to be asked. That is estimated from the features (${percent(lowest)} to ${percent(highest)}); reasons that the features don't show stay uncorrected. If you know the probabilities, name their column with ${optionText('propensity')}.`;
}

/** Of figures about answered rows that stand for the others too. */
export const WEIGHTED = 'weighted by how likely each was to be asked';

/** "3 rows had no answer of the expert" */
export const unansweredText = (rows: number): string =>
  `${plural(rows, 'row')} had no answer of the expert`;
