import { describe, expect, it } from 'vitest';
import { stream } from '../../random/stream.js';
import type { Table } from '../../table/table.js';
import { choose } from './choose.js';
import { placesOutOfFold } from './out-of-fold.js';
import { verdictOf } from './verdict-of.js';

const ROWS = 1200;
const [MISS, FALSE_ALARM] = [100, 1];

/**
 * The model says "ill" of half of the cases and is wrong in 40 % of them, which costs little; where it
 * says "healthy" it is wrong in 10 %, which costs a hundred times as much. The expert is always right
 * and costs 2. Right answers are bought where it says "ill", money is saved where it says "healthy".
 */
function clinic(): Table {
  const random = stream(5, 'clinic');
  const says = Int32Array.from({ length: ROWS }, () => random.below(2));
  const label = says.map((answer) =>
    random.uniform() < (answer ? 0.4 : 0.1) ? 1 - answer : answer,
  );
  return {
    rows: ROWS,
    classes: ['healthy', 'ill'],
    label,
    model: Float32Array.from({ length: 2 * ROWS }, (_, k) =>
      k % 2 === says[k >> 1] ? (says[k >> 1] ? 0.6 : 0.9) : says[k >> 1] ? 0.4 : 0.1,
    ),
    experts: [
      { name: 'nurse', kind: 'labels', labels: label, cost: new Float32Array(ROWS).fill(2) },
    ],
    columns: [],
  };
}
const table = clinic();
const costMatrix = Float64Array.of(0, FALSE_ALARM, MISS, 0);
const priced: Table = { ...table, costMatrix };
// Straight rules alone: what a choice counts is the same for networks, which take ten times as long.
const QUICK = { scorer: 'linear', answers: 'argmax' } as const;

describe('auto where errors have a price', () => {
  const bought = choose(table, QUICK);

  it('chooses by what cases cost, not by who is right', () => {
    const saved = choose(priced, QUICK);
    expect(bought.target).toBe('accuracy');
    expect(saved).toMatchObject({ target: 'cost', pricedBy: 'matrix' });
    expect(saved.standings.map(({ name }) => name)).toContain('drcpe-cost-ginf+linear');
    // Confidence hands over where the model says "ill": that saves less than chance does.
    const area = (name: string) => saved.standings.find((one) => one.name === name)!.area;
    expect(area('conf')).toBeLessThan(-1);
    expect(area(saved.method)).toBeGreaterThan(1);
    expect(saved.method).toMatch(/^drcpe-cost/);
    expect(bought.standings.find(({ name }) => name === 'conf')!.area).toBeGreaterThan(0.02);
  });

  it('one price for every error scales the same choice, and counts what answers cost', () => {
    const each = choose(table, { ...QUICK, errorCost: 50 });
    expect(each).toMatchObject({ target: 'cost', pricedBy: 'error', method: bought.method });
    const area = (choice: typeof each, name: string) =>
      choice.standings.find((one) => one.name === name)!.area;
    // The expert costs the same everywhere, so that it moves no area.
    expect(area(each, 'conf')).toBeCloseTo(50 * area(bought, 'conf'), 9);
  });
});

describe('the verdict where errors have a price', () => {
  const folds = [
    { train: new Uint32Array(), test: Uint32Array.from({ length: ROWS }, (_, i) => i) },
  ];
  // Handed over first: where the model says "healthy".
  const scores = Float32Array.from({ length: ROWS }, (_, i) => table.model![2 * i + 1]);
  const places = placesOutOfFold(table, folds, [scores])!;

  it('is about savings, each of them a plain count over rows', () => {
    const { costs } = verdictOf(priced, places, { resamples: 100 });
    const saving = (i: number) => {
      const says = +(table.model![2 * i + 1] > 0.5);
      return (says === table.label![i] ? 0 : says ? FALSE_ALARM : MISS) - 2;
    };
    const all = Array.from({ length: ROWS }, (_, i) => i);
    const mean = (rows: readonly number[], of: (i: number) => number) =>
      rows.reduce((sum, i) => sum + of(i), 0) / ROWS;
    const healthy = all.filter((i) => table.model![2 * i + 1] < 0.5);
    const share = healthy.length / ROWS;
    for (const { rate, estimate } of costs!.gains.filter((gain) => gain.rate < share)) {
      const handed = (rate / share) * mean(healthy, saving);
      expect(estimate).toBeCloseTo(Math.min(handed, handed - rate * mean(all, saving)), 9);
    }
    expect(costs!.modelAlone).toBeCloseTo(
      mean(all, (i) => saving(i) + 2),
      9,
    );
    expect(costs!.expertAlways).toBeCloseTo(2, 9);
    expect(costs!.alwaysAsking.estimate).toBeCloseTo(mean(all, saving), 9);
    expect(costs!.kind).toBe('defer');
    expect(costs!.sentence).toMatch(/^Defer: at a rate of .* handing over saves/);
    expect(costs!.sentence).toMatch(/Always asking the expert saves [\d.]+ per case \(95 %/);
    // What matters is half a percent of the model's errors, at what one of them costs.
    const wrong = all.filter((i) => saving(i) > -2);
    expect(costs!.worth).toBeCloseTo(
      (0.005 * wrong.reduce((sum, i) => sum + saving(i) + 2, 0)) / wrong.length,
      9,
    );
  });

  it('says nothing of costs where errors have none', () => {
    expect(verdictOf(table, places, { resamples: 100 })).not.toHaveProperty('costs');
    const each = verdictOf(table, places, { resamples: 100, errorCost: 3 });
    expect(each.costs!.pricedBy).toBe('error');
    expect(each.costs!.worth).toBeCloseTo(0.015, 12);
    // Accuracy stays what it was.
    expect(each.gains).toEqual(verdictOf(table, places, { resamples: 100 }).gains);
  });
});
