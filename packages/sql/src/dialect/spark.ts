import { backQuoted, type Dialect } from './dialect.js';

/** Spark SQL and Databricks. */
export const spark: Dialect = {
  name: 'spark',
  quote: backQuoted,
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  double: 'DOUBLE',
  rounded: (x) => `CAST(CAST(${x} AS FLOAT) AS DOUBLE)`,
  array: (elements) => `array(${elements.join(', ')})`,
  descending: (elements) => `sort_array(array(${elements.join(', ')}), false)`,
  element: (array, at) => `element_at(${array}, CAST(${at} AS INT) + 1)`,
  barrier: '',
};
