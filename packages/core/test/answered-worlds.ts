/** Rows of which the expert answered some, by probabilities that are known; the truth in closed form. */
import { stream } from '../src/random/stream.js';
import { answeredOutcome } from '../src/statistics/answered-rows.js';

export interface AnsweredWorld {
  readonly name: string;
  readonly rows: number;
  /** Of a place u, uniform: how likely it is asked about, model and expert right, and whether it is handed over. */
  readonly asked: (u: number) => number;
  readonly model: (u: number) => number;
  readonly expert: (u: number) => number;
  readonly handed: (u: number) => 0 | 1;
}

const rare = (u: number) => (u < 0.2 ? 0.02 : 0.5);
const all = () => 1 as const;

export const ANSWERED_WORLDS: readonly AnsweredWorld[] = [
  {
    name: 'a fifth of rows asked with p = 0.02, no gain, n = 200',
    ...{ rows: 200, asked: rare, model: () => 0.8, expert: () => 0.8, handed: all },
  },
  {
    name: 'a fifth of rows asked with p = 0.02, the expert worse just there, n = 200',
    ...{ rows: 200, asked: rare, model: () => 0.8, handed: all },
    expert: (u) => (u < 0.2 ? 0.3 : 0.95),
  },
  {
    name: 'a fifth of rows asked with p = 0.02, the expert worse just there, n = 1,000',
    ...{ rows: 1000, asked: rare, model: () => 0.8, handed: all },
    expert: (u) => (u < 0.2 ? 0.3 : 0.95),
  },
  {
    name: 'p = 0.1 or 0.9, 40 % handed over, n = 200',
    ...{ rows: 200, asked: (u) => (u < 0.5 ? 0.1 : 0.9), model: () => 0.8 },
    expert: (u) => 0.7 + 0.2 * u,
    handed: (u) => (u < 0.4 ? 1 : 0),
  },
  {
    name: 'p = 0.3, 10 % handed over, n = 200',
    ...{ rows: 200, asked: () => 0.3, model: () => 0.9, expert: () => 0.95 },
    handed: (u) => (u < 0.1 ? 1 : 0),
  },
];

/** How often the intervals of gain and accuracy hold the truth, of the worlds in which they say anything. */
export function answeredCoverage(world: AnsweredWorld, worlds: number) {
  const { rows, asked, model, expert, handed } = world;
  const points = Array.from({ length: 2000 }, (_, k) => (k + 0.5) / 2000);
  const mean = (of: (u: number) => number) => points.reduce((sum, u) => sum + of(u), 0) / 2000;
  const truth = {
    gain: mean((u) => handed(u) * (expert(u) - model(u))),
    value: mean((u) => (handed(u) ? expert(u) : model(u))),
  };
  const found = { told: 0, gain: 0, value: 0 };
  for (let seed = 0; seed < worlds; seed++) {
    const random = stream(seed, `answered ${world.name}`);
    const places = Float64Array.from({ length: rows }, () => random.uniform());
    const propensity = places.map(asked);
    const modelValue = places.map((u) => (random.uniform() < model(u) ? 1 : 0));
    const expertValue = places.map((u, i) => {
      const right = random.uniform() < expert(u) ? 1 : 0;
      return random.uniform() < propensity[i] ? right : Number.NaN;
    });
    const share = places.map(handed);
    if (!share.some((part, i) => part > 0 && !Number.isNaN(expertValue[i]))) continue;
    const { gain, value } = answeredOutcome({ share, modelValue, expertValue, propensity });
    if (!gain.canTell) continue;
    found.told++;
    if (gain.lower <= truth.gain && truth.gain <= gain.upper) found.gain++;
    if (value.lower <= truth.value && truth.value <= value.upper) found.value++;
  }
  return found;
}
