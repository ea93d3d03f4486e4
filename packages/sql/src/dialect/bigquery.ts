import type { Dialect } from './dialect.js';

const escaped = (value: string) => value.replaceAll('\\', '\\\\');

export const bigquery: Dialect = {
  name: 'bigquery',
  quote: (name) => `\`${escaped(name).replaceAll('`', '\\`')}\``,
  text: (value) => `'${escaped(value).replaceAll("'", "\\'")}'`,
  double: 'FLOAT64',
  // There is no float32: a column whose values float32 can't tell apart is read more finely here.
  rounded: (x) => x,
  array: (elements) => `[${elements.join(', ')}]`,
  descending: (elements) =>
    `ARRAY(SELECT v FROM UNNEST([${elements.join(', ')}]) AS v ORDER BY v DESC)`,
  element: (array, at) => `(${array})[OFFSET(CAST(${at} AS INT64))]`,
  barrier: '',
};
