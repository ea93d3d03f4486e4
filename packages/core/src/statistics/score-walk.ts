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

export function scoreWalk(scores: Scores, wordOf: Uint32Array): ScoreWalk {
  const { order, endsGroup } = rankScores(scores);
  const n = order.length;
  const longest = blockOf(n);
  const words = new Uint32Array(n);
  const rows = new Uint32Array(n);
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
    if (groupStart > blockStart && i + 1 - blockStart > longest) close(groupStart);
    if (i + 1 - groupStart > longest) close(i + 1, ONE_SCORE);
    groupStart = i + 1;
  }
  if (blockStart < n) close(n);
  return { rows, words, blocks: Uint32Array.from(blocks) };
}

function addBlock(
  words: Uint32Array,
  rows: Uint32Array,
  blocks: number[],
  from: number,
  to: number,
  flag: number,
): void {
  const kindOf = (word: number) => (word >> 1) & 3;
  let lose = 0;
  let gain = 0;
  for (let i = from; i < to; i++) {
    const kind = kindOf(words[i]);
    lose += +(kind === 0);
    gain += +(kind === 2);
  }
  blocks.push(from + lose, to - gain, flag + to);
  const places = [from, from + lose, to - gain];
  for (let i = from; i < to; i++) rows[places[kindOf(words[i])]++] = words[i] >>> 3;
}
