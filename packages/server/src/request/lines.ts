import type { Readable } from 'node:stream';
import { Problem } from '../problem/problem.js';

/** A line longer than this is no case. */
const LONGEST = 1 << 20;

/** Lines as they arrive, at most so many together; empty ones are skipped. */
export async function* linesOf(stream: Readable, together: number): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST)
      throw new Problem('too-large', `line: is longer than ${LONGEST} characters.`, 'line');
    yield* groups(lines, together);
  }
  yield* groups([rest + decoder.decode()], together);
}

function* groups(lines: readonly string[], together: number): Generator<string[]> {
  const full = lines.filter((line) => line.trim() !== '');
  for (let from = 0; from < full.length; from += together) yield full.slice(from, from + together);
}
