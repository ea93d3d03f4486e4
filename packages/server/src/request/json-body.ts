import { duplicateKeyOf } from '@cede/data';
import { Problem } from '../problem/problem.js';

/** A body as JSON, or our own sentence about what is wrong with it. `place` is where it stands. */
export function jsonBody(text: string, place = 'body'): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = (error as Error).message.replace(/, ?".*$/s, '').slice(0, 80);
    throw new Problem('invalid', `${place}: is not complete JSON (${why}).`, place);
  }
  // The last one would win, and the record would hold both.
  const twice = duplicateKeyOf(text, value);
  if (twice === undefined) return value;
  const key = twice.slice(0, 80);
  throw new Problem(
    'invalid',
    `${place}: has the key "${key}" twice in one place. Keep one.`,
    place,
  );
}
