import { InputError, insist, stream } from '@cede/core';
import { tensorShapes } from './architecture.js';
import { checkSpec, type NetworkSpec } from './spec.js';

export interface Tensor {
  shape: number[];
  data: Float32Array;
}

/** A network: its spec and its tensors by their published names, in the order of `tensorShapes`. */
export interface Network {
  spec: NetworkSpec;
  tensors: Map<string, Tensor>;
}

/**
 * A fresh network: weights normal with variance 2 / fan-in (He et al. 2015), scales 1, shifts 0.
 * Each tensor has its own stream, so a deeper network begins like a shallower one.
 */
export function initialNetwork(spec: NetworkSpec, seed: number): Network {
  checkSpec(spec);
  const tensors = new Map<string, Tensor>();
  for (const [name, shape] of tensorShapes(spec)) {
    const data = new Float32Array(shape.reduce((a, b) => a * b));
    if (shape.length > 1) {
      const random = stream(seed, `weights ${name}`);
      const deviation = Math.sqrt(2 / (data.length / shape[0]));
      for (let n = 0; n < data.length; n++) data[n] = deviation * random.normal();
    } else if (name.endsWith('.running_var') || /bn\d\.weight$/.test(name)) {
      data.fill(1);
    }
    tensors.set(name, { shape, data });
  }
  return { spec, tensors };
}

/** A network from weights saved elsewhere, by name; every tensor must be there in its shape. */
export function networkFromTensors(spec: NetworkSpec, given: ReadonlyMap<string, Tensor>): Network {
  checkSpec(spec);
  const tensors = new Map<string, Tensor>();
  for (const [name, shape] of tensorShapes(spec)) {
    const tensor = given.get(name);
    if (!tensor) {
      throw new InputError(
        `weights for a ResNet-${spec.depth}: tensor ${name} is missing (found ${given.size} tensors). ` +
          'Check the depth.',
      );
    }
    insist(
      tensor.shape.join() === shape.join() && tensor.data.length === shape.reduce((a, b) => a * b),
      () => `weights, tensor ${name}: shape [${tensor.shape}] (expected [${shape}]).`,
    );
    tensors.set(name, { shape, data: Float32Array.from(tensor.data) });
  }
  return { spec, tensors };
}
