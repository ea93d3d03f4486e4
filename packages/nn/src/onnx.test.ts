import { stream } from '@cede/core';
import * as ort from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { initialNetwork, type Network } from './network/network.js';
import { toOnnx } from './onnx.js';
import { predict, predictLogits } from './predict.js';

/** A network as training leaves it: batch norm away from its start. */
function lived(depth: number, height: number, width: number, channels: number): Network {
  const spec = { depth, classes: 6, height, width, channels };
  const mean = [0.5, 0.45, 0.4].slice(0, channels);
  const deviation = [0.25, 0.24, 0.3].slice(0, channels);
  const network = initialNetwork({ ...spec, mean, deviation }, 9);
  const random = stream(9, 'lived');
  for (const [name, { data }] of network.tensors) {
    if (!/bn\d\./.test(name)) continue;
    for (const n of data.keys()) data[n] += 0.3 * (random.uniform() - 0.5);
  }
  return network;
}

describe('onnxruntime agrees with our evaluation mode', () => {
  it.each([
    [8, 28, 28, 3],
    [14, 13, 9, 1],
    [20, 32, 32, 3],
  ])('ResNet-%i on %i×%i×%i', async (depth, height, width, channels) => {
    const network = lived(depth, height, width, channels);
    const random = stream(2, 'pixels');
    const rows = 11;
    const images = new Uint8Array(rows * height * width * channels).map(() => random.below(256));
    const planes = new Float32Array(images.length);
    for (let n = 0; n < images.length; n++) {
      const c = n % channels;
      const pixel = Math.floor(n / channels) % (height * width);
      const row = Math.floor(n / (channels * height * width));
      planes[(row * channels + c) * height * width + pixel] = images[n];
    }
    const session = await ort.InferenceSession.create(toOnnx(network));
    const input = new ort.Tensor('float32', planes, [rows, channels, height, width]);
    const found = await session.run({ images: input });
    const logits = await predictLogits(network, images, { threads: 1, batch: 4 });
    const probabilities = await predict(network, images, { threads: 1 });
    const apart = (a: ArrayLike<number>, b: Float32Array) =>
      b.reduce((most, value, n) => Math.max(most, Math.abs(value - a[n])), 0);
    expect(logits.some((value) => Math.abs(value) > 0.5)).toBe(true);
    expect(apart(found.logits.data as Float32Array, logits)).toBeLessThan(1e-4);
    expect(apart(found.probabilities.data as Float32Array, probabilities)).toBeLessThan(1e-4);
  });

  it('keeps class names and writes the same bytes twice', () => {
    const network = lived(8, 8, 8, 1);
    const bytes = toOnnx(network, { classes: ['zero', 'one'] });
    expect(Buffer.from(bytes).includes('["zero","one"]')).toBe(true);
    expect(toOnnx(network, { classes: ['zero', 'one'] })).toEqual(bytes);
  });
});
