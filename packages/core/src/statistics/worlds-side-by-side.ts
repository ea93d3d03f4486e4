import { rankScores, type Scores } from '../curve/ranked-scores.js';
import { createKernel, hasKernel, type Kernel } from '../kernel/instance.js';
import type { Resample, ResampledCurves, ResampledInput } from './resample.js';
import { rowWords, scoreWalk } from './score-walk.js';

/**
 * Curves of 64 worlds in one walk over the sorted rows: reaching for a row's count costs more than
 * adding it, and the counts of 64 worlds lie side by side. Worlds wait until there are many of
 * these sets, so that a score vector is made ready once for all. Sums are whole numbers, so what comes out is
 * what one world after the other gives, to the bit.
 */
const WORLDS = 64;
/** Counts of waiting worlds: all 400 of a comparison with a million rows. */
const WAITING_BYTES = 512e6;
/** WebAssembly has 4 GB, and some of it for other things. A word's 29 bits for a row's number last longer. */
const MOST_BYTES = 3.5e9;
const NEVER = 0x7fffffff;

/** Up to 64 worlds, and where their counts lie. */
interface WorldSet {
  readonly worlds: Resample[];
  readonly counts: number;
  /** The highest count of them all. */
  most: number;
}

/** Nothing where the engine has no kernel, the rows don't fit into it, or areas are asked for. */
export function sideBySide(
  { methods, gain, rates, areas }: ResampledInput,
  waitingBytes = WAITING_BYTES,
): ResampledCurves | undefined {
  const rows = gain.length;
  const stride = Math.ceil(rows / 16) * 16;
  const setBytes = WORLDS * stride;
  if (areas || !hasKernel() || 2 * setBytes + 24 * rows > MOST_BYTES) return undefined;
  const places = placesOf(methods[0]?.scores[0], stride);
  const wordOf = rowWords(places, gain);
  const kernel = createKernel();
  const room = Math.max(1, Math.floor(waitingBytes / setBytes));
  const addresses: number[] = [];
  const draws = kernel.reserve(setBytes);
  const scratch = kernel.reserve(256);
  const placesAt = kernel.reserve(4 * stride);
  kernel.words(placesAt, stride).set(places);
  let sets: WorldSet[] = [];
  let walker: ReturnType<typeof createWalker> | undefined;

  const current = (): WorldSet => {
    const last = sets.at(-1);
    if (last && last.worlds.length < WORLDS) return last;
    if (sets.length === addresses.length) addresses.push(kernel.reserve(setBytes));
    const next = { worlds: [], counts: addresses[sets.length], most: 0 };
    sets.push(next);
    return next;
  };
  const sealLast = () => {
    const set = sets.at(-1);
    if (!set) return;
    kernel.bytes(draws, setBytes).fill(0, set.worlds.length * stride);
    set.most = kernel.exports.besideEachOther(draws, stride, set.counts, scratch, placesAt);
  };
  function finish(onProgress?: (done: number) => void): void {
    if (sets.at(-1)?.worlds.length !== WORLDS) sealLast();
    walker ??= createWalker(kernel, rows, rates);
    for (let m = 0; m < methods.length; m++) {
      onProgress?.(m / methods.length);
      const { scores } = methods[m];
      for (let s = 0; s < scores.length; s++) {
        const asked = sets.filter(({ worlds }) => worlds.some(({ seeds }) => seeds[m][s] > 0));
        if (asked.length === 0) continue;
        walker.load(scores[s], wordOf);
        for (const set of asked) addShares(set, walker.gains(set), m, s, scores.length);
      }
    }
    sets = [];
    onProgress?.(1);
  }
  return {
    waits: true,
    add(world) {
      const set = current();
      const place = set.worlds.push(world) - 1;
      kernel.bytes(draws + place * stride, rows).set(world.weight);
      if (set.worlds.length < WORLDS) return;
      sealLast();
      if (sets.length === room) finish();
    },
    finish,
  };
}

/**
 * Where each row's counts lie: by rising score of one vector, and what fills up the last 16 behind.
 * Other vectors rank rows alike, so that a walk stays in the same few pages for a while.
 */
function placesOf(scores: Scores | undefined, stride: number): Uint32Array {
  const places = new Uint32Array(stride);
  for (let i = 0; i < stride; i++) places[i] = i;
  if (!scores) return places;
  const { order } = rankScores(scores);
  for (let k = 0; k < order.length; k++) places[order[k]] = k;
  return places;
}

/** Adds one seed's curve to those of its method. */
function addShares(
  { worlds }: WorldSet,
  gains: Float64Array,
  method: number,
  seed: number,
  seedCount: number,
): void {
  const rates = gains.length / WORLDS;
  worlds.forEach(({ total, seeds, into }, place) => {
    const scale = seeds[method][seed] / seedCount / total;
    for (let k = 0; k < rates; k++) into[method][k] += scale * gains[WORLDS * k + place];
  });
}

/** The kernel's memory for one score vector, and what it finds. */
function createWalker(kernel: Kernel, rows: number, rates: Float64Array) {
  const cells = WORLDS * rates.length;
  const at = {
    rows: kernel.reserve(4 * rows),
    words: kernel.reserve(4 * rows),
    blocks: kernel.reserve(12 * rows),
    targets: kernel.reserve(8 * cells),
    state: kernel.reserve(6 * 4 * WORLDS),
    out: kernel.reserve(8 * cells),
  };
  let blocks = 0;
  return {
    load(scores: Scores, wordOf: Uint32Array): void {
      const room = { rows: kernel.words(at.rows, rows), words: kernel.words(at.words, rows) };
      const walk = scoreWalk(scores, wordOf, room);
      kernel.words(at.blocks, walk.blocks.length).set(walk.blocks);
      blocks = walk.blocks.length / 3;
    },
    /** What is gained at every rate, rates × 64; the next call writes over it. */
    gains({ worlds, counts, most }: WorldSet): Float64Array {
      const targets = kernel.doubles(at.targets, cells).fill(0);
      const state = kernel.ints(at.state, 6 * WORLDS).fill(0);
      const due = state.subarray(4 * WORLDS, 5 * WORLDS).fill(NEVER);
      worlds.forEach(({ total }, place) => {
        for (let k = 0; k < rates.length; k++) targets[WORLDS * k + place] = rates[k] * total;
        if (rates.length > 0) due[place] = Math.ceil(targets[place]);
      });
      kernel.exports.gainsAtRates(
        counts,
        at.rows,
        at.words,
        at.blocks,
        blocks,
        Math.floor(255 / Math.max(1, most)),
        at.targets,
        rates.length,
        at.state,
        at.out,
      );
      return kernel.doubles(at.out, cells);
    },
  };
}
