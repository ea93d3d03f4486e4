import { type Check, counted } from './contract.js';

/** A model that is never wrong has nothing to hand over. */
export const modelAlwaysRight: Check = (table, { model }) => {
  if (!model.tally || model.tally.mean < 1) return [];
  return [
    {
      severity: 'warning',
      code: 'model-always-right',
      message: `The model is right in all ${counted(table.rows, 'row')}, so there is nothing to hand over. Were these rows in its training set?`,
      count: table.rows,
    },
  ];
};

/** A feature that never changes can't help to tell cases apart. */
export const constantFeatures: Check = (table) => {
  const constant = table.columns.filter(({ values }) =>
    values.every((value) => value === values[0]),
  );
  if (constant.length === 0) return [];
  return [
    {
      severity: 'note',
      code: 'constant-feature',
      message: `The same value in every row: ${constant.map(({ name }) => name).join(', ')}.`,
      count: constant.length,
    },
  ];
};

/** Without a positive weight no row counts. */
export const weightless: Check = (table, { name }) => {
  if (!table.weight || table.weight.some((weight) => weight > 0)) return [];
  return [
    {
      severity: 'error',
      code: 'weightless',
      message: `table ${name}: every weight is 0 (expected some rows to count).`,
      count: table.rows,
    },
  ];
};
