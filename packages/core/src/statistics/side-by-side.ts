import { rankScores, type Scores } from '../curve/ranked-scores.js';
import { createKernel, hasKernel } from '../kernel/instance.js';
import type { ResampledCurves, ResampledInput, World } from './world.js';

/**
 * Curves of 64 worlds in one walk over the sorted rows: reaching for a row's count costs more than
 * adding it, and the counts of 64 worlds lie side by side. The kernel sums up blocks of rows; only
 * where a rate falls inside a block are its rows looked at one by one. Sums are whole numbers, so
 * what comes out is what one world after the other gives, to the bit.
 */
const WORLDS = 64;
/** Rows of a block: with 255 of each, sums still fit the kernel's 16 bits. */
const LONGEST_BLOCK = 64;
/** Few rows have short blocks: a hundred rates fall into a hundred of them, to be looked into. */
const blockOf = (rows: number) => Math.min(LONGEST_BLOCK, Math.max(8, rows >> 12));
const ONE_SCORE = 0x80000000;
/** WebAssembly has 4 GB, and some of it for other things. A word's 29 bits for a row's number last longer. */
const MOST_BYTES = 3.5e9;

/** One score vector for the kernel; its words are explained in kernel/resampled.ts. */
interface Walk {
  readonly words: Uint32Array;
  /** Where blocks end; the highest bit: a block of equal scores. */
  readonly ends: Uint32Array;
}

/** Nothing where the engine has no kernel or the rows don't fit into it. */
export function sideBySide({ methods, gain, rates }: ResampledInput): ResampledCurves | undefined {
  const rows = gain.length;
  if (!hasKernel() || WORLDS * rows > MOST_BYTES) return undefined;
  const walks = methods.map(({ scores }) => scores.map((vector) => walkOf(vector, gain)));
  const most = Math.max(0, ...walks.flat().map(({ ends }) => ends.length));
  const sizes = {
    counts: WORLDS * rows,
    words: 4 * rows,
    ends: 4 * most,
    sums: 8 * WORLDS * (most + 1),
    areas: 8 * WORLDS,
  };
  if (Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0) > MOST_BYTES) return undefined;
  const kernel = createKernel();
  const at = {
    counts: kernel.reserve(sizes.counts),
    words: kernel.reserve(sizes.words),
    ends: kernel.reserve(sizes.ends),
    sums: kernel.reserve(sizes.sums),
    areas: kernel.reserve(sizes.areas),
  };
  const counts = kernel.bytes(at.counts, WORLDS * rows);
  const areas = kernel.doubles(at.areas, WORLDS);
  let waiting: World[] = [];

  function walk({ words, ends }: Walk): Int32Array {
    kernel.words(at.words, words.length).set(words);
    kernel.words(at.ends, ends.length).set(ends);
    areas.fill(0);
    kernel.exports.walkBlocks(at.counts, at.words, at.ends, ends.length, at.sums, at.areas);
    return kernel.ints(at.sums, 2 * WORLDS * (ends.length + 1));
  }
  function finish(): void {
    walks.forEach((curves, m) => {
      curves.forEach((curve, s) => {
        const shares = waiting.map(({ seeds }) => seeds[m][s] / curves.length);
        if (shares.every((share) => share === 0)) return;
        const sums = walk(curve);
        waiting.forEach(({ total, into }, place) => {
          const scale = shares[place] / total;
          const column = { ...curve, sums, counts, place };
          rates.forEach((rate, k) => {
            into[m][k] += scale * gainAt(column, rate * total);
          });
          into[m][rates.length] += (scale * (areas[place] / 2)) / total;
        });
      });
    });
    waiting = [];
  }
  return {
    add(world) {
      const place = waiting.push(world) - 1;
      for (let row = 0; row < rows; row++) counts[WORLDS * row + place] = world.weight[row];
      if (waiting.length === WORLDS) finish();
    },
    finish,
  };
}

function walkOf(scores: Scores, gain: Float64Array): Walk {
  const { order, endsGroup } = rankScores(scores);
  const words = new Uint32Array(order.length);
  const block = blockOf(order.length);
  const ends: number[] = [];
  let blockStart = 0;
  let groupStart = 0;
  for (let i = 0; i < order.length; i++) {
    words[i] = (order[i] << 3) | ((gain[order[i]] + 1) << 1) | endsGroup[i];
    if (endsGroup[i] === 0) continue;
    if (groupStart > blockStart && i + 1 - blockStart > block) {
      ends.push(groupStart);
      blockStart = groupStart;
    }
    if (i + 1 - groupStart > block) {
      ends.push(ONE_SCORE + i + 1);
      blockStart = i + 1;
    }
    groupStart = i + 1;
  }
  if (blockStart < order.length) ends.push(order.length);
  return { words, ends: Uint32Array.from(ends) };
}

/** One world's place in everything. */
interface Column extends Walk {
  /** In front of every block and behind the last: rows drawn, and what they gain. */
  readonly sums: Int32Array;
  readonly counts: Uint8Array;
  readonly place: number;
}

/** What is gained when `target` rows have been handed over: the same steps as in `addGains`. */
function gainAt({ words, ends, sums, counts, place }: Column, target: number): number {
  let block = 0;
  let end = ends.length;
  while (block < end) {
    const middle = (block + end) >> 1;
    if (target <= sums[2 * WORLDS * (middle + 1) + place]) end = middle;
    else block = middle + 1;
  }
  const here = 2 * WORLDS * block + place;
  let passed = sums[here];
  let gained = sums[here + WORLDS];
  // Rounding may leave the target of rate 1 a hair above the sum of the weights.
  if (block === ends.length) return gained;
  let groupRows = 0;
  let groupGain = 0;
  if (ends[block] >= ONE_SCORE) {
    groupRows = sums[here + 2 * WORLDS] - passed;
    groupGain = sums[here + 3 * WORLDS] - gained;
  } else {
    for (let i = block === 0 ? 0 : ends[block - 1] & ~ONE_SCORE; ; i++) {
      const word = words[i];
      const times = counts[WORLDS * (word >>> 3) + place];
      groupRows += times;
      groupGain += times * (((word >> 1) & 3) - 1);
      if ((word & 1) === 0) continue;
      if (target <= passed + groupRows) break;
      passed += groupRows;
      gained += groupGain;
      groupRows = 0;
      groupGain = 0;
    }
  }
  const part = groupRows > 0 ? (target - passed) / groupRows : 0;
  return gained + part * groupGain;
}
