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
  const modelRight = new Float64Array(n);
  const expertRight = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    scores[i] = random.uniform();
    modelRight[i] = random.uniform() < model(scores[i]) ? 1 : 0;
    expertRight[i] = random.uniform() < expert(scores[i]) ? 1 : 0;
  }
  return { scores, modelRight, expertRight };
}
