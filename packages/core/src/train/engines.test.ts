import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatures } from '../features/fit-spec.js';
import { denseCount, type FeatureKind, nominalInputs } from '../features/spec.js';
import { initialNetwork, type Network } from '../network/network.js';
import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { exponential } from '../ratio/exponential.js';
import type { PartialLosses } from '../ratio/partial.js';
import { RATIO_LOSSES } from '../ratio/registry.js';
import { outputsOf } from '../scorer/reference.js';
import { PAPER_ADAM } from './adam.js';
import type { TrainingProblem } from './engine.js';
import { kernelEngine } from './kernel-engine.js';
import { lossAndSlope, referenceEngine } from './reference-engine.js';

const PARTIALS: PartialLosses[] = [...Object.values(RATIO_LOSSES), exponential];

interface Shape {
  readonly hidden: readonly number[];
  readonly outputs?: number;
  readonly kind?: FeatureKind;
  readonly columns?: number;
  readonly classes?: number;
  readonly batch?: number;
}

/** A training problem with random weights a, b; some of them 0, as γ = 0 gives. */
function problem(partial: PartialLosses, shape: Shape, rows = 150): TrainingProblem {
  const { hidden, outputs = 1, kind = 'paper', columns = 0, classes = 5, batch = 32 } = shape;
  const table = randomTable({ rows, classes, columns });
  const { features, input } = fitFeatures(table, kind);
  const random = stream(9, 'objective');
  const draw = () =>
    Float32Array.from({ length: rows * outputs }, () =>
      random.uniform() < 0.2 ? 0 : random.uniform(),
    );
  return {
    input,
    features,
    objective: { partial, plus: draw(), minus: draw() },
    initial: initialNetwork(
      { dense: denseCount(features), classes: features.classes, hidden, outputs },
      3,
      nominalInputs(features),
    ),
    batch,
    adam: PAPER_ADAM,
  };
}

function largestDifference(a: Network, b: Network): number {
  let most = 0;
  a.layers.forEach((layer, l) => {
    for (const part of ['weights', 'biases'] as const)
      layer[part].forEach((value, i) => {
        most = Math.max(most, Math.abs(value - b.layers[l][part][i]));
      });
  });
  return most;
}

/** Trains the same steps on both engines. */
function trainBoth(given: TrainingProblem, epochs: number) {
  const engines = [kernelEngine(given), referenceEngine(given)];
  const order = permutation(given.input.rows, stream(4, 'order'));
  const losses = engines.map((engine) => {
    let last = 0;
    for (let epoch = 0; epoch < epochs; epoch++) last = engine.advance(order, 0, order.length);
    return last;
  });
  const heldOut = engines.map((engine) => engine.loss(order, 10, 55));
  return { losses, heldOut, networks: engines.map((engine) => engine.network()) };
}

const SHAPES: [string, Shape][] = [
  ['64–16–1, the paper', { hidden: [64, 16] }],
  ['one layer', { hidden: [8] }],
  ['no hidden layer', { hidden: [] }],
  ['odd widths, odd batch', { hidden: [5, 7, 3], batch: 37 }],
  ['three outputs', { hidden: [16, 8], outputs: 3 }],
  ['three outputs, no hidden layer', { hidden: [], outputs: 3 }],
  ['columns beside classes', { hidden: [64, 16], columns: 3 }],
  ['full features', { hidden: [64, 16], kind: 'full' }],
  ['calibrated features', { hidden: [64, 16], kind: 'calibrated' }],
  ['no classes at all', { hidden: [64, 16], kind: 'columns', columns: 2 }],
  ['no classes, no hidden layer', { hidden: [], kind: 'columns', columns: 2 }],
  ['eleven classes, batch of one', { hidden: [8, 8], classes: 11, batch: 1 }],
];

describe.each(PARTIALS.map((partial) => [partial.name, partial] as const))(
  'kernel against reference, %s',
  (_name, partial) => {
    it.each(SHAPES)('%s', (_shape, shape) => {
      // 150 rows in batches of 32: the last batch is short (22 rows).
      const given = problem(partial, shape);
      const { losses, heldOut, networks } = trainBoth(given, shape.batch === 1 ? 1 : 8);
      expect(largestDifference(networks[0], given.initial)).toBeGreaterThan(1e-3); // it moved
      expect(largestDifference(networks[0], networks[1])).toBeLessThan(2e-4);
      expect(losses[0]).toBeCloseTo(losses[1], 2);
      expect(heldOut[0]).toBeCloseTo(heldOut[1], 2);
    });
  },
);

it('many batches in several calls are the same steps', () => {
  const given = problem(RATIO_LOSSES.squared, { hidden: [8], batch: 2 }, 400);
  const { networks } = trainBoth(given, 1); // 200 batches, 64 a call
  expect(largestDifference(networks[0], networks[1])).toBeLessThan(2e-4);
});

describe('gradients against finite differences', () => {
  it.each(PARTIALS.map((partial) => [partial.name, partial] as const))(
    '%s: at the raw output, through its head',
    (_name, partial) => {
      for (const raw of [-3, -0.7, 0.001, 0.4, 2.5]) {
        for (const [a, b] of [
          [0.7, 0.3],
          [0, 1],
          [1, 0],
        ]) {
          const h = 1e-5;
          const [up] = lossAndSlope(partial, raw + h, a, b);
          const [down] = lossAndSlope(partial, raw - h, a, b);
          expect(lossAndSlope(partial, raw, a, b)[1]).toBeCloseTo((up - down) / (2 * h), 5);
        }
      }
    },
  );

  it.each(PARTIALS.map((partial) => [partial.name, partial] as const))(
    '%s: every weight and bias of a network with two outputs',
    (_name, partial) => {
      // One step of plain descent (Adam's first step is the sign, so read the moments instead):
      // with β = 0 and ε large, the step is lr·g/ε, the gradient itself.
      const epsilon = 1e6;
      const base = problem(partial, { hidden: [6, 5], outputs: 2, columns: 1 }, 24);
      const louder = (values: Float32Array) => values.map((value) => 2 * value);
      const given = {
        ...base,
        // Larger weights than a fresh network has, so that gradients reach the first layer.
        initial: {
          ...base.initial,
          layers: base.initial.layers.map((layer) => ({
            ...layer,
            weights: louder(layer.weights),
          })),
        },
        batch: 24,
        adam: { learningRate: epsilon, weightDecay: 0, beta1: 0, beta2: 0, epsilon },
      };
      const order = permutation(24, stream(1, 'order'));
      const { initial } = given;
      const lossAt = (network: Network) =>
        referenceEngine({ ...given, initial: network }).loss(order, 0, 24) / 24;
      const after = [referenceEngine, kernelEngine].map((factory) => {
        const engine = factory(given);
        engine.advance(order, 0, 24);
        return engine.network();
      });
      let large = 0;
      initial.layers.forEach((layer, l) => {
        for (const part of ['weights', 'biases'] as const) {
          for (let i = 0; i < layer[part].length; i++) {
            const h = 2 ** -12;
            const moved = (by: number): Network => ({
              ...initial,
              layers: initial.layers.map((other, k) =>
                k === l
                  ? { ...other, [part]: other[part].map((v, j) => (j === i ? v + by : v)) }
                  : other,
              ),
            });
            const numeric = (lossAt(moved(h)) - lossAt(moved(-h))) / (2 * h);
            for (const network of after) {
              const analytic = layer[part][i] - network.layers[l][part][i];
              expect(Math.abs(analytic - numeric)).toBeLessThan(2e-4 + 1e-3 * Math.abs(numeric));
            }
            if (Math.abs(numeric) > 0.01) large++;
          }
        }
      });
      expect(large).toBeGreaterThan(20); // there was something to compare
    },
  );
});

it('the forward pass by hand: two inputs, a class, one hidden unit', () => {
  const network: Network = {
    dense: 2,
    classes: 2,
    hidden: [1],
    outputs: 1,
    layers: [
      {
        inputs: 4,
        outputs: 1,
        weights: Float32Array.of(1, -2, 0.5, 3),
        biases: Float32Array.of(0.25),
      },
      { inputs: 1, outputs: 1, weights: Float32Array.of(2), biases: Float32Array.of(-1) },
    ],
  };
  // 0.25 + 1·3 − 2·1 + 3 (class 1) = 4.25 → ReLU → 2·4.25 − 1 = 7.5
  expect(outputsOf(network, [3, 1], 1, 'identity')[0]).toBe(7.5);
  // class 0 with a large second input: the hidden unit is off
  expect(outputsOf(network, [0, 9], 0, 'identity')[0]).toBe(-1);
  expect(outputsOf(network, [0, 9], 0, 'softplus')[0]).toBeCloseTo(Math.log1p(Math.exp(-1)), 12);
});
