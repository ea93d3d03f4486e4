import { exp } from '@cede/core';
import { gatherCrew } from './engine/crew.js';
import { writeNetwork } from './engine/parameters.js';
import type { Network } from './network/network.js';
import { countImages } from './train/options.js';
import { defaultThreads, eachBatchOfLogits } from './train/train.js';

export interface PredictionOptions {
  threads?: number;
  /** Images at a time; changes memory and time, not the result. */
  batch?: number;
}

/**
 * Class probabilities, [image][class], in evaluation mode. Always the plain-SIMD kernels: a
 * prediction is the same bytes on every machine.
 */
export async function predict(
  network: Network,
  images: Uint8Array,
  options: PredictionOptions = {},
): Promise<Float32Array> {
  const probabilities = await predictLogits(network, images, options);
  const { classes } = network.spec;
  for (let start = 0; start < probabilities.length; start += classes) {
    softmax(probabilities.subarray(start, start + classes));
  }
  return probabilities;
}

/** What the network's last layer says before softmax. */
export async function predictLogits(
  network: Network,
  images: Uint8Array,
  { threads = defaultThreads(), batch = 128 }: PredictionOptions = {},
): Promise<Float32Array> {
  const { spec } = network;
  const count = countImages(spec, images);
  const out = new Float32Array(count * spec.classes);
  if (count === 0) return out;
  const size = Math.min(batch, count);
  const configuration = {
    ...{ spec, batch: size, threads, fma: false, reference: false, training: false },
  };
  const crew = await gatherCrew(configuration, images);
  try {
    writeNetwork(crew.context, network);
    crew.run('prepare', 0);
    eachBatchOfLogits(crew, count, 0, (logits, first, classes) => out.set(logits, first * classes));
  } finally {
    await crew.dismiss();
  }
  return out;
}

function softmax(row: Float32Array): void {
  let most = -Infinity;
  for (const value of row) most = Math.max(most, value);
  const powers = Array.from(row, (value) => exp(value - most));
  const total = powers.reduce((sum, value) => sum + value, 0);
  for (let k = 0; k < row.length; k++) row[k] = powers[k] / total;
}
