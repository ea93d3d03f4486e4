import { count, percent } from './numbers.js';

/** What came of scoring parts, in a sentence. */
export const scoredText = (
  scored: {
    readonly parts: number;
    readonly found: number;
    readonly rows: number;
    readonly deferred: number;
  },
  output: string,
): string =>
  `${count(scored.rows)} rows in ${scored.parts} ${scored.parts === 1 ? 'part' : 'parts'} (${scored.found} scored before): ${percent(scored.deferred / Math.max(1, scored.rows))} handed over. Scores: ${output}`;
