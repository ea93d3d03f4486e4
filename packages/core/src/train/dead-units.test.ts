import { expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatureSpec } from '../features/fit-spec.js';
import { inputOf } from '../features/input.js';
import { denseCount, nominalInputs } from '../features/spec.js';
import { initialNetwork, type Network } from '../network/network.js';
import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { RATIO_LOSSES } from '../ratio/registry.js';
import { outputsOf } from '../scorer/reference.js';
import { PAPER_ADAM } from './adam.js';
import { liveUnits, withoutOthers, withZeros } from './dead-units.js';
import type { TrainingEngine, TrainingProblem } from './engine.js';
import { kernelEngine } from './kernel-engine.js';
import { referenceEngine } from './reference-engine.js';

const ROWS = 64;
const WIDTH = 24;

/** Three classes, of which the model never answers the last: nothing but decay reaches its weights. */
function problem(change: (initial: Network) => void): TrainingProblem {
  const table = randomTable({ rows: ROWS, classes: 3, columns: 0 });
  const model = table.model!;
  for (let i = 0; i < ROWS; i++)
    model.subarray(3 * i, 3 * i + 3).sort((a, b) => (i % 2 ? b - a : a - b));
  for (let i = 0; i < ROWS; i += 2) model.copyWithin(3 * i + 1, 3 * i + 2, 3 * i + 3);
  const features = fitFeatureSpec(table, 'paper');
  const random = stream(2, 'objective');
  const draw = () => Float32Array.from({ length: ROWS }, () => random.uniform());
  const shape = { dense: denseCount(features), classes: 3, hidden: [WIDTH, 8], outputs: 1 };
  const initial = initialNetwork(shape, 1, nominalInputs(features));
  change(initial);
  return {
    input: inputOf(table, features),
    features,
    objective: { partial: RATIO_LOSSES.squared, plus: draw(), minus: draw() },
    initial,
    batch: 8,
    adam: PAPER_ADAM,
  };
}

function trainEpochs(engine: TrainingEngine, epochs: number): Network {
  const order = permutation(ROWS, stream(4, 'order'));
  for (let epoch = 0; epoch < epochs; epoch++) engine.advance(order, 0, ROWS);
  return engine.network();
}

const lastClass = ({ layers }: Network) =>
  layers[0].weights.subarray((layers[0].inputs - 1) * WIDTH, layers[0].inputs * WIDTH);
const zerosLike = (network: Network): Network => ({
  ...network,
  layers: network.layers.map(({ weights, biases, ...sizes }) => ({
    ...sizes,
    weights: new Float32Array(weights.length),
    biases: new Float32Array(biases.length),
  })),
});
const parametersOf = ({ layers }: Network) =>
  layers.flatMap(({ weights, biases }) => [...weights, ...biases]);

it('weights that only decay become zero, not denormal; the others are the reference engine’s', () => {
  const given = problem((initial) => lastClass(initial).fill(0.01));
  const kernel = kernelEngine(given);
  const reference = referenceEngine(given);
  const tiny = (network: Network) =>
    parametersOf(network).filter((weight) => weight !== 0 && Math.abs(weight) < 2 ** -60).length;
  let passedThrough = 0;
  for (let round = 0; round < 30; round++) {
    expect(tiny(trainEpochs(kernel, 10))).toBe(0);
    passedThrough += tiny(trainEpochs(reference, 10));
  }
  expect(passedThrough).toBeGreaterThan(WIDTH); // without the rule they are there
  expect([...lastClass(kernel.network())].every((weight) => weight === 0)).toBe(true);
  // Rounding has moved single weights apart in 2,400 steps; what is learned is the same.
  const everyRow = permutation(ROWS, stream(4, 'order'));
  const losses = [kernel, reference].map((engine) => engine.loss(everyRow, 0, ROWS) / ROWS);
  expect(losses[0]).toBeCloseTo(losses[1], 4);
  const all = parametersOf(kernel.network());
  expect(all.filter((weight) => Math.abs(weight) > 0.01).length).toBeGreaterThan(100);
});

/** Units without any weight: two thirds of the first layer, in no order, so that it can be narrower. */
const DEAD = [0, 2, 3, 5, 7, 8, 11, 12, 13, 14, 16, 17, 19, 20, 22, 23];

function kill({ layers }: Network): void {
  for (const unit of DEAD) {
    const [first, second] = layers;
    for (let i = 0; i < first.inputs; i++) first.weights[i * WIDTH + unit] = 0;
    first.biases[unit] = 0;
    second.weights.fill(0, unit * second.outputs, (unit + 1) * second.outputs);
  }
}

it('going on without dead units gives the same bytes, zeros in their places', () => {
  const given = problem(kill);
  const order = permutation(ROWS, stream(4, 'order'));
  // The eighth call looks for dead units: 7 whole epochs come before it, 7 halved ones do not.
  const whole = kernelEngine(given);
  const dropping = kernelEngine(given);
  for (let epoch = 0; epoch < 7; epoch++) {
    whole.advance(order, 0, ROWS);
    dropping.advance(order, 0, ROWS / 2);
    dropping.advance(order, ROWS / 2, ROWS / 2);
  }
  const narrow = dropping.network();
  expect(narrow).toEqual(whole.network());
  expect(dropping.loss(order, 0, ROWS)).toBe(whole.loss(order, 0, ROWS));
  for (const unit of DEAD) expect(narrow.layers[0].biases[unit]).toBe(0);
  expect(narrow.hidden).toEqual([WIDTH, 8]);
});

it('finds the live units, takes the others out and puts them back', () => {
  const { initial } = problem(kill);
  const nothing = zerosLike(initial);
  const live = liveUnits(initial, nothing);
  expect(live[0]).toEqual(
    Array.from({ length: WIDTH }, (_, i) => i).filter((i) => !DEAD.includes(i)),
  );
  expect(live[1]).toHaveLength(8);
  const smaller = withoutOthers(initial, live);
  expect(smaller.layers[0].biases[1]).toBe(initial.layers[0].biases[4]);
  expect(smaller.layers[1].weights[2 * 8 + 3]).toBe(initial.layers[1].weights[6 * 8 + 3]);
  expect(withZeros(smaller, initial, live)).toEqual(initial);
  const probabilities = [0.2, 0.7, 0.1, 0.4];
  expect(outputsOf(smaller, probabilities, 1, 'identity')).toEqual(
    outputsOf(initial, probabilities, 1, 'identity'),
  );
  // A moment alone keeps a unit: it will still move.
  const moving = zerosLike(initial);
  moving.layers[1].weights[2 * 8] = 1e-9;
  expect(liveUnits(initial, moving)[0]).toContain(2);
  expect(liveUnits(nothing, nothing)).toEqual([[0], [0, 1, 2, 3, 4, 5, 6, 7]]);
});
