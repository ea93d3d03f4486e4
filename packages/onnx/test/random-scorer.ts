import type {
  ColumnSpec,
  FeatureKind,
  FeatureSpec,
  Network,
  NetworkShape,
  Scorer,
  Stream,
  Trees,
} from '@cede/core';
import { denseCount, stream } from '@cede/core';

export interface ScorerShape {
  readonly kind: FeatureKind;
  readonly classes: number;
  readonly columns: number;
  /** Categories and columns with gaps beside the plain numbers. */
  readonly mixed?: boolean;
  readonly hidden: readonly number[];
  readonly networks: number;
  readonly head: Scorer['head'];
  readonly combine: Scorer['combine'];
  /** For `share-difference`: so many weighed pairs and one output more; 1 pair that weighs 1 if left out. */
  readonly pairs?: number;
  readonly trees?: boolean;
}

export interface Rows {
  readonly rows: number;
  readonly model?: Float32Array;
  readonly columns: { values: Float32Array }[];
  readonly blocks?: readonly { width: number; values: Float32Array }[];
}

const unscaled = { mean: 0, deviation: 1 };
const levels = (count: number) => Array.from({ length: count }, (_, k) => `level ${k}`);
/** Every form a column can have; two plain ones stand apart from the others' and beside each other. */
const MIXED: readonly ColumnSpec[] = [
  { name: 'ward', ...unscaled, levels: levels(5) },
  { name: 'gappy', mean: 1e6 + 0.3, deviation: 7, missing: 'indicator' },
  { name: 'plain', mean: 3, deviation: 2 },
  { name: 'plain too', mean: -3, deviation: 0.2 },
  { name: 'code', ...unscaled, levels: levels(64), other: true, missing: 'indicator' },
  { name: 'filled', mean: 0.1, deviation: 0.3, missing: 'filled' },
  { name: 'empty', ...unscaled, levels: [], missing: 'indicator' },
  { name: 'team', ...unscaled, levels: levels(1), other: true, missing: 'filled' },
];

/** A scorer of this shape with weights of the size that training starts from. */
export function randomScorer(shape: ScorerShape, seed = 1): Scorer {
  const random = stream(seed, 'scorer');
  const features: FeatureSpec = {
    kind: shape.kind,
    classes: shape.classes,
    columns: [
      ...Array.from({ length: shape.columns }, (_, j) => ({
        name: `column ${j}`,
        mean: j === 0 ? 1e6 + 0.3 : random.normal(),
        deviation: j === 0 ? 7 : 0.5 + random.uniform(),
      })),
      ...(shape.mixed ? MIXED : []),
    ],
    ...(shape.kind.endsWith('calibrated') && {
      calibrated: {
        slope: 0.3 + 1.5 * random.uniform(),
        biases: Array.from({ length: shape.classes }, () => random.normal()),
        features: ['answer', 'doubt', 'entropy'].map((name) => ({
          name,
          mean: random.normal(),
          deviation: 0.2 + random.uniform(),
        })),
      },
    }),
    ...(shape.kind.includes('full') && {
      logProbabilities: Array.from({ length: shape.classes }, (_, c) => ({
        name: `log p(${c})`,
        mean: -5 * random.uniform(),
        deviation: 0.5 + 3 * random.uniform(),
      })),
    }),
  };
  const networks = Array.from({ length: shape.combine === 'confidence' ? 0 : shape.networks }, () =>
    randomNetwork(
      {
        dense: denseCount(features),
        classes: shape.classes,
        hidden: shape.hidden,
        outputs:
          shape.combine !== 'share-difference'
            ? 1
            : shape.pairs === undefined
              ? 2
              : 2 * shape.pairs + 1,
      },
      random,
    ),
  );
  const width = denseCount(features) + 1;
  return {
    ...{ features, networks, head: shape.head, combine: shape.combine },
    ...(shape.pairs !== undefined && {
      shares: Array.from({ length: shape.pairs }, () => 0.2 + random.uniform()),
    }),
    ...(shape.trees && {
      trees: {
        share: 0.7,
        model: randomTrees(width, shape.classes, random),
        expert: randomTrees(width, shape.classes, random),
      },
    }),
  };
}

/** Trees of seven nodes: a root, a leaf and an inner node, and so on; thresholds between answers. */
function randomTrees(width: number, classes: number, random: Stream): Trees {
  const trees = 5;
  const inputs: number[] = [];
  const values: number[] = [];
  const lefts: number[] = [];
  for (let t = 0; t < trees; t++)
    for (let k = 0; k < 7; k++) {
      const isInner = k === 0 || k === 2 || k === 3;
      const input = random.below(classes > 0 ? width : width - 1);
      inputs.push(isInner ? input : -1);
      const cut =
        input === width - 1 ? random.below(Math.max(1, classes)) + 0.5 : 0.5 * random.normal();
      values.push(isInner ? cut : random.normal());
      lefts.push(isInner ? 7 * t + { 0: 1, 2: 3, 3: 5 }[k as 0 | 2 | 3] : 0);
    }
  return {
    width,
    start: random.normal(),
    inputs: Int32Array.from(inputs),
    values: Float32Array.from(values),
    lefts: Int32Array.from(lefts),
    roots: Int32Array.from({ length: trees }, (_, t) => 7 * t),
  };
}

function randomNetwork(shape: NetworkShape, random: Stream): Network {
  const widths = [shape.dense + shape.classes, ...shape.hidden, shape.outputs];
  const layers = widths.slice(1).map((outputs, l) => {
    const bound = 1 / Math.sqrt(widths[l]);
    const draw = () => (2 * random.uniform() - 1) * bound;
    return {
      inputs: widths[l],
      outputs,
      weights: Float32Array.from({ length: widths[l] * outputs }, draw),
      biases: Float32Array.from({ length: outputs }, draw),
    };
  });
  return { ...shape, layers };
}

/**
 * Rows a table may hold, the hostile ones in every sixteen: certain answers, ties of all, ties of
 * two, denormals, exact zeros among ordinary numbers, almost certain answers.
 */
export function hostileRows(scorer: Scorer, rows: number, seed = 2): Rows {
  const random = stream(seed, 'rows');
  const { classes, columns } = scorer.features;
  const model = classes > 0 ? new Float32Array(rows * classes) : undefined;
  for (let i = 0; model && i < rows; i++) {
    const p = model.subarray(i * classes, (i + 1) * classes);
    const at = random.below(classes);
    const other = random.below(classes);
    const oddity = i % 16;
    if (oddity === 0) p[at] = 1;
    else if (oddity === 1) p.fill(1 / classes);
    else if (oddity === 2) {
      p[at] = 0.5;
      p[other] += 0.5;
    } else if (oddity === 3) {
      p.fill(1e-42);
      p[at] = 1;
    } else if (oddity === 4) {
      p.fill(1e-7 / classes);
      p[at] = 1 - 1e-7;
    } else spread(p, random, oddity === 5 ? 0.5 : 0);
  }
  return {
    rows,
    model,
    columns: columns.map((column) => ({
      values: Float32Array.from({ length: rows }, () => drawnValue(column, random)),
    })),
  };
}

/** A number, a code (of a level, a rare or a new one), or a gap where there may be one. */
function drawnValue({ mean, deviation, levels, missing }: ColumnSpec, random: Stream): number {
  if (missing && random.below(4) === 0) return Number.NaN;
  return levels ? random.below(levels.length + 2) : mean + deviation * random.normal();
}

/** A softmax-like row; `zeros` is the share of classes that get none. */
function spread(p: Float32Array, random: Stream, zeros: number): void {
  const sharpness = 8 * random.uniform();
  let sum = 0;
  for (let c = 0; c < p.length; c++) {
    p[c] = random.uniform() < zeros ? 0 : Math.exp(sharpness * random.normal());
    sum += p[c];
  }
  if (sum === 0) p[0] = 1;
  else for (let c = 0; c < p.length; c++) p[c] /= sum;
}
