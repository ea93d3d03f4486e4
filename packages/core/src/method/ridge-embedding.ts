import { encodeFloats } from '../encoding/base64.js';
import { blockColumns, blockSpec, ownColumns, withDirection } from '../features/blocks.js';
import { columnWidth } from '../features/column-spec.js';
import { fitColumn, fitFeatures } from '../features/fit-spec.js';
import { columnsAt, denseCount, type FeatureKind, type FeatureSpec } from '../features/spec.js';
import type { Table } from '../table/table.js';
import { type FeatureBlocks, featureBlocks } from '../train/feature-blocks.js';
import { wideRidge } from '../train/wide-ridge.js';
import { comparison } from './diff01.js';
import type { Method } from './method.js';
import { fittedScorer } from './network-fit.js';
import { refusing, unusable, withoutExpert } from './refuse.js';

const NAME = 'ridge-embedding';

/**
 * Ridge regression of [model right] − [expert right] on all numbers of an embedding, and on the
 * inputs of `ridge` beside it. Other methods see an embedding behind a random projection, which loses
 * most of a direction that says little of how embeddings vary.
 */
export const ridgeEmbedding: Method = refusing({
  name: NAME,
  family: 'comparison',
  seeded: false,
  deployable: true,
  whyUnusable: (table, expert) =>
    withoutExpert(NAME, table, expert) ??
    (wideBlocks(table).length > 0
      ? null
      : unusable(
          NAME,
          'needs an embedding: a list of more than 64 numbers in every row. Use ridge.',
          'features-missing',
        )),
  fit(table, options = {}) {
    const { target, weight } = comparison(table, options.expert ?? 0);
    const { features, input } = fitFeatures(table, options.features ?? usualKind(table));
    const rows = featureBlocks(input, features);
    const weights = weight ?? new Float64Array(table.rows).fill(1);
    const { inputs, scales } = spreadInputs(rows, layout(features).beside, weights);
    const rule = wideRidge({
      ...{ blocks: wideBlocks(table), inputs, width: scales.length, target, weight: weights },
      clusters: table.cluster?.index,
    });
    const wide = withRules(table, features, rule.directions);
    const { beside, ends } = layout(wide);
    const dense = denseCount(wide);
    const weightsOf = new Float32Array(dense + wide.classes);
    rule.coefficients.forEach((value, k) => {
      const at = k < beside.length ? beside[k] : dense + k - beside.length;
      weightsOf[at] = value * scales[k];
    });
    let { constant } = rule;
    // A direction's sum stands in its block's last column, and columns are standardised.
    const lasts = wide.columns.filter((_, j) => !features.columns.includes(wide.columns[j]));
    ends.forEach((at, b) => {
      weightsOf[at] = lasts[b].deviation;
      constant += lasts[b].mean;
    });
    const layer = {
      ...{ inputs: weightsOf.length, outputs: 1, weights: weightsOf },
      biases: Float32Array.of(constant),
    };
    const shape = { dense, classes: wide.classes, hidden: [], outputs: 1 };
    return fittedScorer({
      features: wide,
      networks: [{ ...shape, layers: [layer] }],
      head: 'identity',
      combine: 'network',
    });
  },
});

function usualKind(table: Table): FeatureKind {
  if (!table.model) return 'columns';
  return table.label || table.labelVotes ? 'linear-calibrated' : 'linear';
}

/** Blocks that the others see behind a projection. */
const wideBlocks = ({ blocks = [] }: Table) =>
  blocks.filter((block) => blockSpec(block).seed !== undefined);

/** Where among the dense inputs the others stand, in their order, and where each wide block ends. */
function layout(features: FeatureSpec): { beside: number[]; ends: number[] } {
  const { blocks = [] } = features;
  const own = ownColumns(features).reduce((sum, column) => sum + columnWidth(column), 0);
  let at = columnsAt(features) + own;
  const beside = Array.from({ length: at }, (_, k) => k);
  const ends: number[] = [];
  for (const { inputs, seed } of blocks) {
    if (seed === undefined) for (let k = 0; k < inputs; k++) beside.push(at + k);
    else ends.push(at + inputs - 1);
    at += inputs;
  }
  return { beside, ends };
}

/** The inputs beside the blocks, each of spread 1, and the model's answer. */
function spreadInputs(rows: FeatureBlocks, beside: readonly number[], weight: ArrayLike<number>) {
  const width = beside.length + rows.classes;
  const inputs = new Float64Array(rows.rows * width);
  for (const { from, count, values, answers } of rows.blocks())
    for (let i = 0; i < count; i++) {
      const at = (from + i) * width;
      for (let k = 0; k < beside.length; k++) inputs[at + k] = values[i * rows.dense + beside[k]];
      if (rows.classes > 0) inputs[at + beside.length + answers[i]] = 1;
    }
  const scales = new Float64Array(width).fill(1);
  for (let k = 0; k < beside.length; k++) {
    scales[k] = scaleOf(inputs, k, width, weight);
    for (let i = k; i < inputs.length; i += width) inputs[i] *= scales[k];
  }
  return { inputs, scales };
}

/** 1 over the deviation; 0 for an input that is the same everywhere. */
function scaleOf(inputs: Float64Array, at: number, width: number, weight: ArrayLike<number>) {
  let [mass, sum, squares] = [0, 0, 0];
  for (let i = 0; i < weight.length; i++) {
    mass += weight[i];
    sum += weight[i] * inputs[i * width + at];
  }
  for (let i = 0; i < weight.length; i++)
    squares += weight[i] * (inputs[i * width + at] - sum / mass) ** 2;
  const deviation = Math.sqrt(squares / mass);
  return deviation > 1e-6 * Math.abs(sum / mass) ? 1 / deviation : 0;
}

/** The features with the rules' columns at the ends of their blocks. */
function withRules(
  table: Table,
  features: FeatureSpec,
  directions: readonly Float64Array[],
): FeatureSpec {
  const own = ownColumns(features);
  const columns = [...own];
  let at = own.length;
  let wide = 0;
  const blocks = features.blocks!.map((spec) => {
    columns.push(...features.columns.slice(at, at + spec.inputs));
    at += spec.inputs;
    if (spec.seed === undefined) return spec;
    const longer = withDirection(spec, encodeFloats(Float32Array.from(directions[wide++])));
    const block = table.blocks!.find(({ name }) => name === spec.name)!;
    columns.push(fitColumn(blockColumns(block, longer).at(-1)!, table.weight));
    return longer;
  });
  return { ...features, columns, blocks };
}
