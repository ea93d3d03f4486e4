import type { Table } from '@cede/core';

/** Four rows, two classes, with costs: the model is wrong on 0 and 1, the expert on 1 and 3. */
export const pricedRows: Table = {
  rows: 4,
  classes: ['x', 'y'],
  label: Int32Array.of(0, 0, 1, 1),
  model: Float32Array.of(0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9),
  experts: [
    {
      name: 'e',
      kind: 'labels',
      labels: Int32Array.of(0, 1, 1, 0),
      cost: Float32Array.of(2, 2, 4, 4),
    },
  ],
  columns: [],
  modelCost: Float32Array.of(1, 1, 1, 1),
};
