import { bootstrapCurves, deferralCurve, rankScores, stream, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { bandOf } from '../curves/bands.js';
import { gainRowsOf } from '../curves/gain-rows.js';
import { inlineStudyRunner } from '../inline-runner.js';
import type { MethodScores } from '../scores/method-scores.js';
import { compare } from './compare.js';
import { columnMarks } from './drawn.js';
import type { Measured } from './headline.js';

const ROWS = 400;

/** Who is right is a coin; a score knows the difference up to noise of its own. */
function measured(noise: Readonly<Record<string, number>>, families: readonly string[]): Measured {
  const random = stream(5, 'marks');
  const coin = (p: number) => Float32Array.from({ length: ROWS }, () => +(random.uniform() < p));
  const [model, expert] = [coin(0.7), coin(0.8)];
  const table: Table = {
    rows: ROWS,
    classes: [],
    modelCorrect: model,
    experts: [{ name: 'nurse', kind: 'correct', correct: expert }],
    columns: [],
  };
  const scored = (name: string, scores: Float32Array): MethodScores => ({
    name,
    scores: [rankScores(scores)],
    curves: [deferralCurve(scores, model, expert)],
  });
  const methods = [
    scored('random', new Float32Array(ROWS)),
    ...Object.entries(noise).map(([name, spread]) =>
      scored(
        name,
        model.map((right, i) => right - expert[i] + spread * (random.uniform() - 0.5)),
      ),
    ),
    scored(
      'oracle',
      model.map((right, i) => right - expert[i]),
    ),
  ];
  const named = methods.map(({ name }, k) => ({ name, family: families[k] ?? name }));
  const plan = { methods: named, expert: 0 } as unknown as Measured['plan'];
  return { plan, methods, test: { table, hash: 'world' } };
}

describe('marks of a table', () => {
  it('go by rows: two methods without seeds that differ by chance are no winner and loser', () => {
    const alike = measured({ conf: 8, linear: 8.1 }, []);
    const all = (bands: 'seeds' | 'rows-and-seeds') => {
      const marks = columnMarks(alike, [0.2], bands);
      return ['conf', 'linear'].flatMap(marks);
    };
    // By the spread over seeds, which neither has, one of them is always the best.
    expect(all('seeds')).toContain('bold');
    expect(all('rows-and-seeds')).toEqual(['none', 'none']);
  });

  it('still find a winner, and what is no better than random', () => {
    const apart = measured({ good: 1, bad: 1000 }, []);
    const marks = columnMarks(apart, [0.2], 'rows-and-seeds');
    expect(marks('good')).toEqual(['bold']);
    expect(marks('bad')).toEqual(['red']);
    expect([marks('random'), marks('oracle')]).toEqual([['none'], ['none']]);
  });

  it('compare members where all methods are of one family', () => {
    const noise = { one: 8, two: 8.1, three: 1000 };
    const family = ['random', 'drcpe', 'drcpe', 'drcpe', 'oracle'];
    for (const bands of ['seeds', 'rows-and-seeds'] as const) {
      const close = columnMarks(measured(noise, family), [0.2], bands);
      if (bands === 'rows-and-seeds')
        expect([close('one'), close('two')].flat()).not.toContain('bold');
      const clear = columnMarks(measured({ one: 1, two: 1000 }, family), [0.2], bands);
      expect(clear('one')).toEqual(['bold']);
      // A method without rivals has beaten nobody.
      expect(columnMarks(measured({ one: 1 }, family), [0.2], bands)('one')).toEqual(['none']);
    }
  });
});

describe('bands of a chart', () => {
  it("hold at all rates at once for the headline's method, at each rate for the others", async () => {
    const test = world({ rows: 300, seed: 2 });
    const fit = { table: world({ rows: 300, seed: 1 }), hash: 'fit', name: 'fit' };
    const ask = { methods: ['conf', 'linear'], method: 'linear', rate: 0.25, seeds: 1 };
    const run = { runner: inlineStudyRunner() };
    const made = await compare(
      { fit, test: { table: test, hash: 'test', name: 'test' } },
      ask,
      run,
    );
    expect(made.chart.band).toMatchObject({ simultaneous: false, simultaneousFor: 'linear' });
    const conf = Float32Array.from({ length: 300 }, (_, i) =>
      Math.max(...test.model!.slice(3 * i, 3 * i + 3)),
    );
    // The share of resamples whose whole curve lies inside, counted here.
    const { modelValue, expertValue } = gainRowsOf(test, 0);
    const drawn = bootstrapCurves(
      {
        ...{ modelValue, expertValue, rates: made.chart.grid },
        methods: [{ name: 'conf', scores: [conf] }],
      },
      { resamples: 400, seed: 0 },
    );
    const inside = ({ lower, upper }: { lower: number[]; upper: number[] }) => {
      const width = lower.length + 1;
      const draws = drawn.draws.get('conf')!;
      const whole = Array.from({ length: 400 }, (_, b) =>
        lower.every((low, k) => {
          const value = draws[b * width + k];
          return value >= low - 1e-12 && value <= upper[k] + 1e-12;
        }),
      );
      return whole.filter(Boolean).length / 400;
    };
    expect(inside(bandOf('conf', drawn, 'at all rates'))).toBeGreaterThanOrEqual(0.94);
    expect(inside(bandOf('conf', drawn))).toBeLessThan(0.9);
    const widths = (name: string) => {
      const { lower, upper } = made.methods.find((method) => method.name === name)!.line;
      return lower!.map((low, k) => upper![k] - low)[50];
    };
    const plain = bandOf('conf', drawn);
    expect(widths('conf')).toBeCloseTo(plain.upper[50] - plain.lower[50], 1);
    expect(widths('linear')).toBeGreaterThan(1.2 * widths('conf'));
  });

  it('are no line where nearly every answer is right', async () => {
    const likely = world({ rows: 120, seed: 3 });
    const model = likely.model!.map((_, k) =>
      k % 3 === likely.label![Math.floor(k / 3)] ? 0.8 : 0.1,
    );
    const table = { ...likely, model };
    const sides = { fit: { table: likely, hash: 'fit', name: 'fit' } };
    const made = await compare(
      { ...sides, test: { table, hash: 'test', name: 'test' } },
      { methods: ['conf', 'linear'], method: 'linear', rate: 0.1, seeds: 1 },
      { runner: inlineStudyRunner() },
    );
    for (const { name, line } of made.methods) {
      if (!line.lower) continue;
      // The model is right on all 120 rows: its accuracy is not known to be 100 %.
      expect(line.values[0], name).toBe(1);
      expect(line.lower[0], name).toBeLessThan(0.985);
      if (line.over) expect(line.over.upper[1] - line.over.lower[1], name).toBeGreaterThan(0.01);
    }
  });
});
