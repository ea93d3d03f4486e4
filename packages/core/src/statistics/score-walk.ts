import { rankScores, type Scores } from '../curve/ranked-scores.js';

/** One score vector as kernel/resampled.ts walks it: blocks of rows by rising score. */
export interface ScoreWalk {
  /** Row numbers; inside a block those that lose by asking, those that don't care, those that gain. */
  readonly rows: Uint32Array;
  /** By rising score: the row's number, its gain plus 1 (2 bits), whether it ends equal scores (1 bit). */
  readonly words: Uint32Array;
  /** Three numbers a block: where losing rows end, where gaining rows begin, and where it ends. */
  readonly blocks: Uint32Array;
}

/** In a block's end: all its rows have the same score, and may be many. */
const ONE_SCORE = 0x80000000;
/** Few rows have short blocks: a hundred rates fall into a hundred of them, to be looked into. */
const blockOf = (rows: number) => Math.min(128, Math.max(8, rows >> 12));

/** By row: the number that stands for it in a walk, and what asking gains there. */
export function rowWords(places: Uint32Array, gain: ArrayLike<number>): Uint32Array {
  const words = new Uint32Array(gain.length);
  for (let i = 0; i < words.length; i++) words[i] = (places[i] << 3) | ((gain[i] + 1) << 1);
  return words;
}

/** Where a walk is written: rows as many as there are scores, in memory that a caller may use again. */
export type WalkRoom = Pick<ScoreWalk, 'rows' | 'words'>;

export function scoreWalk(
  scores: Scores,
  wordOf: Uint32Array,
  room: WalkRoom = {
    rows: new Uint32Array(wordOf.length),
    words: new Uint32Array(wordOf.length),
  },
): ScoreWalk {
  const { order, endsGroup } = rankScores(scores);
  const { rows, words } = room;
  const n = order.length;
  const longest = blockOf(n);
  const blocks: number[] = [];
  let blockStart = 0;
  let groupStart = 0;
  const close = (end: number, flag = 0) => {
    addBlock(words, rows, blocks, blockStart, end, flag);
    blockStart = end;
  };
  for (let i = 0; i < n; i++) {
    words[i] = wordOf[order[i]] | endsGroup[i];
    if (endsGroup[i] === 0) continue;
    if (i + 1 - blockStart > longest && groupStart > blockStart) close(groupStart);
    if (i + 1 - groupStart > longest) close(i + 1, ONE_SCORE);
    groupStart = i + 1;
  }
  if (blockStart < n) close(n);
  return { rows, words, blocks: Uint32Array.from(blocks) };
}

/** Counts the kinds first, so that each row goes to its place at once. */
function addBlock(
  words: Uint32Array,
  rows: Uint32Array,
  blocks: number[],
  from: number,
  to: number,
  flag: number,
): void {
  let twos = 0;
  let ones = 0;
  for (let i = from; i < to; i++) {
    twos += (words[i] >>> 2) & 1;
    ones += (words[i] >>> 1) & 1;
  }
  let lose = from;
  let same = to - twos - ones;
  let gain = to - twos;
  blocks.push(same, gain, flag + to);
  for (let i = from; i < to; i++) {
    const word = words[i];
    if ((word & 4) !== 0) rows[gain++] = word >>> 3;
    else if ((word & 2) !== 0) rows[same++] = word >>> 3;
    else rows[lose++] = word >>> 3;
  }
}
