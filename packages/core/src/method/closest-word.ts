/** The candidate that a mistyped word probably meant, within two edits; undefined if none. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = 3;
  for (const candidate of candidates) {
    const edits = editDistance(word, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

/** Levenshtein distance, one row at a time. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + +(a[i - 1] !== b[j - 1]));
    }
    row = next;
  }
  return row[b.length];
}
