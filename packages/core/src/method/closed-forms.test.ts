import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../test/tables.js';
import { fitFeatures } from '../features/fit-spec.js';
import { inputFeatures } from '../features/row.js';
import { denseCount } from '../features/spec.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { stream } from '../random/stream.js';
import { outcomesOf } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { methodNamed, shapedName } from './registry.js';

const table = randomTable({ rows: 400, classes: 4, expert: 'labels', columns: 2 });

describe('logistic', () => {
  const { scorer, score } = methodNamed('logistic+linear-calibrated').fit(table);
  const [network] = scorer!.networks;

  /** Both shares of every fitting row, by hand. */
  const shares = (() => {
    const { features, input } = fitFeatures(table, 'linear-calibrated');
    const dense = new Float32Array(denseCount(features));
    const [{ weights, biases }] = network.layers;
    return Array.from({ length: table.rows }, (_, i) => {
      const answer = inputFeatures(features, input, i, dense, 0);
      return [0, 1].map((head) => {
        let v = biases[head] + weights[2 * (dense.length + answer) + head];
        dense.forEach((x, k) => {
          v += x * weights[2 * k + head];
        });
        return 1 / (1 + Math.exp(-v));
      });
    });
  })();

  it('has two honest heads: each is right on average, and where a column is high', () => {
    const { model, expert } = outcomesOf(table);
    for (const [head, right] of [model, expert].entries()) {
      const excess = shares.reduce((sum, share, i) => sum + share[head] - right[i], 0);
      // The constant is not penalised: at the minimum its slope, this sum, is 0.
      expect(Math.abs(excess)).toBeLessThan(0.02);
    }
  });

  it('scores by their difference', () => {
    // New rows are seen through the calibration of all rows, fitting rows through others.
    const plain = methodNamed('logistic').fit(table);
    const scores = plain.score(table);
    const { features, input } = fitFeatures(table, 'linear');
    const dense = new Float32Array(denseCount(features));
    const [{ weights, biases }] = plain.scorer!.networks[0].layers;
    for (let i = 0; i < table.rows; i += 17) {
      const answer = inputFeatures(features, input, i, dense, 0);
      const [a, b] = [0, 1].map((head) =>
        dense.reduce(
          (sum, x, k) => sum + x * weights[2 * k + head],
          biases[head] + weights[2 * (dense.length + answer) + head],
        ),
      );
      const expected = 1 / (1 + Math.exp(-a)) - 1 / (1 + Math.exp(-b));
      expect(scores[i]).toBeCloseTo(expected, 5);
    }
    expect(new Set(score(table)).size).toBeGreaterThan(100);
  });

  it('needs right and wrong', () => {
    const { whyUnusable } = methodNamed('logistic');
    expect(whyUnusable(classlessTable('losses'), 0)?.message).toMatch(/only losses/);
    expect(whyUnusable(classlessTable('correct'), 0)).toBeNull();
  });

  it('becomes a policy that an older reader refuses by name', () => {
    const policy = fitPolicy(table, { method: 'logistic+linear-full-calibrated' });
    const text = printPolicy(policy);
    expect(text).toContain('"requires": ["calibrated-inputs","share-difference"]');
    expect(parsePolicy(text)).toEqual(policy);
    expect(() => parsePolicy(text.replaceAll('"outputs":2', '"outputs":1'))).toThrow(
      /holds 136 bytes \(expected 68/,
    );
  });
});

describe('ridge', () => {
  it('is the straight twin of diff01, on the inputs that it is told', () => {
    const twin = methodNamed('diff01+linear+linear-full').fit(table);
    expect(methodNamed('ridge+linear-full').fit(table).scorer).toEqual(twin.scorer);
    const { scorer } = methodNamed('ridge').fit(table);
    expect(scorer!.features.kind).toBe('linear');
    expect(methodNamed('ridge').fit(classlessTable('losses')).scorer!.features.kind).toBe(
      'columns',
    );
  });

  it('has a fixed shape', () => {
    expect(() => methodNamed('ridge+network')).toThrow(/ridge has a fixed shape/);
    expect(() => methodNamed('logistic+linear')).toThrow(/fixed shape/);
  });
});

describe('a shape asked for all methods', () => {
  it('is written behind the names that have none', () => {
    expect(shapedName('drcpe-gce', 'linear')).toBe('drcpe-gce+linear');
    expect(shapedName('drcpe-gce+calibrated', 'linear')).toBe('drcpe-gce+linear+calibrated');
    expect(shapedName('diff01', 'network')).toBe('diff01');
    expect(shapedName('diff01+linear', 'network')).toBe('diff01+linear');
    for (const name of ['conf', 'linear', 'ridge', 'logistic', 'auto', 'random', 'reject'])
      expect(shapedName(name, 'linear')).toBe(name);
  });

  it('is refused where a loss has no closed form', () => {
    for (const name of ['two-stage', 'drcpe-gce-kliep'])
      expect(methodNamed(`${name}+linear`).whyUnusable(table, 0)?.message).toMatch(
        /needs a network/,
      );
    expect(methodNamed('drcpe-gce-lsif+linear').whyUnusable(table, 0)).toBeNull();
  });
});

describe('boosting', () => {
  it('scores by the difference of two chances, and sees what no straight rule can', () => {
    const random = stream(4, 'crossed columns');
    const rows = 1500;
    const columns = ['a', 'b'].map((name) => ({
      name,
      values: Float32Array.from({ length: rows }, () => random.normal()),
    }));
    const product = (i: number) => columns[0].values[i] * columns[1].values[i];
    const crossed: Table = {
      ...{ rows, classes: [], columns },
      modelCorrect: Float32Array.from({ length: rows }, (_, i) => +(product(i) > 0)),
      experts: [
        {
          ...{ name: 'e', kind: 'correct' },
          correct: Float32Array.from({ length: rows }, (_, i) => +(product(i) < 0)),
        },
      ],
    };
    const scores = methodNamed('boosting').fit(crossed).score(crossed);
    const right = scores.filter((score, i) => score > 0 === product(i) > 0).length;
    expect(right / rows).toBeGreaterThan(0.9);
    expect(scores.every((score) => score >= -1 && score <= 1)).toBe(true);
  });

  it('needs right and wrong, has no other shape, and an older reader refuses it by name', () => {
    const { whyUnusable } = methodNamed('boosting');
    expect(whyUnusable(classlessTable('losses'), 0)?.message).toMatch(/only losses/);
    expect(() => methodNamed('boosting+linear')).toThrow(/boosting/);
    const text = printPolicy(fitPolicy(table, { method: 'boosting' }));
    expect(text).toContain(
      '"requires": ["calibrated-inputs","share-difference","mixed-shares","trees"]',
    );
  });
});
