/**
 * The paired bootstrap behind every interval on a curve: rows (or whole clusters) and seeds are
 * drawn again together, all methods see the same draw, and thresholds are recomputed in each one
 * because a curve defers the lowest scores *of the rows it has*. What comes out are the replicates;
 * {@link band} turns them into intervals for one method or for a difference of two.
 */
import { type Scores, scoresOf } from '../curve/ranked-scores.js';
import { insist } from '../error.js';
import { type Stream, stream } from '../random/stream.js';
import { numberClusters } from '../table/number-clusters.js';
import { countSampler } from './count-sampler.js';
import { effectiveUnits, type GainRows, unitTotals } from './gain-interval.js';
import { resampledCurves } from './resampled-curves.js';
import { countRowKinds, kindSampler } from './row-kinds.js';
import { type WeightedSums, weightedSums } from './weighted-sums.js';

export interface BootstrapMethod {
  readonly name: string;
  /** One score vector a seed; a method without a seed has one. Low = defer. */
  readonly scores: readonly Scores[];
}

/** Rows and scores of methods whose curves are resampled; rows of one cluster are drawn together. */
export interface BootstrapInput
  extends Pick<GainRows, 'modelValue' | 'expertValue' | 'weight' | 'clusters'> {
  readonly methods: readonly BootstrapMethod[];
  /** Rising fractions in [0, 1]. */
  readonly rates: readonly number[];
}

/** How rows are drawn again. */
export interface Resampling {
  readonly resamples?: number;
  readonly seed?: number;
  /** Whether the area under every method's curve is drawn, too; takes much longer with many rows. */
  readonly areas?: boolean;
  /**
   * The numbers of seeds of all methods that see the same draws, in their order; only needed where
   * some of them are computed elsewhere. `methods` alone unless told.
   */
  readonly seedCounts?: readonly number[];
  /** Told what share is done, now and then. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Every curve here has one number per rate, and then its area (the mean over all rates): of methods
 * only where areas were asked for, else NaN.
 */
export interface Replicates {
  readonly rates: readonly number[];
  readonly resamples: number;
  readonly estimate: ReadonlyMap<string, Float64Array>;
  /** resamples × (rates + 1), by row. */
  readonly draws: ReadonlyMap<string, Float64Array>;
  /** Where clusters were drawn: (Σ W)² / Σ W² over them, as many equal ones would say as much. */
  readonly effectiveClusters?: number;
}

/** Constants that every method can be compared with; not allowed as names of methods. */
export const REFERENCES = ['model', 'expert', 'random'] as const;

/** Curves of methods on resampled rows and seeds. */
export function bootstrapCurves(input: BootstrapInput, drawing: Resampling = {}): Replicates {
  const { modelValue, expertValue, methods } = input;
  const { resamples = 500, seed = 0, areas = false, onProgress } = drawing;
  const n = modelValue.length;
  check(input);
  const rates = Float64Array.from(input.rates);
  const width = rates.length + 1;
  const names = [...REFERENCES, ...methods.map(({ name }) => name)];
  const draws = new Map(names.map((name) => [name, new Float64Array(resamples * width)]));
  const estimate = new Map(names.map((name) => [name, new Float64Array(width)]));

  const own = new Float64Array(n).fill(1);
  if (input.weight) own.set(input.weight);
  const random = stream(seed, 'bootstrap rows');
  // Where no curve needs every row in its place, rows that are alike are drawn together.
  const kinds =
    methods.length === 0 && !input.clusters
      ? countRowKinds(modelValue, expertValue, own)
      : undefined;
  const values = kinds ?? input;
  const whole = kinds ? kinds.weight.map((weight, k) => weight * kinds.rows[k]) : own;
  const curves = resampledCurves({
    methods,
    gain: Float64Array.from({ length: n }, (_, i) => expertValue[i] - modelValue[i]),
    rates,
    counted: !input.weight,
    areas,
  });
  const drawCounts =
    curves.waits && !input.clusters ? countSampler(modelValue, expertValue, random) : undefined;
  const drawRows =
    drawCounts ??
    weighed(values, kinds ? kindSampler(kinds, random) : rowSampler(own, input.clusters, random));
  /** One world: the constants and every method's curve under these row weights and seed counts. */
  const fill = (
    { weight, sums }: DrawnRows,
    seedCounts: (seeds: number) => Float64Array,
    rowOf: (name: string) => Float64Array,
  ) => {
    const { total, model } = fillConstants(sums, rates, rowOf);
    // Numbers of seeds are drawn when first asked for: in the same order, whoever is here.
    for (const seeds of drawing.seedCounts ?? []) seedCounts(seeds);
    curves.add({
      weight,
      total,
      seeds: methods.map(({ scores }) => seedCounts(scores.length)),
      into: methods.map(({ name }) => {
        const row = rowOf(name).fill(model);
        if (!areas) row[rates.length] = NaN;
        return row;
      }),
    });
  };
  const once = (count: number) => new Float64Array(count).fill(1);
  fill(weighed(values, () => whole)(), once, (name) => estimate.get(name)!);
  const seedRandom = stream(seed, 'bootstrap seeds');
  /** The part of the work that is done by drawing, curves made ready included where they don't wait. */
  const drawn = curves.waits ? 0.2 : 1;
  for (let b = 0; b < resamples; b++) {
    fill(drawRows(), seedSampler(seedRandom), (name) =>
      draws.get(name)!.subarray(b * width, (b + 1) * width),
    );
    onProgress?.((drawn * (b + 1)) / resamples);
  }
  curves.finish((done) => onProgress?.(drawn + (1 - drawn) * done));
  const { clusters } = input;
  return {
    ...{ rates: input.rates, resamples, estimate, draws },
    ...(clusters && { effectiveClusters: effectiveUnits(unitTotals(own, own, clusters).weights) }),
  };
}

interface DrawnRows {
  readonly weight: Float64Array | Uint8Array;
  readonly sums: WeightedSums;
}

/** Draws with the sums of what they are worth. */
const weighed =
  ({ modelValue, expertValue }: Values, draw: () => Float64Array): (() => DrawnRows) =>
  () => {
    const weight = draw();
    return { weight, sums: weightedSums(weight, modelValue, expertValue) };
  };

type Values = Pick<BootstrapInput, 'modelValue' | 'expertValue'>;

function fillConstants(
  sums: WeightedSums,
  rates: Float64Array,
  rowOf: (name: string) => Float64Array,
): { total: number; model: number } {
  const { total } = sums;
  const model = sums.model / total;
  const expert = sums.expert / total;
  rowOf('model').fill(model);
  rowOf('expert').fill(expert);
  const line = rowOf('random');
  for (let k = 0; k < rates.length; k++) line[k] = model + rates[k] * (expert - model);
  line[rates.length] = (model + expert) / 2;
  return { total, model };
}

/** Each call: as many clusters (or rows) as there are, drawn with replacement, as row weights. */
export function rowSampler(
  own: Float64Array,
  clusters: ArrayLike<number> | undefined,
  random: Stream,
): () => Float64Array {
  const n = own.length;
  const weight = new Float64Array(n);
  const { index, count } = clusters ? numberClusters(clusters) : { index: undefined, count: n };
  // Small numbers, so that they stay near the processor; nothing is drawn 256 times from as many.
  const times = new Uint8Array(count);
  return () => {
    let total = 0;
    // A draw made only of rows of weight 0 has no curve; it is drawn again.
    while (!(total > 0)) {
      times.fill(0);
      for (let i = 0; i < count; i++) times[random.below(count)]++;
      for (let i = 0; i < n; i++) {
        weight[i] = own[i] * times[index ? index[i] : i];
        total += weight[i];
      }
    }
    return weight;
  };
}

/** Methods with equally many seeds share the draw: seed k of one is paired with seed k of another. */
function seedSampler(random: Stream): (seeds: number) => Float64Array {
  const drawn = new Map<number, Float64Array>();
  return (seeds) => {
    let counts = drawn.get(seeds);
    if (!counts) {
      counts = new Float64Array(seeds);
      for (let i = 0; i < seeds; i++) counts[random.below(seeds)]++;
      drawn.set(seeds, counts);
    }
    return counts;
  };
}

function check({ modelValue, expertValue, methods, rates, weight, clusters }: BootstrapInput) {
  const n = modelValue.length;
  insist(n > 0, () => 'bootstrap: found no rows, expected at least 1.');
  const lengths = [
    ['expertValue', expertValue],
    ['weight', weight],
    ['clusters', clusters],
    ...methods.flatMap(({ name, scores }) =>
      scores.map((vector) => [name, scoresOf(vector)] as const),
    ),
  ] as const;
  for (const [name, column] of lengths) {
    insist(
      column === undefined || column.length === n,
      () => `bootstrap, ${name}: found ${column?.length} rows, expected ${n}.`,
    );
  }
  const seen = new Set<string>(REFERENCES);
  for (const { name, scores } of methods) {
    insist(
      !seen.has(name),
      () =>
        `bootstrap, method ${name}: the name is taken; model, expert and random are always there, and every method is given once.`,
    );
    insist(scores.length > 0, () => `bootstrap, method ${name}: found no score vector.`);
    seen.add(name);
  }
  rates.forEach((rate, k) => {
    insist(
      rate >= 0 && rate <= 1 && (k === 0 || rate > rates[k - 1]),
      () => `bootstrap, rates: found ${rate} at place ${k}; expected rising fractions in [0, 1].`,
    );
  });
}
