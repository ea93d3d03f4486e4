import { createKernel, hasKernel } from '../kernel/instance.js';
import type { Stream } from '../random/stream.js';

/**
 * Each call: as many rows as there are, drawn with replacement, as counts by row; the same draws as
 * `rowSampler` makes, in a kernel where there is one. Nothing is drawn 256 times from as many. The next
 * call writes over the counts.
 */
export function countSampler(rows: number, random: Stream): () => Uint8Array {
  return hasKernel() ? kernelSampler(rows, random) : plainSampler(rows, random);
}

function kernelSampler(rows: number, random: Stream): () => Uint8Array {
  const kernel = createKernel();
  const state = kernel.reserve(16);
  const counts = kernel.reserve(rows);
  const words = kernel.ints(state, 4);
  const bytes = kernel.bytes(counts, rows);
  return () => {
    bytes.fill(0);
    words.set(random.state);
    kernel.exports.drawRows(state, counts, rows);
    random.state.set(words);
    return bytes;
  };
}

export function plainSampler(rows: number, random: Stream): () => Uint8Array {
  const counts = new Uint8Array(rows);
  return () => {
    counts.fill(0);
    for (let i = 0; i < rows; i++) counts[random.below(rows)]++;
    return counts;
  };
}
