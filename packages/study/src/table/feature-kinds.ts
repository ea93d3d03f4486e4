import type { Table } from '@cede/core';

/** What feature columns hold beyond plain numbers; absent where there is nothing of the kind. */
export interface FeatureKinds {
  /** Levels of each categorical column, as they occur in the rows. */
  readonly categories?: Readonly<Record<string, number>>;
  /** Rows without a value, of each column that has some. */
  readonly missing?: Readonly<Record<string, number>>;
  /** Numbers a row, of each block. */
  readonly blocks?: Readonly<Record<string, number>>;
}

/** The names of all that a scorer may see besides the model's probabilities. */
export const featureNames = ({ columns, blocks = [] }: FeatureColumns): string[] =>
  [...columns, ...blocks].map(({ name }) => name);

type FeatureColumns = Pick<Table, 'columns' | 'blocks'>;

export function featureKinds({ columns, blocks = [] }: FeatureColumns): FeatureKinds {
  const categories: Record<string, number> = {};
  const missing: Record<string, number> = {};
  for (const { name, values, levels } of columns) {
    const present = values.filter((value) => !Number.isNaN(value));
    if (levels) categories[name] = new Set(present).size;
    if (present.length < values.length) missing[name] = values.length - present.length;
  }
  return {
    ...(Object.keys(categories).length > 0 && { categories }),
    ...(Object.keys(missing).length > 0 && { missing }),
    ...(blocks.length > 0 && {
      blocks: Object.fromEntries(blocks.map(({ name, width }) => [name, width])),
    }),
  };
}
