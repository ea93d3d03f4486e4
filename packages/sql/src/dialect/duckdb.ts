import { type Dialect, doubleQuoted, singleQuoted } from './dialect.js';

export const duckdb: Dialect = {
  name: 'duckdb',
  quote: doubleQuoted,
  text: singleQuoted,
  double: 'DOUBLE',
  rounded: (x) => `CAST(CAST(${x} AS FLOAT) AS DOUBLE)`,
  array: (elements) => `[${elements.join(', ')}]`,
  descending: (elements) => `list_reverse_sort([${elements.join(', ')}])`,
  element: (array, at) => `list_extract(${array}, CAST(${at} AS INTEGER) + 1)`,
  barrier: '',
};
