import { inputFeatures } from '../features/row.js';
import { denseCount } from '../features/spec.js';
import { sigmoid, softplus } from '../math/softplus.js';
import type { Layer, Network } from '../network/network.js';
import type { PartialLosses } from '../ratio/partial.js';
import { activationsOf } from '../scorer/reference.js';
import { Corrections, initAdam, updateAdam } from './adam.js';
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
  const state = layers.map((layer) => ({
    weights: initAdam(layer.weights.length),
    biases: initAdam(layer.biases.length),
  }));
  const corrections = new Corrections(adam);
  const denseOf = (row: number) => inputs.subarray(row * dense, (row + 1) * dense);

  /** Adds one row's gradient, scaled, and returns its loss. */
  function addRow(row: number, scale: number, gradients: Gradient[]): number {
    const activations = activationsOf(network, denseOf(row), classOf[row]);
    const raw = activations[layers.length - 1];
    let delta = new Float64Array(outputs);
    let loss = 0;
    for (let o = 0; o < outputs; o++) {
      const [value, slope] = lossAndSlope(
        objective.partial,
        raw[o],
        objective.plus[row * outputs + o],
        objective.minus[row * outputs + o],
      );
      loss += value;
      delta[o] = slope * scale;
    }
    for (let l = layers.length - 1; l >= 0; l--) {
      const { weights, outputs: width } = layers[l];
      const before: ArrayLike<number> = l > 0 ? activations[l - 1] : denseOf(row);
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
      if (l === 0 && initial.classes > 0) {
        for (let j = 0; j < width; j++)
          gradient.weights[(dense + classOf[row]) * width + j] += delta[j];
      }
      delta = passed;
    }
    return loss;
  }

  return {
    advance(order, from, count) {
      let loss = 0;
      for (let done = 0; done < count; done += batch) {
        const rows = Math.min(batch, count - done);
        const gradients = layers.map((layer) => ({
          weights: new Float64Array(layer.weights.length),
          biases: new Float64Array(layer.biases.length),
        }));
        for (let i = 0; i < rows; i++) loss += addRow(order[from + done + i], 1 / rows, gradients);
        const correction = corrections.next();
        layers.forEach((layer, l) => {
          for (const part of ['weights', 'biases'] as const) {
            updateAdam(
              layer[part] as unknown as Float64Array,
              gradients[l][part],
              state[l][part],
              adam,
              correction,
            );
          }
        });
      }
      return loss;
    },
    loss(order, from, count) {
      let loss = 0;
      for (let i = from; i < from + count; i++) {
        const raw = activationsOf(network, denseOf(order[i]), classOf[order[i]])[layers.length - 1];
        for (let o = 0; o < outputs; o++) {
          loss += lossAndSlope(
            objective.partial,
            raw[o],
            objective.plus[order[i] * outputs + o],
            objective.minus[order[i] * outputs + o],
          )[0];
        }
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

interface Gradient {
  readonly weights: Float64Array;
  readonly biases: Float64Array;
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
