import { expect, it } from 'vitest';
import { architectureOf, multiplyAdds, tensorShapes } from './architecture.js';
import { initialNetwork, networkFromTensors } from './network.js';
import { channelMoments, type NetworkSpec } from './spec.js';

const spec: NetworkSpec = {
  ...{ depth: 20, classes: 10, height: 32, width: 32, channels: 3 },
  ...{ mean: [0, 0, 0], deviation: [1, 1, 1] },
};

it('has the layers and parameters of the published networks', () => {
  // He et al. 2016, table 6: 0.27M, 0.46M, 0.66M, 0.85M parameters.
  const millions = [20, 32, 44, 56].map((depth) => {
    const shapes = tensorShapes({ ...spec, depth }).filter(([name]) => !name.includes('running'));
    return shapes.reduce((sum, [, shape]) => sum + shape.reduce((a, b) => a * b), 0) / 1e6;
  });
  expect(millions.map((count) => count.toFixed(2))).toEqual(['0.27', '0.46', '0.66', '0.85']);
  expect(architectureOf(spec).layers).toHaveLength(19); // and one linear layer
  expect(multiplyAdds(spec) / 1e6).toBeCloseTo(40.6, 1);
});

it('starts with the right spread', () => {
  const { tensors } = initialNetwork({ ...spec, depth: 56 }, 1);
  const { data } = tensors.get('layer3.8.conv2.weight')!;
  const variance = data.reduce((sum, w) => sum + w * w, 0) / data.length;
  expect(variance * 9 * 64).toBeCloseTo(2, 1);
  expect(tensors.get('layer1.0.bn2.weight')!.data.every((value) => value === 1)).toBe(true);
  expect(tensors.get('linear.bias')!.data.every((value) => value === 0)).toBe(true);
});

it('refuses weights of another network', () => {
  const { tensors } = initialNetwork(spec, 1);
  expect(() => networkFromTensors({ ...spec, depth: 26 }, tensors)).toThrow(
    /ResNet-26: tensor layer1.3.conv1.weight is missing \(found 97/,
  );
  expect(() => networkFromTensors({ ...spec, classes: 9 }, tensors)).toThrow(
    /linear.weight: shape \[10,64\] \(expected \[9,64\]\)/,
  );
});

it('measures the channels of a set of images', () => {
  const { mean, deviation } = channelMoments(Uint8Array.of(0, 51, 255, 51), 2);
  expect(mean[0]).toBeCloseTo(0.5, 12);
  expect(deviation[0]).toBeCloseTo(0.5, 12);
  expect(mean[1]).toBeCloseTo(0.2, 12);
  expect(deviation[1]).toBe(1);
});
