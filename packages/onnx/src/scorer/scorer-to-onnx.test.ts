import { FEATURE_KINDS, type FeatureKind, type Scorer, stream } from '@cede/core';
import * as ort from 'onnxruntime-node';
import { describe, expect, test } from 'vitest';
import { agreement, runOnnx } from '../../test/agreement.js';
import { integers, messages, parse, texts } from '../../test/parse.js';
import { hostileRows, randomScorer, type ScorerShape } from '../../test/random-scorer.js';
import { scorerToOnnx } from './scorer-to-onnx.js';
import { roundDown } from './threshold.js';

const paper: ScorerShape = {
  kind: 'paper',
  classes: 10,
  columns: 0,
  hidden: [64, 16],
  networks: 1,
  head: 'identity',
  combine: 'network',
};

const KINDS = FEATURE_KINDS.filter((kind) => kind !== 'columns');
const COMBINES = ['network', 'confidence', 'confidence-minus-network', 'share-difference'] as const;

/** All of them for the first kinds; the others are made of the same parts. */
const classCounts = (kind: FeatureKind): number[] => {
  if (kind === 'columns') return [0];
  return KINDS.indexOf(kind) < 5 ? [1, 2, 3, 10, 100] : [2, 11];
};

/** Every kind × head × combine, with and without columns, several depths and numbers of networks. */
function everyShape(): ScorerShape[] {
  const shapes: ScorerShape[] = [];
  const hiddens = [[64, 16], [], [7], [5, 3, 2], [256]];
  for (const kind of [...KINDS, 'columns'] as const)
    for (const classes of classCounts(kind))
      for (const columns of kind === 'columns' ? [1, 3] : [0, 2])
        for (const head of ['identity', 'softplus'] as const)
          for (const combine of COMBINES) {
            if (combine.startsWith('confidence') && classes === 0) continue;
            const hidden = hiddens[shapes.length % hiddens.length];
            const networks = 1 + (shapes.length % 3);
            const mixed = shapes.length % 4 === 3;
            shapes.push({ kind, classes, columns, mixed, head, combine, hidden, networks });
          }
  return shapes;
}

describe('an exported scorer agrees with core', () => {
  const shapes = everyShape();
  test(`in ${shapes.length} shapes, hostile rows among them`, async () => {
    for (const [i, shape] of shapes.entries()) {
      const scorer = randomScorer(shape, i);
      const { worst, wrong, deferred } = await agreement(scorer, hostileRows(scorer, 96, i));
      const where = JSON.stringify(shape);
      expect(worst, where).toBeLessThanOrEqual(1);
      expect(wrong, where).toBe(0);
      expect(deferred, where).toBeGreaterThan(0);
    }
  });

  test('with weighed pairs, an output beside them and trees', async () => {
    for (const [i, pairs] of [0, 1, 3].entries())
      for (const [kind, classes] of [
        ['columns', 0],
        ['wide-full-calibrated', 5],
        ['calibrated', 2],
      ] as const)
        for (const trees of [true, false]) {
          const shape = { ...paper, kind, classes, columns: 3, pairs, trees, networks: 2 };
          const scorer = randomScorer({ ...shape, combine: 'share-difference' }, i);
          const { worst, wrong, deferred } = await agreement(scorer, hostileRows(scorer, 2000, i));
          expect(worst).toBeLessThanOrEqual(1);
          expect(wrong).toBe(0);
          expect(deferred).toBeGreaterThan(0);
        }
  });

  test.each([
    [20_000, 3],
    [20_000, 10],
    [3_000, 100],
  ])('on %i rows of %i classes', async (rows, classes) => {
    const scorers = KINDS.map((kind) => randomScorer({ ...paper, kind, classes }, classes));
    // Without columns the rows are the same for all of them.
    const input = hostileRows(scorers[0], rows, classes);
    for (const scorer of scorers) {
      const { worst, wrong } = await agreement(scorer, input);
      expect(worst).toBeLessThanOrEqual(1);
      expect(wrong).toBe(0);
    }
  });

  test('confidence alone is the same number, and so is every decision', async () => {
    const scorer = randomScorer({ ...paper, combine: 'confidence' });
    const { worst, different } = await agreement(scorer, hostileRows(scorer, 5000));
    expect({ worst, different }).toEqual({ worst: 0, different: 0 });
  });

  test('rows rounded to two decimals are divided by their sum', async () => {
    const scorer = randomScorer({ ...paper, combine: 'confidence' });
    const row = [0.6, 0.35, 0, 0, 0, 0, 0, 0, 0, 0];
    const input = { rows: 1, model: Float32Array.from(row), columns: [] };
    const { score } = await runOnnx(scorerToOnnx({ scorer, thresholds: [0] }), input);
    expect(score[0]).toBeCloseTo(0.6 / 0.95, 6);
  });

  test('a difference would be seen: one weight changed', async () => {
    const scorer = randomScorer(paper);
    const input = hostileRows(scorer, 500);
    const [network] = scorer.networks;
    const layers = network.layers.map((layer) => ({ ...layer, biases: layer.biases.slice() }));
    layers.at(-1)!.biases[0] += 1e-4;
    const changed: Scorer = { ...scorer, networks: [{ ...network, layers }] };
    const { score } = await runOnnx(scorerToOnnx({ scorer, thresholds: [0] }), input);
    const other = await runOnnx(scorerToOnnx({ scorer: changed, thresholds: [0] }), input);
    expect(score.some((value, i) => Math.abs(value - other.score[i]) > 5e-5)).toBe(true);
  });
});

describe('an exported file', () => {
  const scorer = randomScorer({ ...paper, columns: 2 });
  const classes = Array.from({ length: 10 }, (_, c) => `class ${c}`);
  const file = scorerToOnnx({ scorer, thresholds: [0.25], classes, id: 'f00d' });

  test('says what it is', () => {
    const model = parse(file);
    expect(texts(model, 2)).toEqual(['cede']);
    const metadata = messages(model, 14).map((pair) => [texts(pair, 1)[0], texts(pair, 2)[0]]);
    expect(Object.fromEntries(metadata)).toEqual({
      'cede.policy': 'f00d',
      'cede.threshold': '0.25',
      'cede.classes': JSON.stringify(classes),
      'cede.columns': '["column 0","column 1"]',
    });
  });

  test('declares its inputs and outputs with a free number of rows', async () => {
    const [graph] = messages(parse(file), 7);
    const declared = (field: number) =>
      messages(graph, field).map((value) => {
        const [tensor] = messages(messages(value, 2)[0], 1);
        const sizes = messages(messages(tensor, 2)[0], 1);
        return [texts(value, 1)[0], ...sizes.map((d) => texts(d, 2)[0] ?? integers(d, 1)[0])];
      });
    expect(declared(11)).toEqual([
      ['probabilities', 'rows', 10],
      ['columns', 'rows', 2],
    ]);
    expect(declared(12)).toEqual([
      ['score', 'rows'],
      ['defer', 'rows'],
    ]);
    for (const rows of [1, 3]) {
      const session = await ort.InferenceSession.create(file);
      const { score, defer } = await session.run({
        probabilities: new ort.Tensor('float32', new Float32Array(rows * 10).fill(0.1), [rows, 10]),
        columns: new ort.Tensor('float32', new Float32Array(rows * 2), [rows, 2]),
      });
      expect([score.dims, defer.dims, defer.type]).toEqual([[rows], [rows], 'bool']);
    }
  });

  test('is the same bytes twice', () => {
    expect(scorerToOnnx({ scorer, thresholds: [0.25], classes, id: 'f00d' })).toEqual(file);
  });

  test.each([
    [-Infinity, 0],
    [Infinity, 100],
  ])('threshold %d defers %i of 100 rows', async (threshold, expected) => {
    const { defer } = await runOnnx(
      scorerToOnnx({ scorer, thresholds: [threshold] }),
      hostileRows(scorer, 100),
    );
    expect(defer.reduce((sum, value) => sum + value)).toBe(expected);
  });

  test.each<[string, Partial<Parameters<typeof scorerToOnnx>[0]>, RegExp]>([
    ['two thresholds', { thresholds: [1, 2] }, /thresholds are \[1, 2\] \(expected one number\)/],
    ['a missing network', { scorer: { ...scorer, networks: [] } }, /needs a network/],
    ['class names that do not fit', { classes: ['a'] }, /1 class names for 10 probabilities/],
    [
      'features that do not fit',
      { scorer: { ...scorer, features: { ...scorer.features, columns: [] } } },
      /network 1: reads 13 features and 10 classes \(expected 11 and 10\)/,
    ],
    [
      'several outputs',
      { scorer: { ...scorer, networks: [{ ...scorer.networks[0], outputs: 2 }] } },
      /has 2 outputs \(expected 1\)/,
    ],
  ])('%s: refused', (_, change, message) => {
    expect(() => scorerToOnnx({ scorer, thresholds: [0], ...change })).toThrow(message);
  });
});

test('a threshold rounded down decides every float32 score as the float64 does', () => {
  const random = stream(1, 'thresholds');
  const edges = [0, -0, 1e-60, -1e-60, 1, -1, 1e-45, -1e-45, 3e38, 1e39, -1e39];
  const drawn = Array.from({ length: 10_000 }, () => random.normal() * 2 ** (40 * random.normal()));
  for (const threshold of [...edges, ...drawn]) {
    const near = Float32Array.of(threshold, threshold * (1 + 1e-7), threshold * (1 - 1e-7), 0);
    for (const score of [...near, -(2 ** -149), 2 ** -149, 3.4028234663852886e38])
      if (Number.isFinite(score) && score <= roundDown(threshold) !== score <= threshold)
        expect.fail(`${score} ${threshold}`);
  }
});
