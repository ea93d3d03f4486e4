import { type Dialect, doubleQuoted, singleQuoted } from './dialect.js';

/** Trino, and Athena, which is made of it. */
export const trino: Dialect = {
  name: 'trino',
  quote: doubleQuoted,
  text: singleQuoted,
  double: 'DOUBLE',
  rounded: (x) => `CAST(CAST(${x} AS REAL) AS DOUBLE)`,
  array: (elements) => `ARRAY[${elements.join(', ')}]`,
  descending: (elements) => `reverse(array_sort(ARRAY[${elements.join(', ')}]))`,
  element: (array, at) => `element_at(${array}, CAST(${at} AS INTEGER) + 1)`,
  barrier: '',
};
