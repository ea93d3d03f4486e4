import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatures } from '../features/fit-spec.js';
import { inputOf } from '../features/input.js';
import { denseCount, type FeatureKind, nominalInputs } from '../features/spec.js';
import { initialNetwork } from '../network/network.js';
import type { Table } from '../table/table.js';
import type { TreePair } from '../trees/pair.js';
import { createRowScorer } from './row-scorer.js';
import { createRunner, scoreRows } from './runner.js';
import type { Combine, Scorer } from './scorer.js';

interface Recipe {
  readonly kind?: FeatureKind;
  readonly classes?: number;
  readonly columns?: number;
  readonly hidden?: readonly number[];
  readonly members?: number;
  readonly outputs?: number;
  readonly head?: Scorer['head'];
  readonly combine?: Combine;
  readonly shares?: readonly number[];
  readonly trees?: boolean;
}

function build(recipe: Recipe, rows = 70): { table: Table; scorer: Scorer } {
  const { kind = 'paper', classes = 5, columns = 0, hidden = [64, 16], members = 1 } = recipe;
  const table = randomTable({ rows, classes, columns });
  const { features } = fitFeatures(table, kind);
  const shape = {
    dense: denseCount(features),
    classes: features.classes,
    hidden,
    outputs: recipe.outputs ?? 1,
  };
  const networks = Array.from({ length: members }, (_, k) =>
    initialNetwork(shape, k, nominalInputs(features)),
  );
  return {
    table,
    scorer: {
      features,
      networks: recipe.combine === 'confidence' ? [] : networks,
      head: recipe.head ?? 'identity',
      combine: recipe.combine ?? 'network',
      ...(recipe.shares && { shares: recipe.shares }),
      ...(recipe.trees && { trees: pairOfTrees(denseCount(features) + 1) }),
    },
  };
}

/** One split on the first input, one on the model's answer. */
function pairOfTrees(width: number): TreePair {
  const trees = (cut: number) => ({
    width,
    start: 0.1,
    inputs: Int32Array.of(0, -1, width - 1, -1, -1),
    values: Float32Array.of(cut, 0.7, 0.5, -0.3, 0.2),
    lefts: Int32Array.of(1, 0, 3, 0, 0),
    roots: Int32Array.of(0),
  });
  return { share: 0.5, model: trees(0.4), expert: trees(0.9) };
}

const RECIPES: [string, Recipe][] = [
  ['the paper', {}],
  ['two classes', { classes: 2 }],
  ['100 classes', { classes: 100 }],
  ['full features and columns', { kind: 'full', columns: 2 }],
  ['linear', { kind: 'linear', hidden: [], columns: 1 }],
  ['calibrated and columns', { kind: 'calibrated', columns: 2 }],
  ['calibrated, 3 classes', { kind: 'calibrated', classes: 3 }],
  ['calibrated, 100 classes', { kind: 'calibrated', classes: 100 }],
  ['linear, calibrated', { kind: 'linear-calibrated', hidden: [], columns: 1 }],
  ['linear, full, calibrated', { kind: 'linear-full-calibrated', hidden: [], columns: 1 }],
  ['linear, full', { kind: 'linear-full', hidden: [], classes: 12 }],
  ['wide', { kind: 'wide-full-calibrated', classes: 12, columns: 2 }],
  ['wide, two classes', { kind: 'wide', classes: 2 }],
  ['two shares', { kind: 'linear', hidden: [], outputs: 2, combine: 'share-difference' }],
  [
    'two shares of two networks',
    { kind: 'linear-calibrated', outputs: 2, members: 2, columns: 2, combine: 'share-difference' },
  ],
  [
    'three shares, a rest and trees',
    {
      ...{ kind: 'wide-full-calibrated', classes: 12, columns: 2, outputs: 7, members: 2 },
      ...{ combine: 'share-difference', shares: [0.4, 0.1, 0.2], trees: true },
    },
  ],
  [
    'a rest and trees, no classes',
    {
      ...{ kind: 'columns', columns: 3, hidden: [], outputs: 1 },
      ...{ combine: 'share-difference', shares: [], trees: true },
    },
  ],
  ['no classes', { kind: 'columns', columns: 3 }],
  ['three members through softplus', { members: 3, head: 'softplus' }],
  ['minus the network', { combine: 'confidence-minus-network' }],
  ['confidence alone', { combine: 'confidence' }],
  ['odd widths', { hidden: [5, 7, 3] }],
];

const rowOf = (table: Table, i: number) => {
  const classes = table.classes.length;
  return table.model!.subarray(i * classes, (i + 1) * classes);
};

describe.each(RECIPES)('scorer: %s', (_name, recipe) => {
  it('a single decision is the batch score, bit for bit', () => {
    const { table, scorer } = build(recipe);
    const scores = scoreRows(scorer, inputOf(table, scorer.features));
    const scoreRow = createRowScorer(scorer, table.classes);
    expect(new Set(scores).size).toBeGreaterThan(10);
    for (let i = 0; i < table.rows; i++) {
      const columns = table.columns.map(({ values }) => values[i]);
      expect(scoreRow(rowOf(table, i), columns)).toBe(scores[i]);
    }
  });

  it('any part of the table scores as in the whole', () => {
    const { table, scorer } = build(recipe, 2100); // more than two chunks of 1024
    const input = inputOf(table, scorer.features);
    const scores = scoreRows(scorer, input);
    const runner = createRunner(scorer);
    const part = new Float32Array(1030);
    runner.score(input, 1000, 1030, part);
    expect(part).toEqual(scores.slice(1000, 2030));
  });
});

describe('without WebAssembly', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it.each(RECIPES)(
    '%s: the plain code gives the same scores to float32 rounding',
    async (_name, recipe) => {
      const { table, scorer } = build(recipe);
      const input = inputOf(table, scorer.features);
      const scores = scoreRows(scorer, input);
      vi.stubGlobal('WebAssembly', undefined);
      vi.resetModules();
      const { scoreRows: plainScores } = await import('./runner.js');
      const { createRowScorer: plainRowScorer } = await import('./row-scorer.js');
      const { createKernel } = await import('../kernel/instance.js');
      expect(() => createKernel()).toThrow('no WebAssembly SIMD');
      const plain = plainScores(scorer, input);
      const scoreRow = plainRowScorer(scorer, table.classes);
      scores.forEach((score, i) => {
        expect(Math.abs(plain[i] - score)).toBeLessThan(1e-5);
        const columns = table.columns.map(({ values }) => values[i]);
        expect(scoreRow(rowOf(table, i), columns)).toBe(plain[i]);
      });
    },
  );
});

describe('several outputs', () => {
  it('are scored row by row, each as a network of its own would', () => {
    const { table, scorer } = build({ outputs: 3, hidden: [8] });
    const input = inputOf(table, scorer.features);
    const all = scoreRows(scorer, input);
    const [network] = scorer.networks;
    for (const o of [0, 1, 2]) {
      const [first, last] = network.layers;
      const alone: Scorer = {
        ...scorer,
        networks: [
          {
            ...network,
            outputs: 1,
            layers: [
              first,
              {
                inputs: 8,
                outputs: 1,
                weights: last.weights.filter((_, i) => i % 3 === o),
                biases: last.biases.slice(o, o + 1),
              },
            ],
          },
        ],
      };
      scoreRows(alone, input).forEach((score, i) => {
        expect(score).toBeCloseTo(all[3 * i + o], 6);
      });
    }
  });
});

describe('one decision refuses', () => {
  const { table, scorer } = build({ columns: 1, classes: 3 });
  const scoreRow = createRowScorer(scorer, table.classes);
  it.each([
    [
      [0.5, 0.5],
      [1],
      'decision: 2 probabilities (expected 3, one for each of class 0, class 1, class 2).',
    ],
    [[0.5, 0.4, 0.4], [1], 'decision: the probabilities sum to 1.3 (expected 1 ± 0.01).'],
    [[1.5, -0.5, 0], [1], 'decision: the probability of class class 1 is -0.5'],
    [[Number.NaN, 1, 0], [1], 'the probability of class class 0 is NaN'],
    [[1, 0, 0], [], 'decision: 0 feature columns (expected 1: column 0).'],
    [[1, 0, 0], [Infinity], 'decision: feature column 0 is Infinity (expected a finite number).'],
  ])('%j with columns %j', (p, columns, message) => {
    expect(() => scoreRow(p, columns)).toThrow(message);
  });

  it('but divides a row by its sum within the tolerance', () => {
    const off = [0.503, 0.302, 0.2];
    const sum = off.reduce((total, p) => total + Math.fround(p), 0);
    expect(scoreRow(off, [1])).toBe(
      scoreRow(
        off.map((p) => Math.fround(p) / sum),
        [1],
      ),
    );
    expect(scoreRow(off, [1])).not.toBe(scoreRow([0.5, 0.3, 0.2], [1]));
  });

  it('columns are read as Float32, as a table keeps them', () => {
    // A narrow column: what Float32 rounds off 0.1 is 1.5 thousandths of its deviation.
    const narrow = { ...scorer.features, columns: [{ name: 'x', mean: 0.1, deviation: 1e-6 }] };
    const close = createRowScorer({ ...scorer, features: narrow }, table.classes);
    expect(close([1, 0, 0], [0.1])).toBe(close([1, 0, 0], [Math.fround(0.1)]));
    expect(close([1, 0, 0], [0.1])).not.toBe(close([1, 0, 0], [0.1 + 1e-8]));
  });

  it('names only the first of many classes', () => {
    const many = build({ classes: 5 });
    expect(() => createRowScorer(many.scorer, many.table.classes)([1], [])).toThrow(
      'one for each of class 0, class 1, class 2, …).',
    );
  });
});

describe('fresh networks', () => {
  it('draw from U(±1/√fan_in), as many inputs as the paper counts', () => {
    const network = initialNetwork({ dense: 5, classes: 4, hidden: [64, 16], outputs: 1 }, 1, 15);
    network.layers.forEach(({ weights, biases, inputs }, l) => {
      const bound = 1 / Math.sqrt(l === 0 ? 15 : inputs);
      const all = [...weights, ...biases];
      const largest = Math.max(...all.map(Math.abs));
      expect(largest).toBeLessThanOrEqual(bound);
      expect(largest).toBeGreaterThan(bound * 0.8);
      const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
      expect(Math.abs(mean)).toBeLessThan((4 * bound) / Math.sqrt(3 * all.length));
    });
  });

  it.each([
    [{ dense: 0, classes: 0, hidden: [8], outputs: 1 }, 'network: has no inputs.'],
    [
      { dense: 2, classes: 0, hidden: [0], outputs: 1 },
      "a layer's width must be a whole number from 1 to 4096, got 0",
    ],
    [{ dense: 2, classes: 0, hidden: [2.5], outputs: 1 }, 'got 2.5 instead'],
    [{ dense: 2, classes: 0, hidden: [], outputs: 5000 }, 'got 5000 instead'],
  ])('%j is refused', (shape, message) => {
    expect(() => initialNetwork(shape, 1)).toThrow(message);
  });
});
