import { rankScores, stream, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import type { MethodScores } from '../scores/method-scores.js';
import { besideExpert } from './beside-expert.js';

/** Right or wrong answers with prices, and a score that knows a little. */
function priced(rows: number, seed: number) {
  const random = stream(seed, 'priced');
  const draw = (share: number) =>
    Float32Array.from({ length: rows }, () => (random.uniform() < share ? 1 : 0));
  const [modelCorrect, correct] = [draw(0.6), draw(0.7)];
  const modelCost = Float32Array.from({ length: rows }, () => 0.1 * random.uniform());
  const cost = Float32Array.from({ length: rows }, () => 0.5 + random.uniform());
  const expert = { name: 'pro', kind: 'correct', correct, cost } as const;
  const table = { rows, classes: [], columns: [], modelCorrect, modelCost, experts: [expert] };
  const scores = rankScores(Float32Array.from(modelCorrect, (right) => right + random.normal()));
  return { table: table as unknown as Table, scores, modelCorrect, correct, modelCost, cost };
}

const method = (scores: ReturnType<typeof rankScores>): MethodScores =>
  ({ name: 'm', scores: [scores], curves: [] }) as unknown as MethodScores;

describe('besideExpert', () => {
  it('is the mean difference and the ratio of what is paid, by hand', () => {
    const rows = 400;
    const { table, scores, modelCorrect, correct, modelCost, cost } = priced(rows, 1);
    const found = besideExpert(0.5, method(scores), table, 0)!;
    const order = [...scores.scores.keys()].sort((a, b) => scores.scores[a] - scores.scores[b]);
    const asked = new Set(order.slice(0, rows / 2));
    let [right, own, paid, all] = [0, 0, 0, 0];
    for (let i = 0; i < rows; i++) {
      right += asked.has(i) ? correct[i] : modelCorrect[i];
      own += correct[i];
      paid += modelCost[i] + (asked.has(i) ? cost[i] : 0);
      all += cost[i];
    }
    expect(found.difference.estimate).toBeCloseTo((right - own) / rows, 10);
    expect(found.share.estimate).toBeCloseTo(paid / all, 10);
    expect(found.spent).toBeCloseTo(paid / rows, 10);
    expect(found.expertSpends).toBeCloseTo(all / rows, 10);
    for (const { lower, estimate, upper } of [found.difference, found.share]) {
      expect(lower).toBeLessThan(estimate);
      expect(upper).toBeGreaterThan(estimate);
    }
  });

  it('covers: the interval of the share holds the share of a large table in most small ones', () => {
    const large = priced(100_000, 99);
    const truth = besideExpert(0.5, method(large.scores), large.table, 0)!;
    let [share, difference] = [0, 0];
    const worlds = 120;
    for (let seed = 0; seed < worlds; seed++) {
      const { table, scores } = priced(250, seed);
      const found = besideExpert(0.5, method(scores), table, 0)!;
      const holds = (key: 'share' | 'difference') =>
        found[key].lower <= truth[key].estimate && found[key].upper >= truth[key].estimate;
      share += Number(holds('share'));
      difference += Number(holds('difference'));
    }
    expect(share / worlds).toBeGreaterThan(0.9);
    expect(difference / worlds).toBeGreaterThan(0.9);
  });

  it('is nothing where the expert has no price', () => {
    const { table, scores } = priced(50, 3);
    const free = { ...table, experts: [{ ...table.experts[0], cost: undefined }] };
    expect(besideExpert(0.5, method(scores), free, 0)).toBeUndefined();
    const nothing = { ...table.experts[0], cost: new Float32Array(50) };
    expect(besideExpert(0.5, method(scores), { ...table, experts: [nothing] }, 0)).toBeUndefined();
  });
});
