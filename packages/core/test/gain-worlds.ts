/**
 * Worlds whose gain is known in closed form and small: few rows disagree, clusters are few or
 * unequal, weights and seeds vary. Handing over the share `rate` with the lowest scores rescues a
 * row with probability `rescue` and harms one with `harm` (for places below `edge`, a little beyond
 * the rate, so that a threshold off by a row changes nothing); elsewhere `elsewhere` of each.
 */
import { stream } from '../src/random/stream.js';
import { deferredAtRate, deferredAtThreshold } from '../src/statistics/deferred-rows.js';
import { type GainInterval, gainInterval } from '../src/statistics/gain-interval.js';

export interface ClusterSizes {
  readonly count: number;
  readonly sizes: 'equal' | 'lognormal' | 'one-fifth';
}

export interface GainWorld {
  readonly name: string;
  readonly rows: number;
  readonly rate: number;
  readonly rescue: number;
  readonly harm: number;
  /** Rescue and harm of rows that are kept. */
  readonly elsewhere: readonly [number, number];
  readonly against?: 'model' | 'random';
  /** Which rows are handed over: the lowest share, or those below a threshold fixed beforehand. */
  readonly by?: 'rate' | 'threshold';
  readonly weights?: boolean;
  readonly votes?: number;
  readonly seeds?: number;
  readonly clusters?: ClusterSizes;
  /** Losses instead of right and wrong: differences up to this. */
  readonly range?: number;
}

/** Some of a seed's rows get a score that means nothing; how many differs between seeds. */
const MOST_NOISE = 0.6;

const gainOfPlaces = ({ rate, rescue, harm }: GainWorld) => rate * (rescue - harm);
const edgeOf = ({ rate }: GainWorld) => 2 * rate;

export function trueGain(world: GainWorld): number {
  const [rescue, harm] = world.elsewhere;
  const edge = edgeOf(world);
  const all = edge * (world.rescue - world.harm) + (1 - edge) * (rescue - harm);
  const noise = (world.seeds ?? 1) > 1 ? MOST_NOISE / 2 : 0;
  const gain = (1 - noise) * gainOfPlaces(world) + noise * world.rate * all;
  const scale = (world.range ?? 1) * (world.range ? 0.5 : 1);
  return scale * (world.against === 'random' ? gain - world.rate * all : gain);
}

export function drawInterval(world: GainWorld, seed: number): GainInterval {
  const random = stream(seed, `gain world ${world.name}`);
  const clusters = world.clusters && clusterOf(world.rows, world.clusters, random);
  const shared = new Map<number, [number, number]>();
  const places = new Float64Array(world.rows);
  const modelValue = new Float64Array(world.rows);
  const expertValue = new Float64Array(world.rows);
  const range = world.range ?? 1;
  for (let i = 0; i < world.rows; i++) {
    // Half of a cluster's rows copy what is common to it: where they stand, and who is right.
    const cluster = clusters?.[i] ?? i;
    if (!shared.has(cluster)) shared.set(cluster, [random.uniform(), random.uniform()]);
    const [place, luck] = shared.get(cluster)!;
    const copies = clusters !== undefined && random.uniform() < 0.5;
    places[i] = copies ? place : random.uniform();
    const votes = world.votes ?? 1;
    let difference = 0;
    for (let vote = 0; vote < votes; vote++) {
      const [rescue, harm] =
        places[i] < edgeOf(world) ? [world.rescue, world.harm] : world.elsewhere;
      const u = copies ? luck : random.uniform();
      difference += (u < rescue ? 1 : u > 1 - harm ? -1 : 0) / votes;
    }
    const size = world.range ? range * random.uniform() : 1;
    modelValue[i] = range;
    expertValue[i] = range + difference * size;
  }
  const weight = world.weights ? places.map(() => Math.exp(0.7 * random.normal())) : undefined;
  const deferred = Array.from({ length: world.seeds ?? 1 }, () => {
    const noise = (world.seeds ?? 1) > 1 ? MOST_NOISE * random.uniform() : 0;
    const scores = places.map((place) => (random.uniform() < noise ? random.uniform() : place));
    return world.by === 'threshold'
      ? deferredAtThreshold(scores, world.rate)
      : deferredAtRate(scores, world.rate, weight);
  });
  const rows = { modelValue, expertValue, weight, clusters, range };
  return gainInterval(rows, deferred, world.against);
}

/** The cluster of each row; rows of one cluster stand together. */
export function clusterOf(
  rows: number,
  { count, sizes }: ClusterSizes,
  random: ReturnType<typeof stream>,
): Float64Array {
  const shares = Array.from({ length: count }, (_, c) => {
    if (sizes === 'lognormal') return Math.exp(random.normal());
    return sizes === 'one-fifth' && c === 0 ? (count - 1) / 4 : 1;
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  const ends: number[] = [];
  let sum = 0;
  for (const share of shares) {
    sum += share;
    ends.push(sum);
  }
  return Float64Array.from({ length: rows }, (_, i) =>
    ends.findIndex((end) => ((i + 0.5) / rows) * total <= end),
  );
}

const SPARSE = { rate: 0.05, rescue: 0.15, harm: 0.05, elsewhere: [0.02, 0.03] } as const;
const POINT = { ...SPARSE, rescue: 0.25 } as const;
const WIDE = { rate: 0.2, rescue: 0.2, harm: 0.1, elsewhere: [0.05, 0.1] } as const;
const ALONE = { rate: 0.05, rescue: 0.1, harm: 0, elsewhere: [0, 0] } as const;
/** Whole clusters are rescued, and with few of them often none is seen. */
const OFTEN = { rate: 0.4, rescue: 0.15, harm: 0, elsewhere: [0.05, 0.05] } as const;

export const GAIN_WORLDS: readonly GainWorld[] = [
  { name: 'finding at 5 %, gain 0.5 points, n = 100', rows: 100, ...SPARSE },
  { name: 'finding at 5 %, gain 0.5 points, n = 200', rows: 200, ...SPARSE },
  { name: 'finding at 5 %, gain 1 point, n = 200', rows: 200, ...POINT },
  { name: 'rescues only, gain 0.5 points, n = 100', rows: 100, ...ALONE },
  { name: 'rescues only, gain 0.5 points, n = 200', rows: 200, ...ALONE },
  { name: 'rescues only, gain 0.5 points, n = 1,000', rows: 1000, ...ALONE },
  { name: 'rescues only, gain 0.5 points, n = 2,000', rows: 2000, ...ALONE },
  {
    name: 'evaluate (fixed threshold), gain 0.5 points, n = 200',
    rows: 200,
    by: 'threshold',
    ...SPARSE,
  },
  { name: 'against random, n = 100', rows: 100, against: 'random', ...SPARSE },
  { name: 'against random, n = 200', rows: 200, against: 'random', ...SPARSE },
  { name: 'weights, n = 200', rows: 200, weights: true, ...SPARSE },
  { name: 'votes of 5, n = 200', rows: 200, votes: 5, ...SPARSE },
  { name: '5 seeds, n = 200', rows: 200, seeds: 5, ...POINT },
  {
    name: 'weights, votes, 5 seeds, against random, n = 200',
    rows: 200,
    weights: true,
    votes: 5,
    seeds: 5,
    against: 'random',
    ...POINT,
  },
  { name: 'losses up to 40, n = 200', rows: 200, range: 40, ...SPARSE },
  ...([10, 20, 40] as const).flatMap((count) =>
    (['equal', 'lognormal', 'one-fifth'] as const).flatMap((sizes) => [
      {
        name: `${count} clusters, ${sizes}, 400 rows`,
        rows: 400,
        clusters: { count, sizes },
        ...WIDE,
      },
      {
        name: `${count} clusters, ${sizes}, 400 rows, against random`,
        rows: 400,
        clusters: { count, sizes },
        against: 'random' as const,
        ...WIDE,
      },
    ]),
  ),
  ...([10, 20, 40] as const).flatMap((count) =>
    (['equal', 'lognormal', 'one-fifth'] as const).map((sizes) => ({
      name: `${count} clusters, ${sizes}, 400 rows, rescues only, gain 6 points`,
      rows: 400,
      clusters: { count, sizes },
      ...OFTEN,
    })),
  ),
];

/** How many of the worlds' intervals hold the true gain. "Can't tell" promises nothing and is counted apart. */
export function coverage(world: GainWorld, worlds: number): { covered: number; told: number } {
  const truth = trueGain(world);
  let covered = 0;
  let told = 0;
  for (let seed = 0; seed < worlds; seed++) {
    const { lower, upper, canTell } = drawInterval(world, seed);
    if (!canTell) continue;
    told++;
    if (lower <= truth && truth <= upper) covered++;
  }
  return { covered, told };
}
