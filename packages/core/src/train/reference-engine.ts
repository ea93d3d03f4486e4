import { inputFeatures } from '../features/row.js';
import { denseCount } from '../features/spec.js';
import { sigmoid, softplus } from '../math/softplus.js';
import type { Layer, Network } from '../network/network.js';
import type { PartialLosses } from '../ratio/partial.js';
import { activationsOf } from '../scorer/reference.js';
import { type AdamSettings, type AdamState, Corrections, initAdam, updateAdam } from './adam.js';
import type { EngineFactory } from './engine.js';

/**
 * Training in plain TypeScript and float64: what the kernel must agree with, and the fallback
 * where an engine has no WebAssembly SIMD (ten times slower, not the same last bits).
 */
export const referenceEngine: EngineFactory = ({
  input,
  features,
  objective,
  initial,
  batch,
  adam,
}) => {
  const dense = denseCount(features);
  const { outputs } = initial;
  const inputs = new Float32Array(input.rows * dense);
  const classOf = new Int32Array(input.rows);
  for (let i = 0; i < input.rows; i++) {
    classOf[i] = inputFeatures(features, input, i, inputs, i * dense);
  }
  // Parameters in float64 between steps; `network()` rounds them.
  const layers: Layer[] = initial.layers.map((layer) => ({
    ...layer,
    weights: Float64Array.from(layer.weights) as unknown as Float32Array,
    biases: Float64Array.from(layer.biases) as unknown as Float32Array,
  }));
  const network: Network = { ...initial, layers };
  const state = layers.map(({ weights, biases }) => ({
    weights: initAdam(weights.length),
    biases: initAdam(biases.length),
  }));
  const corrections = new Corrections(adam);

  const example = (row: number): Example => ({
    dense: inputs.subarray(row * dense, (row + 1) * dense),
    classIndex: classOf[row],
    plus: objective.plus.subarray(row * outputs, (row + 1) * outputs),
    minus: objective.minus.subarray(row * outputs, (row + 1) * outputs),
  });

  return {
    advance(order, from, count) {
      let loss = 0;
      for (let done = 0; done < count; done += batch) {
        const rows = Math.min(batch, count - done);
        const gradients = layers.map((layer) => ({
          weights: new Float64Array(layer.weights.length),
          biases: new Float64Array(layer.biases.length),
        }));
        for (let i = 0; i < rows; i++)
          loss += addGradient(
            network,
            objective.partial,
            example(order[from + done + i]),
            1 / rows,
            gradients,
          );
        update(layers, gradients, state, adam, corrections.next());
      }
      return loss;
    },
    loss(order, from, count) {
      let loss = 0;
      for (let i = from; i < from + count; i++) {
        const row = example(order[i]);
        const raw = activationsOf(network, row.dense, row.classIndex).at(-1)!;
        loss += outputLosses(objective.partial, raw, row).loss;
      }
      return loss;
    },
    network: () => ({
      ...initial,
      layers: layers.map((layer) => ({
        ...layer,
        weights: Float32Array.from(layer.weights),
        biases: Float32Array.from(layer.biases),
      })),
    }),
  };
};

/** One step of Adam on every layer. */
function update(
  layers: readonly Layer[],
  gradients: readonly Gradient[],
  state: readonly { readonly weights: AdamState; readonly biases: AdamState }[],
  adam: AdamSettings,
  correction: ReturnType<Corrections['next']>,
): void {
  layers.forEach((layer, l) => {
    for (const part of ['weights', 'biases'] as const) {
      const values = layer[part] as unknown as Float64Array;
      updateAdam(values, gradients[l][part], state[l][part], adam, correction);
    }
  });
}

interface Gradient {
  readonly weights: Float64Array;
  readonly biases: Float64Array;
}

/** One row as the network meets it. */
interface Example {
  readonly dense: Float32Array;
  readonly classIndex: number;
  /** The weights of ℓ₊ and ℓ₋, one an output. */
  readonly plus: ArrayLike<number>;
  readonly minus: ArrayLike<number>;
}

/** A row's loss, and its slope at each raw output. */
function outputLosses(partial: PartialLosses, raw: ArrayLike<number>, { plus, minus }: Example) {
  const slopes = new Float64Array(raw.length);
  let loss = 0;
  for (let o = 0; o < raw.length; o++) {
    const [value, slope] = lossAndSlope(partial, raw[o], plus[o], minus[o]);
    loss += value;
    slopes[o] = slope;
  }
  return { loss, slopes };
}

/** Adds one row's gradient, scaled, by back-propagation; returns its loss. */
function addGradient(
  network: Network,
  partial: PartialLosses,
  row: Example,
  scale: number,
  gradients: readonly Gradient[],
): number {
  const { layers, classes } = network;
  const activations = activationsOf(network, row.dense, row.classIndex);
  const { loss, slopes } = outputLosses(partial, activations[layers.length - 1], row);
  let delta = slopes.map((slope) => slope * scale);
  for (let l = layers.length - 1; l >= 0; l--) {
    const { weights, outputs: width } = layers[l];
    const before: ArrayLike<number> = l > 0 ? activations[l - 1] : row.dense;
    const gradient = gradients[l];
    const passed = new Float64Array(before.length);
    for (let j = 0; j < width; j++) gradient.biases[j] += delta[j];
    for (let i = 0; i < before.length; i++) {
      for (let j = 0; j < width; j++) {
        gradient.weights[i * width + j] += before[i] * delta[j];
        passed[i] += weights[i * width + j] * delta[j];
      }
      if (l > 0 && before[i] <= 0) passed[i] = 0;
    }
    if (l === 0 && classes > 0) {
      for (let j = 0; j < width; j++)
        gradient.weights[(row.dense.length + row.classIndex) * width + j] += delta[j];
    }
    delta = passed;
  }
  return loss;
}

/** a·ℓ₊ + b·ℓ₋ at a raw output, and its slope there, through the head. */
export function lossAndSlope(
  partial: PartialLosses,
  raw: number,
  a: number,
  b: number,
): [value: number, slope: number] {
  const positive = partial.head === 'softplus';
  const v = positive ? Math.max(softplus(raw), 1e-300) : raw;
  const value = (a === 0 ? 0 : a * partial.plus(v)) + (b === 0 ? 0 : b * partial.minus(v));
  const slope =
    (a === 0 ? 0 : a * partial.plusSlope(v)) + (b === 0 ? 0 : b * partial.minusSlope(v));
  return [value, positive ? slope * sigmoid(raw) : slope];
}
