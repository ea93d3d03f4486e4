import { type Expert, expertKind, InputError } from '@cede/core';

/** The votes without one person's own, so that the rest can be a truth to judge that person by. */
export function withoutExpert(
  votes: Float32Array,
  width: number,
  expert: Expert | undefined,
  table: string,
): Float32Array {
  const kind = expert && expertKind(expert);
  if (!expert || kind?.column?.holds !== 'class') {
    throw new InputError(
      `leaving the expert out of the label votes needs an expert with one label a row (found ${kind?.kind ?? 'none'}).`,
      'column-unusable',
      { role: 'expert' },
      `table ${table}`,
    );
  }
  const answers = kind.values(expert)!;
  const rest = votes.slice();
  for (let row = 0; row < answers.length; row++) {
    const answer = answers[row]!;
    if (answer < 0) continue;
    const at = row * width + answer;
    if (!(rest[at]! >= 1)) {
      throw new InputError(
        `table ${table}, row ${row + 1}: the expert's answer has no vote among the label votes, so it can't be left out.`,
      );
    }
    rest[at] = rest[at]! - 1;
  }
  return rest;
}

/** Each row's votes as shares of its total; a row without votes stays empty (NaN). */
export function voteShares(votes: Float32Array, width: number): Float32Array {
  const shares = new Float32Array(votes.length);
  for (let at = 0; at < votes.length; at += width) {
    let total = 0;
    for (let k = 0; k < width; k++) total += votes[at + k]!;
    for (let k = 0; k < width; k++) shares[at + k] = votes[at + k]! / total;
  }
  return shares;
}
