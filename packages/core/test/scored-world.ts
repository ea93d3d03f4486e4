import { stream } from '../src/index.js';

/** Rows of which only scores and outcomes are known: score u uniform, right with probability f(u). */
export function scoredWorld(
  n: number,
  seed: number,
  model: (u: number) => number,
  expert: (u: number) => number,
) {
  const random = stream(seed, 'scored world');
  const scores = new Float64Array(n);
  const modelValue = new Float64Array(n);
  const expertValue = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    scores[i] = random.uniform();
    modelValue[i] = random.uniform() < model(scores[i]) ? 1 : 0;
    expertValue[i] = random.uniform() < expert(scores[i]) ? 1 : 0;
  }
  return { scores, modelValue, expertValue };
}
