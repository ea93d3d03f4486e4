import { expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatureSpec } from '../features/fit-spec.js';
import { denseCount, nominalInputs } from '../features/spec.js';
import { permutation } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { RATIO_LOSSES } from '../ratio/registry.js';
import { initialNetwork, type Network } from '../scorer/network.js';
import { inputOf } from '../table/input.js';
import { PAPER_ADAM } from './adam.js';
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
