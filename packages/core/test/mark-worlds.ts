/**
 * Tables of methods that are all equally good, so that every bold or red mark is a mistake. A row has
 * a place u; low ones gain by handing over. Each method sees u through noise of its own.
 */
import { stream } from '../src/random/stream.js';
import type { MarkedMethod } from '../src/statistics/paired-marks.js';

export interface MarkWorld {
  readonly name: string;
  readonly rows: number;
  readonly methods: number;
  /** How much of a score is noise: 1 = hands over at random. */
  readonly noise: number;
  readonly model: number;
  readonly expert: number;
  readonly seeds?: number;
  readonly clusterSize?: number;
  /** One more method, which hands over at random: the others are still alike, so nobody may be bold. */
  readonly withRandom?: boolean;
}

export function drawMarks(world: MarkWorld, seed: number) {
  const random = stream(seed, `mark world ${world.name}`);
  const { rows, clusterSize = 1 } = world;
  const u = new Float64Array(rows);
  const modelValue = new Float64Array(rows);
  const expertValue = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const copies = i % clusterSize > 0 && random.uniform() < 0.5;
    u[i] = copies ? u[i - 1] : random.uniform();
    const [a, b] = [random.uniform(), random.uniform()];
    // Right more often where u is high; on average `model`.
    modelValue[i] = copies ? modelValue[i - 1] : a < world.model + 0.3 * (u[i] - 0.5) ? 1 : 0;
    expertValue[i] = copies ? expertValue[i - 1] : b < world.expert ? 1 : 0;
  }
  const noisy = (noise: number) =>
    u.map((place) => (random.uniform() < noise ? random.uniform() : place));
  const named = (name: string, noise: number): MarkedMethod => ({
    name,
    family: name,
    scores: Array.from({ length: world.seeds ?? 1 }, () => noisy(noise)),
  });
  const methods = Array.from({ length: world.methods }, (_, k) =>
    named(`method ${k}`, world.noise),
  );
  if (world.withRandom) methods.push(named('guess', 1));
  const clusters = clusterSize > 1 ? u.map((_, i) => Math.floor(i / clusterSize)) : undefined;
  return { rows: { modelValue, expertValue, clusters }, methods };
}

const ALIKE = { model: 0.8, expert: 0.85 } as const;
export const MARK_WORLDS: readonly MarkWorld[] = [
  { name: '2 methods that guess, n = 500', rows: 500, methods: 2, noise: 1, ...ALIKE },
  { name: '6 methods that guess, n = 500', rows: 500, methods: 6, noise: 1, ...ALIKE },
  { name: '6 good methods, n = 200', rows: 200, methods: 6, noise: 0.4, ...ALIKE },
  { name: '6 good methods, n = 1,000', rows: 1000, methods: 6, noise: 0.4, ...ALIKE },
  {
    name: '4 good methods with 5 seeds, n = 500',
    ...ALIKE,
    rows: 500,
    methods: 4,
    noise: 0.4,
    seeds: 5,
  },
  {
    name: '4 good methods, 40 clusters of 10 rows',
    ...ALIKE,
    rows: 400,
    methods: 4,
    noise: 0.4,
    clusterSize: 10,
  },
  {
    name: '2 good methods and one that guesses, n = 500',
    ...ALIKE,
    rows: 500,
    methods: 2,
    noise: 0.4,
    withRandom: true,
  },
  {
    name: '6 good methods, few disagreements, n = 300',
    rows: 300,
    methods: 6,
    noise: 0.4,
    model: 0.84,
    expert: 0.99,
  },
];
