import { createKernel, hasKernel } from '../kernel/instance.js';
import type { Stream } from '../random/stream.js';
import type { WeightedSums } from './weighted-sums.js';

/** Rows drawn again, as counts by row, and the sums of what they are worth. The next draw writes over it. */
export interface CountedDraw {
  readonly weight: Uint8Array;
  readonly sums: WeightedSums;
}

/**
 * Each call: as many rows as there are, drawn with replacement, by a kernel that makes the same
 * draws as `rowSampler`. Nothing is drawn 256 times from as many. Nothing where the engine has no
 * kernel, or a row is worth something between 0 and 1: whole sums are exact in any order, others
 * are not.
 */
export function countSampler(
  modelValue: ArrayLike<number>,
  expertValue: ArrayLike<number>,
  random: Stream,
): (() => CountedDraw) | undefined {
  const rows = modelValue.length;
  const [modelFlags, expertFlags] = [flagsOf(modelValue), flagsOf(expertValue)];
  if (!hasKernel() || !modelFlags || !expertFlags) return undefined;
  const kernel = createKernel();
  const padded = Math.ceil(rows / 16) * 16;
  const at = {
    state: kernel.reserve(16),
    counts: kernel.reserve(padded),
    model: kernel.reserve(padded),
    expert: kernel.reserve(padded),
  };
  const state = kernel.ints(at.state, 4);
  const weight = kernel.bytes(at.counts, rows);
  kernel.bytes(at.model, rows).set(modelFlags);
  kernel.bytes(at.expert, rows).set(expertFlags);
  const sum = (flags: number) => kernel.exports.sumFlagged(at.counts, flags, padded);
  return () => {
    weight.fill(0);
    state.set(random.state);
    kernel.exports.drawRows(at.state, at.counts, rows);
    random.state.set(state);
    return { weight, sums: { total: rows, model: sum(at.model), expert: sum(at.expert) } };
  };
}

/** 255 for a row that is worth 1, 0 for one that is worth 0; nothing where one is worth something else. */
function flagsOf(values: ArrayLike<number>): Uint8Array | undefined {
  const flags = new Uint8Array(values.length);
  for (let i = 0; i < flags.length; i++) {
    if (values[i] !== 0 && values[i] !== 1) return undefined;
    flags[i] = 255 * values[i];
  }
  return flags;
}
