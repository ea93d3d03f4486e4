import { insist } from '../error.js';
import { stream } from '../random/stream.js';

/** The shape of a scorer network: dense inputs and a one-hot class, ReLU layers, linear outputs. */
export interface NetworkShape {
  readonly dense: number;
  /** Width of the one-hot block, 0 where there are no classes. */
  readonly classes: number;
  readonly hidden: readonly number[];
  readonly outputs: number;
}

/** A layer's weights, input by input (`weights[i · outputs + j]`). */
export interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** The first layer's inputs are the dense ones, then the one-hot block. */
export interface Network extends NetworkShape {
  readonly layers: readonly Layer[];
}

/** Layer sizes, from the inputs to the outputs. */
export function layerSizes(shape: NetworkShape): [inputs: number, outputs: number][] {
  const widths = [shape.dense + shape.classes, ...shape.hidden, shape.outputs];
  return widths.slice(1).map((outputs, l) => [widths[l], outputs]);
}

/**
 * Weights and biases from U(±1/√fan_in), as PyTorch's Linear draws them. `fanIn` is the number
 * of inputs the first layer counts as having: the paper pads its top-10 with zeros where there
 * are fewer classes; we leave those dead inputs out, but not out of the count.
 */
export function initialNetwork(
  shape: NetworkShape,
  seed: number,
  fanIn = shape.dense + shape.classes,
): Network {
  validateShape(shape);
  const random = stream(seed, 'initial weights');
  const layers = layerSizes(shape).map(([inputs, outputs], l) => {
    const bound = 1 / Math.sqrt(l === 0 ? fanIn : inputs);
    const draw = () => (2 * random.uniform() - 1) * bound;
    return {
      inputs,
      outputs,
      weights: Float32Array.from({ length: inputs * outputs }, draw),
      biases: Float32Array.from({ length: outputs }, draw),
    };
  });
  return { ...shape, layers };
}

export function validateShape(shape: NetworkShape): void {
  insist(
    shape.dense + shape.classes > 0,
    () => 'network: has no inputs. Give class probabilities or feature columns.',
  );
  for (const width of [...shape.hidden, shape.outputs]) {
    insist(
      Number.isInteger(width) && width >= 1 && width <= 4096,
      () => `network: a layer's width must be a whole number from 1 to 4096, got ${width} instead.`,
    );
  }
}
