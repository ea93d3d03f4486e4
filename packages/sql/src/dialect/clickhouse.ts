import type { Dialect } from './dialect.js';

const escaped = (value: string) => value.replaceAll('\\', '\\\\');

/** A cast of NULL to a type that isn't Nullable is an error. */
const DOUBLE = 'Nullable(Float64)';

export const clickhouse: Dialect = {
  name: 'clickhouse',
  quote: (name) => `\`${escaped(name).replaceAll('`', '\\`')}\``,
  text: (value) => `'${escaped(value).replaceAll("'", "\\'")}'`,
  double: DOUBLE,
  rounded: (x) => `CAST(CAST(${x} AS Nullable(Float32)) AS ${DOUBLE})`,
  array: (elements) => `[${elements.join(', ')}]`,
  descending: (elements) => `arrayReverseSort([${elements.join(', ')}])`,
  element: (array, at) => `arrayElement(${array}, toInt32(assumeNotNull(${at})) + 1)`,
  barrier: '',
  // It looks for branches that rows might be spared: minutes, for a second of work.
  closing: "\nSETTINGS short_circuit_function_evaluation = 'disable'",
  advice: '-- Run SET max_query_size = 10000000 first, where this is longer than 256 KiB.',
};
