import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { deferralCurve, valueAt } from '../curve/curve.js';
import { exp } from '../math/exp.js';
import { stream } from '../random/stream.js';
import { outcomesOf } from '../table/outcomes.js';
import type { Expert, Table } from '../table/table.js';
import { takeRows } from '../table/take.js';
import { fittedPropensity } from './fitted-propensity.js';
import { methodNamed } from './registry.js';

type Labels = Extract<Expert, { kind: 'labels' }>;
const ROWS = 6000;

/** A world where a column says who is good; who was asked hangs on the same column. */
function world() {
  const base = randomTable({ rows: ROWS, columns: 1, expert: 'labels', seed: 4 });
  const column = base.columns[0].values;
  const chance = Float32Array.from(column, (x) => 1 / (1 + exp(-(1.5 * x - 0.5))));
  const random = stream(8, 'who was asked');
  const asked = chance.map((p) => +(random.uniform() < p));
  return { base, chance, asked };
}

describe('a propensity nobody wrote down', () => {
  const { base, chance, asked } = world();

  it('is found again where features decide who is asked', () => {
    const found = fittedPropensity(base, asked);
    let off = 0;
    for (let i = 0; i < ROWS; i++) off += Math.abs(found[i] - chance[i]) / ROWS;
    expect(off).toBeLessThan(0.03);
  });

  it('is a share where nothing decides, and finite where a column separates perfectly', () => {
    const random = stream(3, 'coin');
    const coin = Float32Array.from({ length: ROWS }, () => +(random.uniform() < 0.3));
    const found = fittedPropensity(base, coin);
    expect(found.reduce((sum, p) => sum + p, 0) / ROWS).toBeCloseTo(0.3, 1);
    expect(Math.max(...found) - Math.min(...found)).toBeLessThan(0.3);
    const split = base.columns[0].values.map((x) => +(x > 0));
    const separated = fittedPropensity(base, split);
    expect(separated.every((p) => p >= 0 && p <= 1)).toBe(true);
  });

  it('scores a row by fits that have not seen it: noise is not learned', () => {
    const noise = randomTable({ rows: 120, columns: 40, seed: 9 });
    const random = stream(6, 'coin');
    const coin = Float64Array.from({ length: 120 }, () => +(random.uniform() < 0.5));
    const found = fittedPropensity(noise, coin);
    const mean = (pick: number) =>
      found.reduce((sum, p, i) => sum + (coin[i] === pick ? p : 0), 0) /
      coin.filter((asked) => asked === pick).length;
    // Fitted and scored on the same rows, 40 columns would tell the two apart almost perfectly.
    expect(mean(1) - mean(0)).toBeLessThan(0.2);
  });
});

/**
 * Expert answers that are mostly absent: a scorer that weighs only the answers it has, without
 * 1/p, puts the expert's side at a fraction of its weight and so keeps too much.
 */
describe('a scorer of answers asked for with probability p', () => {
  const whole = randomTable({ rows: ROWS, columns: 1, expert: 'labels', seed: 11 });
  const { labels } = whole.experts[0] as Labels;
  const confidence = (i: number) => Math.max(...whole.model!.subarray(4 * i, 4 * i + 4));
  const propensity = Float32Array.from({ length: ROWS }, (_, i) =>
    confidence(i) < 0.6 ? 0.6 : 0.08,
  );
  const random = stream(21, 'log');
  const seen = labels.map((label, i) => (random.uniform() < propensity[i] ? label : -1));
  const log: Table = {
    ...whole,
    experts: [{ name: 'e', kind: 'labels', labels: seen, propensity }],
  };
  const options = { epochs: 30, seed: 0, batch: 512 };
  const fitted = (table: Table) => {
    const scores = methodNamed('drcpe-zeroone').fit(table, options).score(whole);
    return { scores, mean: scores.reduce((sum, score) => sum + score, 0) / ROWS };
  };
  const truth = fitted(whole);
  const ours = fitted(log);
  // Unweighted: a row that wasn't asked simply has no expert side.
  const naive = fitted({
    ...whole,
    experts: [{ name: 'e', kind: 'correct', correct: rightOrNothing(whole, seen) }],
  });

  it('unweighted leans towards keeping; weighted does not', () => {
    expect(naive.mean - truth.mean).toBeGreaterThan(0.15);
    expect(Math.abs(ours.mean - truth.mean)).toBeLessThan(0.05);
  });

  it('and hands over the right cases at any rate', () => {
    const { model, expert } = outcomesOf(whole);
    const at = (scores: Float32Array) => valueAt(deferralCurve(scores, model, expert), 0.2);
    expect(at(ours.scores)).toBeGreaterThan(at(truth.scores) - 0.01);
  });

  it('answers alone (dropping the rest) are another population', () => {
    const kept = takeRows(
      log,
      Uint32Array.from(seen.keys()).filter((i) => seen[i] >= 0),
    );
    const { model } = outcomesOf(kept);
    const mean = (values: Float32Array) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(mean(outcomesOf(whole).model) - mean(model)).toBeGreaterThan(0.05);
  });
});

/** Not asked counts as not right: the expert's side loses the weight of what is missing. */
function rightOrNothing(table: Table, seen: Int32Array): Float32Array {
  return Float32Array.from(seen, (label, i) => +(label === table.label![i]));
}
