import { type Dialect, doubleQuoted, SMALLEST_FLOAT, singleQuoted } from './dialect.js';

export const postgres: Dialect = {
  name: 'postgres',
  quote: doubleQuoted,
  // A backslash is itself under standard_conforming_strings, the default since 9.1.
  text: singleQuoted,
  double: 'double precision',
  // What is too small for float32 is an error there, and 0 in core to within its rounding.
  rounded: (x) =>
    `CASE WHEN abs(${x}) < ${SMALLEST_FLOAT} THEN 0 ELSE CAST(CAST(${x} AS real) AS double precision) END`,
  array: (elements) => `CAST(ARRAY[${elements.join(', ')}] AS double precision[])`,
  descending: (elements) =>
    `ARRAY(SELECT v FROM unnest(ARRAY[${elements.join(', ')}]) AS v ORDER BY v DESC)`,
  element: (array, at) => `(${array})[CAST(${at} AS integer) + 1]`,
  // Without it the planner copies a layer's expressions into every one of the next.
  barrier: ' OFFSET 0',
  // With many rows its planner has thousands of expressions compiled: a minute, for seconds of work.
  advice:
    '-- Run SET jit = off first: compiling a statement of this size takes longer than its rows.',
};
