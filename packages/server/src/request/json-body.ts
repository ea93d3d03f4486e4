import { Problem } from '../problem/problem.js';

/** A body as JSON, or our own sentence about what is wrong with it. */
export function jsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = (error as Error).message.replace(/, ?".*$/s, '').slice(0, 80);
    throw new Problem('invalid', `body: is not complete JSON (${why}).`, 'body');
  }
}
