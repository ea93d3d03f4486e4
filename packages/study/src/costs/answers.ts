import { answeredTable, fitAnswering, type Table } from '@cede/core';

/** The same rows answered by least expected cost, with probabilities as given: nothing is fitted. */
export const leastCostTable = (table: Table): Table =>
  answeredTable(table, fitAnswering(table, { answers: 'least-cost' }));
