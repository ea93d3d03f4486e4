import { describe, expect, it } from 'vitest';
import { validateFeatureSpec } from '../src/features/spec.js';
import {
  type Arrays,
  deferralCurve,
  type FeatureKind,
  fitFeatureSpec,
  fitPolicy,
  InputError,
  inputOf,
  methodNamed,
  outcomesOf,
  type Table,
  tableFromArrays,
  validateProbabilities,
  validateTable,
} from '../src/index.js';
import { expertLosses, modelLosses } from '../src/table/losses.js';
import { expertRight, modelRight } from '../src/table/outcomes.js';
import { classlessTable, randomTable } from './tables.js';

/** Every refusal is an InputError of one line that names what, where and what was found. */
function refuses(call: () => unknown, message: string): void {
  let caught: unknown;
  try {
    call();
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(InputError);
  expect((caught as Error).message).toContain(message);
  expect((caught as Error).message).toMatch(/^[^\n]+\.$/);
}

const good = randomTable({ rows: 3, columns: 1 });
const nan = Number.NaN;

describe('arrays that make no table', () => {
  const model = [
    [0.6, 0.4],
    [0.1, 0.9],
  ];
  it.each<[string, Arrays, string]>([
    ['nothing', {}, 'table: has 0 rows (expected at least one).'],
    ['no rows', { label: [], model: [] }, 'table: has 0 rows'],
    [
      'one class',
      { label: [0], model: [[1]] },
      'table: has one class (expected two or more, or none at all).',
    ],
    [
      'a short row',
      { label: [0, 1], model: [[0.6, 0.4], [1]] },
      'row 2: model has 1 probabilities (expected 2).',
    ],
    [
      'a label out of range',
      { label: [0, 2], model },
      'row 2: label is 2 (expected a class index from 0 to 1).',
    ],
    ['a fractional label', { label: [0, 0.5], model }, 'row 2: label is 0.5'],
    [
      'a name that is no class',
      { label: [0, 'dog'], model },
      'row 2: label is "dog" (expected a class index from 0 to 1, or one of 0, 1).',
    ],
    ['too few labels', { label: [0], model }, 'label: 1 labels for 2 rows.'],
    [
      'logits',
      {
        label: [0, 1],
        model: [
          [2, 3],
          [0.5, 0.5],
        ],
      },
      'row 1: model probabilities sum to 5 (expected 1 ± 0.01). If these are logits',
    ],
    [
      'a negative probability',
      {
        label: [0, 1],
        model: [
          [1.2, -0.2],
          [0.5, 0.5],
        ],
      },
      'row 1: model probability of class 1 is -0.2',
    ],
    [
      'NaN',
      {
        label: [0, 1],
        model: [
          [nan, 1],
          [0.5, 0.5],
        ],
      },
      'row 1: model probabilities sum to NaN',
    ],
    [
      'half a missing row',
      {
        label: [0, 1],
        model,
        expert: [
          [nan, 1],
          [0.5, 0.5],
        ],
      },
      'row 1: expert expert probabilities sum to NaN',
    ],
    [
      'a negative weight',
      { label: [0, 1], model, weight: [1, -1] },
      'row 2: weight is -1 (expected a finite number from 0).',
    ],
    ['too few weights', { label: [0, 1], model, weight: [1] }, 'weight: 1 numbers for 2 rows.'],
    [
      'an infinite column',
      { label: [0, 1], model, columns: { size: [1, Infinity] } },
      'row 2: feature size is Infinity (expected a finite number).',
    ],
    [
      'correctness of 2',
      { modelCorrect: [2], expertCorrect: [1], columns: { x: [1] } },
      'row 1: model_correct is 2 (expected a finite number from 0 to 1).',
    ],
    [
      'a negative loss',
      { modelLoss: [1], expertLoss: [-1], columns: { x: [1] } },
      'row 1: expert expert is -1',
    ],
    [
      'an expert of other rows',
      { label: [0, 1], model, expert: [0] },
      'expert expert: 1 labels for 2 rows.',
    ],
  ])('%s', (_name, arrays, message) => {
    refuses(() => tableFromArrays(arrays), message);
  });
});

describe('tables that are not one', () => {
  const three = (value: number) => new Float32Array(3).fill(value);
  const expert = (part: object) =>
    ({ ...good, experts: [{ ...good.experts[0], ...part }] }) as Table;
  it.each<[string, Table, string]>([
    ['a fractional row count', { ...good, rows: 2.5 }, 'table: has 2.5 rows'],
    [
      'too few probabilities',
      { ...good, model: three(1) },
      'model probabilities: 3 numbers (expected 3 rows × 4 classes = 12).',
    ],
    [
      'labels past the classes',
      { ...good, label: Int32Array.of(0, 4, 0) },
      'row 2: label is 4 (expected a class from 0 to 3).',
    ],
    ['a label of −1', { ...good, label: Int32Array.of(-1, 0, 0) }, 'row 1: label is -1'],
    [
      'an expert label of −2',
      expert({ kind: 'labels', labels: Int32Array.of(0, -2, 0) }),
      'row 2: expert expert is -2',
    ],
    [
      'negative votes',
      expert({ kind: 'votes', votes: new Float32Array(12).fill(-1) }),
      'row 1: expert expert has -1 votes for class 0',
    ],
    [
      'endless votes',
      expert({ kind: 'votes', votes: new Float32Array(12).fill(Infinity) }),
      'has Infinity votes for class 0',
    ],
    [
      'too few votes',
      expert({ kind: 'votes', votes: three(1) }),
      'expert expert: 3 counts (expected 3 rows × 4 classes).',
    ],
    [
      'no label votes',
      { ...good, labelVotes: new Float32Array(12) },
      'row 1: label votes has no votes.',
    ],
    [
      'a propensity of 2',
      expert({ propensity: three(2) }),
      "row 1: expert expert's propensity is 2",
    ],
    ['a negative cost', expert({ cost: three(-1) }), "row 1: expert expert's cost is -1"],
    ['a negative model cost', { ...good, modelCost: three(-1) }, 'row 1: model_cost is -1'],
    [
      'an infinite model loss',
      { ...good, modelLoss: three(Infinity) },
      'row 1: model_loss is Infinity',
    ],
    [
      'half-right above 1',
      expert({ kind: 'correct', correct: three(1.5) }),
      'row 1: expert expert is 1.5',
    ],
  ])('%s', (_name, table, message) => {
    refuses(() => validateTable(table), message);
    refuses(() => fitPolicy(table, { epochs: 1 }), message);
  });

  it('an expert who was not asked is no fault', () => {
    validateTable(expert({ kind: 'labels', labels: Int32Array.of(-1, 0, 1) }));
    validateTable(expert({ kind: 'correct', correct: Float32Array.of(1, nan, 0) }));
    validateTable(expert({ kind: 'votes', votes: new Float32Array(12).fill(1, 4) }));
    validateTable(expert({ probabilities: new Float32Array(12).fill(nan) }));
    refuses(
      () => validateProbabilities([nan, nan], 1, 2, 'model'),
      'row 1: model probabilities sum to NaN',
    );
  });
});

describe('a table that lacks what is asked of it', () => {
  const losses = classlessTable('losses');
  const correct = classlessTable('correct');
  const bare: Table = {
    rows: 3,
    classes: ['a', 'b', 'c', 'd'],
    model: good.model,
    experts: good.experts,
    columns: [],
  };
  const votes = randomTable({ rows: 3, expert: 'votes' });
  it.each<[string, () => unknown, string]>([
    [
      'no expert',
      () => outcomesOf({ ...good, experts: [] }),
      'table: expert 1 is asked for, there are 0.',
    ],
    ['no label', () => outcomesOf(bare), 'table: there is no label.'],
    ['no label for losses', () => modelLosses(bare, 'gce'), 'table: there is no label.'],
    [
      'no model',
      () => modelRight({ ...bare, model: undefined }),
      'table: the model has neither probabilities nor model_correct.',
    ],
    [
      'the expert has losses, the model none',
      () => outcomesOf({ ...losses, modelLoss: undefined }),
      'table: the expert has losses but the model has none.',
    ],
    [
      'losses are neither right nor wrong',
      () => expertRight(losses, losses.experts[0]),
      'expert expert: has losses, not answers',
    ],
    [
      'no model_loss',
      () => modelLosses(good, 'given'),
      'loss "given": the table has no model_loss column.',
    ],
    [
      'no expert_loss',
      () => expertLosses(good, good.experts[0], 'given'),
      'loss "given": the table has no expert_loss column.',
    ],
    [
      'no probabilities for gce',
      () => modelLosses(correct, 'gce'),
      'loss gce: the table has no class probabilities.',
    ],
    [
      'no model_correct',
      () => modelLosses(losses, 'zeroone'),
      'loss zeroone: the table has no model_correct column.',
    ],
    [
      'losses for gce',
      () => expertLosses(losses, losses.experts[0], 'gce'),
      'expert expert has losses of its own. Use given.',
    ],
    [
      'correctness for gce',
      () => expertLosses(correct, correct.experts[0], 'gce'),
      'expert expert is only right or wrong. Use zeroone.',
    ],
    [
      'votes on both sides',
      () => expertLosses({ ...votes, label: undefined }, votes.experts[0], 'zeroone'),
      'table: expert and truth are both votes.',
    ],
    [
      'features without classes',
      () => fitFeatureSpec(correct, 'paper'),
      'features paper: the table has no class probabilities. Use "columns".',
    ],
    [
      'no features at all',
      () => fitFeatureSpec({ ...correct, columns: [] }),
      'has neither class probabilities nor feature columns.',
    ],
    [
      'a column with an infinity',
      () =>
        fitFeatureSpec({
          ...good,
          columns: [{ name: 'x', values: Float32Array.of(1, Infinity, 2) }],
        }),
      'feature x, row 2: found Infinity',
    ],
    [
      'weights of 0',
      () => fitFeatureSpec({ ...good, weight: new Float32Array(3) }),
      'features: the weights of the rows sum to 0.',
    ],
    [
      'another number of classes',
      () => inputOf(randomTable({ classes: 3 }), fitFeatureSpec(good)),
      'table: has 3 classes (expected 4, as the scorer was fitted with).',
    ],
    [
      'no probabilities to score',
      () => inputOf(correct, fitFeatureSpec(good)),
      'table: has no model probabilities (expected 4 classes).',
    ],
    [
      'a missing column',
      () => inputOf({ ...good, columns: [] }, fitFeatureSpec(good)),
      'table: feature column column 0 is missing',
    ],
    ['curves of nothing', () => deferralCurve([], [], []), 'curve: there are no rows.'],
    [
      'two-stage on losses',
      () =>
        methodNamed('two-stage').fit({
          ...randomTable({ expert: 'losses' }),
          modelLoss: new Float32Array(200),
        }),
      'two-stage needs answers that are right or wrong',
    ],
  ])('%s', (_name, call, message) => {
    refuses(call, message);
  });
});

describe('feature specs', () => {
  const columns = [{ name: 'x', mean: 0, deviation: 1 }];
  it.each<[object, string]>([
    [{ kind: 'pixels', classes: 2, columns }, 'features "pixels" are unknown.'],
    [
      { kind: 'paper', classes: 1.5, columns },
      'features: classes must be a whole number from 0, got 1.5',
    ],
    [{ kind: 'paper', classes: 0, columns }, "features paper: 0 classes don't fit."],
    [{ kind: 'columns', classes: 2, columns }, "features columns: 2 classes don't fit."],
    [
      { kind: 'full', classes: 2, columns },
      'features full: 0 standardised log-probabilities (expected 2).',
    ],
    [
      { kind: 'paper', classes: 2, columns: [{ name: 'x', mean: nan, deviation: 1 }] },
      'feature x: mean NaN and deviation 1',
    ],
  ])('%j', (spec, message) => {
    refuses(
      () => validateFeatureSpec(spec as { kind: FeatureKind; classes: number; columns: [] }),
      message,
    );
  });
});
