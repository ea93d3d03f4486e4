/**
 * Worlds whose whole curve is known in closed form. A row has two uniform places u and v; the model is
 * right with probability start + byU·u + byV·v, the expert always with the same one. Handing over
 * the lowest u (or v) first, the accuracy at a rate is an integral.
 */
import { type Stream, stream } from '../src/random/stream.js';
import { type ClusterSizes, clusterOf } from './gain-worlds.js';

export interface BandWorld {
  readonly name: string;
  readonly rows: number;
  /** The model's chance to be right: start + byU·u + byV·v. */
  readonly start: number;
  readonly byU: number;
  readonly byV: number;
  readonly expert: number;
  /** Of the rows, those that both get right whatever their places: few others disagree. */
  readonly easy?: number;
  readonly weights?: boolean;
  /** Half of a cluster's rows copy its places and luck. */
  readonly clusters?: ClusterSizes;
  /** Scores with noise of their own; each differs in how much. */
  readonly seeds?: number;
}

const MOST_NOISE = 0.4;

/** Accuracy over all rows when the share `rate` with the lowest u is handed over. */
export function trueAccuracy(world: BandWorld, rate: number): number {
  const { start, byU, byV, expert, easy = 0 } = world;
  const ordered = (1 - rate) * (start + byV / 2) + (byU * (1 - rate * rate)) / 2 + rate * expert;
  const random = (1 - rate) * (start + byV / 2 + byU / 2) + rate * expert;
  // A noisy score hands over at random wherever it is noise.
  const noise = (world.seeds ?? 1) > 1 ? MOST_NOISE / 2 : 0;
  return easy + (1 - easy) * ((1 - noise) * ordered + noise * random);
}

/** What ordering by u gains over ordering by v. */
export const trueLead = ({ byU, byV, easy = 0 }: BandWorld, rate: number): number =>
  ((1 - easy) * (byU - byV) * rate * (1 - rate)) / 2;

export function drawBandWorld(world: BandWorld, seed: number) {
  const random = stream(seed, `band world ${world.name}`);
  const { rows, easy = 0 } = world;
  const clusters = world.clusters && clusterOf(rows, world.clusters, random);
  const column = () => new Float64Array(rows);
  const [u, v, modelValue, expertValue] = [column(), column(), column(), column()];
  let shared = lucky(random);
  for (let i = 0; i < rows; i++) {
    if (i > 0 && clusters?.[i] !== clusters?.[i - 1]) shared = lucky(random);
    const own = clusters && random.uniform() < 0.5 ? shared : lucky(random);
    u[i] = own.u;
    v[i] = own.v;
    const isEasy = own.easy < easy;
    const chance = world.start + world.byU * own.u + world.byV * own.v;
    modelValue[i] = isEasy || own.model < chance ? 1 : 0;
    expertValue[i] = isEasy || own.expert < world.expert ? 1 : 0;
  }
  const weight = world.weights ? u.map(() => Math.exp(0.5 * random.normal())) : undefined;
  const scores = Array.from({ length: world.seeds ?? 1 }, () => noisy(u, world, random));
  return { u, v, modelValue, expertValue, weight, clusters, scores };
}

const lucky = (random: Stream) => ({
  u: random.uniform(),
  v: random.uniform(),
  easy: random.uniform(),
  model: random.uniform(),
  expert: random.uniform(),
});

function noisy(u: Float64Array, world: BandWorld, random: Stream): Float64Array {
  if ((world.seeds ?? 1) === 1) return u;
  const noise = MOST_NOISE * random.uniform();
  return u.map((place) => (random.uniform() < noise ? random.uniform() : place));
}

const TYPICAL = { start: 0.6, byU: 0.35, byV: 0, expert: 0.85 } as const;
const STRONG = { start: 0.7, byU: 0.29, byV: 0, expert: 0.95 } as const;

export const BAND_WORLDS: readonly BandWorld[] = [
  { name: 'n = 100', rows: 100, ...TYPICAL },
  { name: 'n = 200', rows: 200, ...TYPICAL },
  { name: 'n = 500', rows: 500, ...TYPICAL },
  { name: 'model and expert alike, n = 300', rows: 300, start: 0.8, byU: 0, byV: 0, expert: 0.8 },
  { name: 'accuracies around 97 %, n = 100', rows: 100, ...STRONG, easy: 0.8 },
  { name: 'accuracies around 97 %, n = 200', rows: 200, ...STRONG, easy: 0.8 },
  { name: 'accuracies around 99 %, n = 200', rows: 200, ...STRONG, easy: 0.93 },
  { name: 'weights, n = 300', rows: 300, ...TYPICAL, weights: true },
  ...([10, 20, 40] as const).flatMap((count) =>
    (['equal', 'lognormal', 'one-fifth'] as const).map((sizes) => ({
      ...{ name: `${count} clusters, ${sizes}, 400 rows`, rows: 400, ...TYPICAL },
      clusters: { count, sizes },
    })),
  ),
  { name: '5 seeds, n = 300', rows: 300, ...TYPICAL, seeds: 5 },
];

/** For the verdict's controls: the model's confidence is v, and the score u is better, alike or worse. */
export const CONTROL_WORLDS: readonly BandWorld[] = [
  { name: 'n = 200, alike', rows: 200, start: 0.55, byU: 0.2, byV: 0.2, expert: 0.85 },
  { name: 'n = 500, better', rows: 500, start: 0.5, byU: 0.35, byV: 0.1, expert: 0.85 },
  { name: 'n = 500, worse', rows: 500, start: 0.5, byU: 0.1, byV: 0.35, expert: 0.85 },
  {
    ...{ name: 'n = 200, better, accuracies around 97 %', rows: 200 },
    ...{ start: 0.65, byU: 0.25, byV: 0.05, expert: 0.95, easy: 0.8 },
  },
];
