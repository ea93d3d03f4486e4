import { ownColumns, type Policy } from '@cede/core';
import type { TableOptions } from '../options.js';

/** The feature columns that a policy was fitted with, as options of a reader; others given now win. */
export function featuresFor(
  { scorer }: Pick<Policy, 'scorer'>,
  options: TableOptions,
): Pick<TableOptions, 'features' | 'categories'> {
  const columns = ownColumns(scorer.features);
  const { blocks = [] } = scorer.features;
  const categories = columns.filter(({ levels }) => levels).map(({ name }) => name);
  return {
    features: options.features ?? [...columns, ...blocks].map(({ name }) => name),
    ...(categories.length > 0 && { categories: options.categories ?? categories }),
  };
}
