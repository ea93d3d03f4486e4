import {
  band,
  deferralCurve,
  methodNamed,
  outcomesOf,
  randomLine,
  rankScores,
  stream,
  type Table,
} from '@cede/core';
import { curvesCaption, renderReport } from '@cede/report';
import { type MethodScores, measure } from '@cede/study';
import { describe, expect, it } from 'vitest';
import { world } from '../../../cli/test/worlds.js';
import { labReport, labResults } from '../draw/draw.js';
import type { Preset } from '../preset/preset.js';
import { findPreset } from '../preset/registry.js';
import { poolComparisons, poolReplicates } from './pool.js';
import { type Scored, type ScoredPair, targetRows } from './score-preset.js';

const METHODS = ['conf', 'drcpe-gce', 'random', 'oracle'];
const RATES = [0.1, 0.5];
const base: Preset = { ...findPreset('digits-clean'), methods: METHODS, rates: RATES };

const average = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** Scores as a scorer might give them: the truth about who is right, under noise. */
function pair(seed: number, scorers: number): ScoredPair {
  const table = world({ seed });
  const { model, expert } = outcomesOf(table, 0);
  const noisy = (name: string) => {
    const random = stream(seed, name);
    return Float32Array.from(model, (value, i) => value - expert[i] + 3 * random.uniform());
  };
  const line = (scores: Float32Array[]) => ({
    scores: scores.map((vector) => rankScores(vector)),
    curves: scores.map((vector) => deferralCurve(vector, model, expert)),
  });
  const methods: MethodScores[] = [
    { name: 'conf', ...line([noisy('conf')]) },
    { name: 'drcpe-gce', ...line(Array.from({ length: scorers }, (_, k) => noisy(`${k}`))) },
    { name: 'random', scores: [], curves: [randomLine(average(model), average(expert))] },
    { name: 'oracle', ...line([model.map((value, i) => value - expert[i])]) },
  ];
  const side = { table: table as Table, hash: `hash of ${seed}` };
  return { seed, fit: side, test: side, methods };
}

const scored = (pairs: ScoredPair[], scorers: number): Scored => ({
  plan: {
    methods: METHODS.map(methodNamed),
    leftOut: [],
    chosen: methodNamed('drcpe-gce'),
    expert: 0,
    seeds: Array.from({ length: scorers }, (_, k) => k),
    rates: RATES,
    rate: 0.2,
    rateFrom: 'default',
    options: {},
    calibrationShare: 0.2,
  },
  pairs,
});

describe('several pairs of networks', () => {
  const three = scored([pair(1, 4), pair(2, 4), pair(3, 4)], 4);
  const report = labReport({ ...base, networkSeeds: 3 }, three, [], '0.0.0');
  const rows = targetRows(three, 'accuracy');

  it('give the table, the report and results.json the same numbers', () => {
    const { methods, pairs, test } = labResults(base, three, []);
    for (const { method, mean, std } of rows) {
      expect(methods[method]).toMatchObject({ mean, std });
      const drawn =
        method === 'random' || method === 'oracle'
          ? report[method]
          : report.methods.find(({ name }) => name === method)!;
      expect(drawn).toMatchObject({ mean, std });
      expect(drawn.values[10]).toBeCloseTo(mean[0], 9);
      expect(average(pairs.map((one) => one.methods[method].mean[1]))).toBeCloseTo(mean[1], 9);
    }
    expect(methods['drcpe-gce'].seeds).toBe(12);
    expect(pairs.map(({ seed }) => seed)).toEqual([1, 2, 3]);
    expect(new Set(pairs.map((one) => one.test.modelAccuracy)).size).toBe(3);
    expect(test.modelAccuracy).toBeCloseTo(report.finding.modelValue, 9);
    const { gain, value, modelValue, rate, overRandom } = report.finding;
    expect(gain).toBeCloseTo(value - modelValue, 9);
    expect(overRandom!.estimate).toBeCloseTo(value - report.random.values[100 * rate], 9);
  });

  it('are spread over pairs and scorers, and the report says so', () => {
    const method = report.methods.find(({ name }) => name === 'drcpe-gce')!;
    const at = three.pairs.flatMap((one) =>
      one.methods[1].scores.map(({ scores: vector }) => {
        const { model, expert } = outcomesOf(one.test.table, 0);
        const order = Array.from(vector.keys()).sort((a, b) => vector[a] - vector[b]);
        const lowest = new Set(order.slice(0, order.length / 2));
        return 100 * average(model.map((value, i) => (lowest.has(i) ? expert[i] : value)));
      }),
    );
    const deviation = Math.sqrt(average(at.map((value) => (value - average(at)) ** 2)));
    expect(method.mean[1]).toBeCloseTo(average(at), 6);
    expect(method.std[1]).toBeCloseTo(deviation, 6);
    expect(method.upper![50]! - method.lower![50]!).toBeCloseTo(2 * deviation, 6);
    const html = renderReport(report);
    expect(html).toContain('mean of 3 pairs of networks');
    expect(html).toContain('3 (seeds 1, 2, 3), each with');
    expect(html).toContain('± one standard deviation over seeds and pairs of networks');
    const rows = labReport(base, scored([...three.pairs], 4), [], '0.0.0', 'rows-and-seeds');
    expect(curvesCaption(rows)).toContain(
      '95 % interval over test rows, seeds and pairs of networks',
    );
  });

  it('that are one pair three times make the report of that pair', () => {
    const one = pair(5, 1);
    const alone = labReport(base, scored([one], 1), [], '0.0.0');
    const thrice = labReport(base, scored([one, one, one], 1), [], '0.0.0');
    const near = (a: unknown, b: unknown): void => {
      if (typeof a === 'number') expect(b).toBeCloseTo(a, 9);
      else if (a !== null && typeof a === 'object')
        for (const key of Object.keys(a)) near(a[key as never], (b as typeof a)[key as never]);
      else expect(b).toEqual(a);
    };
    const strip = ({ title, fit, test, made, histogram, methods, ...rest }: typeof alone) => ({
      ...rest,
      methods: methods.map(({ seeds, lower, upper, ...other }) => other),
    });
    near(strip(alone), strip(thrice));
    // Bands over rows, too: the same rows drawn again in the same pair.
    const shaded = [[one], [one, one, one]].map((pairs) => {
      const { methods, band } = labReport(base, scored(pairs, 1), [], '0.0.0', 'rows-and-seeds');
      expect(band.kind).toBe('rows-and-seeds');
      return methods.map(({ lower, upper }) => ({ lower, upper }));
    });
    expect(shaded[0][0].lower).toHaveLength(101);
    near(shaded[0], shaded[1]);
  });

  it('have their interval at the rate of the finding, whatever it is', () => {
    const [one, two] = [0.2, 0.2049].map((rate) => {
      const some = scored([pair(1, 2), pair(2, 2)], 2);
      return labReport(base, { ...some, plan: { ...some.plan, rate } }, [], '0.0.0');
    });
    const { finding, grid, methods, random } = two;
    expect(finding.gains!.lower).toEqual(one.finding.gains!.lower);
    expect(grid).toEqual(one.grid);
    const chosen = methods.find(({ name }) => name === 'drcpe-gce')!;
    expect(chosen.atFinding!.value).toBeCloseTo(finding.value, 9);
    expect(chosen.atFinding!.upper).toBeGreaterThan(finding.value);
    expect(finding.overRandom!.estimate).toBeCloseTo(finding.value - random.atFinding!.value, 9);
    expect(finding.gain).toBeGreaterThan(finding.lower);
    expect(finding.gain).toBeLessThan(finding.upper);
    expect(finding.lower).not.toBe(one.finding.lower);
    expect(renderReport(two)).toContain('20.5\u00a0%');
  });

  it('have a mean rate and value at their thresholds, and no mean threshold', () => {
    const fixed = [
      { calibrationRows: 80, threshold: 0.2, at: 0.1, value: 0.8 },
      { calibrationRows: 80, threshold: 40, at: 0.3, value: 0.9 },
    ];
    const two = scored([pair(1, 1), pair(2, 1)], 1);
    const comparisons = two.pairs.map(({ fit, test, methods }, k) => {
      const sides = { fit: { ...fit, name: 'fit' }, test: { ...test, name: 'test' } };
      const alone = measure(sides, { plan: two.plan, verdict: null }, methods);
      return { ...alone, headline: { ...alone.headline, deployed: fixed[k] } };
    });
    const { deployed } = poolComparisons(comparisons, two).headline;
    const near = { at: expect.closeTo(0.2, 12), value: expect.closeTo(0.85, 12) };
    expect(deployed).toEqual({ calibrationRows: 80, ...near });
  });

  it('widen the interval: another pair may come', () => {
    const [a, b] = [pair(1, 4), pair(2, 4)];
    const width = (pairs: ScoredPair[]) =>
      band(poolReplicates(scored(pairs, 4)), 'drcpe-gce', 'model').standardError[20];
    const far = { ...b, methods: [b.methods[0], { ...b.methods[1], scores: reversed(b) }] };
    expect(width([a, far])).toBeGreaterThan(2 * width([a, a]));
  });
});

/** A scorer that hands over exactly the wrong cases. */
const reversed = ({ test }: ScoredPair) => {
  const { model, expert } = outcomesOf(test.table, 0);
  return [rankScores(model.map((value, i) => expert[i] - value))];
};

describe('how a run was made', () => {
  const command = (preset: Preset) =>
    labReport(preset, scored([pair(1, 1)], 1), [], '0.0.0').made.command;
  it('is a command that exists', () => {
    expect(command(findPreset('digits-clean'))).toBe(
      'cede lab run digits-clean --out digits-clean',
    );
    expect(command({ ...findPreset('dermamnist-clean-8-8'), networkSeeds: 3 })).toBe(
      'cede lab run dermamnist-clean-8-8 --network-seeds 3 --data data --out dermamnist-clean-8-8',
    );
    expect(command(base)).toBe('cede lab run preset.json --out digits-clean');
  });
});
