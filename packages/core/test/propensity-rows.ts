import type { Stream } from '../src/random/stream.js';

/** 200 rows of which a fifth was asked about with probability 0.02; model and expert are right in 80 %. */
export function propensityRows(random: Stream) {
  const propensity = Float64Array.from({ length: 200 }, (_, i) => (i % 5 ? 0.5 : 0.02));
  const modelValue = propensity.map(() => (random.uniform() < 0.8 ? 1 : 0));
  const expertValue = propensity.map((p) => {
    const right = random.uniform() < 0.8 ? 1 : 0;
    return random.uniform() < p ? right : Number.NaN;
  });
  return { scores: new Float64Array(200), modelValue, expertValue, propensity };
}
