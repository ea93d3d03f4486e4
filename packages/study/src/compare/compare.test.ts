import { describe, expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { inlineStudyRunner } from '../inline-runner.js';
import type { StudyProgress } from '../run/run.js';
import { scoreMethods } from '../scores/score-methods.js';
import { answeredSides, compare, planComparison } from './compare.js';
import { measure } from './measure.js';

const side = (name: string, seed: number) => ({
  table: world({ rows: 120, seed }),
  hash: name,
  name,
});
const sides = { fit: side('fit', 1), test: side('test', 2) };
const ask = {
  ...{ methods: ['conf', 'linear'], method: 'linear', rate: 0.25, rates: [0.1, 0.5], seeds: 2 },
  options: { epochs: 2 },
};
const run = { runner: inlineStudyRunner() };

describe('compare', () => {
  it('is plain JSON, the same in one call or in steps', async () => {
    const whole = await compare(sides, ask, run);
    expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
    const planned = await planComparison(sides, ask, run);
    const tested = answeredSides(sides, planned.plan.expert);
    const methods = await scoreMethods(tested, planned.plan, run);
    expect(measure(tested, planned, methods)).toEqual(whole);
  });

  it('states fractions: values, gains and recalls', async () => {
    const { target, headline, methods, test, perClass } = await compare(sides, ask, run);
    expect(target).toEqual({ kind: 'accuracy', unit: 'share', sign: 1, higherIsBetter: true });
    expect(headline).toMatchObject({ method: 'linear', rate: 0.25, at: 0.25, rateFrom: 'asked' });
    expect(headline.gain.estimate).toBeCloseTo(headline.value - test.model, 12);
    for (const { mean, line } of methods)
      for (const value of [...mean, ...line.values]) {
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    for (const { modelRecall } of perClass) expect(modelRecall).toBeLessThanOrEqual(1);
  });

  it('tells how far it is, step after step, and stops where it is told', async () => {
    const seen: StudyProgress[] = [];
    const stop = new AbortController();
    await compare(sides, ask, { ...run, onProgress: (progress) => seen.push(progress) });
    expect([...new Set(seen.map(({ step }) => step))]).toEqual([
      ...['cross-validation', 'fits', 'intervals'],
    ]);
    const fitted = seen.filter(({ step }) => step !== 'intervals').map(({ done }) => done);
    expect(fitted).toEqual([...fitted].sort((a, b) => a - b));
    stop.abort();
    await expect(compare(sides, ask, { ...run, signal: stop.signal })).rejects.toThrow(/stopped/);
  });

  it('refuses tables of other classes', async () => {
    const other = { ...sides.test, table: world({ rows: 120, classes: 4 }) };
    await expect(compare({ fit: sides.fit, test: other }, ask, run)).rejects.toThrow(
      'compare: fit has 3 classes, test has 4.',
    );
  });
});
