// A training run for train.test.ts to kill: node train-for-a-kill.js CHECKPOINT. Prints the hash
// of the network it ends with. Runs from the build, because its threads do.
import { createHash } from 'node:crypto';
import { stream } from '@cede/core';
import { encodeNetwork, trainNetwork } from '../lib/index.js';

const random = stream(1, 'pictures');
const count = 96;
const images = new Uint8Array(count * 8 * 8).map(() => random.below(256));
const labels = Array.from({ length: count }, () => random.below(3));
const { network } = await trainNetwork({
  spec: { depth: 8, classes: 3, height: 8, width: 8, channels: 1, mean: [0.5], deviation: [0.25] },
  options: {
    ...{ epochs: 40, batch: 32, rate: 0.1, momentum: 0.9, decay: 1e-4, warmup: 1 },
    ...{ milestones: [20], factor: 0.1, padding: 1, flip: true, seed: 4, fma: false },
  },
  ...{ images, labels, threads: 2, checkpoint: process.argv[2] },
});
console.log(createHash('sha256').update(encodeNetwork(network)).digest('hex'));
