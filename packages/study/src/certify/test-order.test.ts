import {
  certify as certifyRows,
  fitPolicy,
  type Policy,
  stream,
  type Table,
  thresholdValue,
} from '@cede/core';
import { certificateText } from '@cede/report/words';
import { describe, expect, it } from 'vitest';
import type { NamedTable } from '../table/named-table.js';
import { certify } from './certify.js';
import { countedRows } from './counted-rows.js';
import type { AskedPromises } from './promises/contract.js';

/** Wrong answers of the model, of the expert, and what the expert takes. */
interface World {
  readonly model: (sure: number) => number;
  readonly expert: number;
  readonly fee?: number;
}

function draw({ model, expert, fee }: World, rows: number, seed: number): Table {
  const random = stream(seed, 'walk');
  const sure = Float32Array.from({ length: rows }, () => 0.5 + random.uniform() / 2);
  const label = Int32Array.from(sure, () => random.below(2));
  const answer = label.map((is, i) => (random.uniform() < model(sure[i]) ? 1 - is : is));
  const labels = label.map((is) => (random.uniform() < expert ? 1 - is : is));
  return {
    rows,
    classes: ['x', 'y'],
    label,
    model: Float32Array.from({ length: 2 * rows }, (_, k) =>
      answer[k >> 1] === k % 2 ? sure[k >> 1] : 1 - sure[k >> 1],
    ),
    experts: [
      {
        name: 'e',
        kind: 'labels',
        labels,
        ...(fee !== undefined && { cost: new Float32Array(rows).fill(fee) }),
      },
    ],
    columns: [],
  };
}

const fit = (table: Table): Policy =>
  fitPolicy(table, { method: 'conf', calibrationShare: 0, rate: 0.5 });
const checked = (table: Table) =>
  ({ table, hash: 'other', name: 't', issues: [] }) as unknown as NamedTable;
const ask = { confidence: 0.9, seed: 0 };

describe('the walk of an error promise', () => {
  /** Errors on x cost ten times those on y, and the expert is good at x alone. */
  const priced = (rows: number, seed: number): Table => {
    const random = stream(seed, 'one-sided');
    const sure = Float32Array.from({ length: rows }, () => 0.5 + random.uniform() / 2);
    const label = Int32Array.from(sure, () => random.below(2));
    const isWrong = (chance: number) => random.uniform() < chance;
    const answer = label.map((is, i) => (isWrong(0.6 * (1 - sure[i])) ? 1 - is : is));
    const labels = label.map((is) => (isWrong(is === 0 ? 0 : 0.3) ? 1 - is : is));
    return {
      ...{ rows, classes: ['x', 'y'], label, columns: [] },
      model: Float32Array.from({ length: 2 * rows }, (_, k) =>
        answer[k >> 1] === k % 2 ? sure[k >> 1] : 1 - sure[k >> 1],
      ),
      experts: [{ name: 'e', kind: 'labels', labels }],
      costMatrix: Float64Array.of(0, 10, 1, 0),
    };
  };

  it('begins at the least error, also where thresholds were set by what errors cost', () => {
    const conf = fit(priced(2000, 1));
    const policy = fitPolicy(priced(2000, 1), {
      ...{ method: 'drcpe-cost', calibrationShare: 0.3, rate: 0.5, epochs: 5 },
    });
    // At the least cost most are handed over, at the least error fewer.
    const atLeastCost = policy.grid!.rates[0];
    expect(atLeastCost).toBeGreaterThan(0.8);
    const { costMatrix: _, ...rows } = priced(4000, 2);
    const asked = { maxError: 0.001 };
    const { begins, certificates } = certify(policy, checked(rows), asked, ask);
    expect(begins).toBe('errors');
    expect(certificates[0].certificate.start!.estimate.rate).toBeLessThan(atLeastCost - 0.1);
    expect(certify(policy, checked(rows), { minGain: 0 }, ask).feasible).toBe(true);
    // A file from before remembers only what errors cost.
    const { calibration } = policy;
    const bins = calibration.bins.map(({ modelRight: _, expertRight: __, ...bin }) => bin);
    const older = { ...policy, calibration: { ...calibration, bins } };
    expect(certify(older, checked(rows), asked, ask).begins).toBe('loss');
    expect(certify(conf, checked(rows), asked, ask).begins).toBe('error');
    const refused = () => certify(policy, checked(priced(4000, 2)), asked, ask);
    expect(refused).toThrow(
      expect.objectContaining({
        refusal: { reason: 'costs-counted', promise: 'maxError', matrix: true },
      }),
    );
  });
});

describe('the walk of a cost promise', () => {
  /** The expert saves every error of the unsure half at 0.3 each, and is waste on the other. */
  const unsure: World = { model: (sure) => (sure < 0.75 ? 0.5 : 0.02), expert: 0, fee: 0.3 };
  const policy = fit(draw(unsure, 2000, 1));
  const rows = draw(unsure, 2000, 2);
  const begun = (
    {
      errorCost,
      largestCost,
      ...promises
    }: AskedPromises & {
      errorCost?: number;
      largestCost?: number;
    },
    by = policy,
    table = rows,
  ) => {
    const found = certify(by, checked(table), promises, { ...ask, errorCost, largestCost });
    const [{ certificate }] = found.certificates;
    const [, first] = certificateText(certificate, found);
    return { ...found, ...certificate, first };
  };

  it('begins where the cost is least, not the error', () => {
    // At the least error nearly all are handed over, for 0.3; at the least cost half, for 0.16.
    expect(policy.grid!.rates[0]).toBeGreaterThan(0.9);
    expect(begun({ maxCost: 0.19, errorCost: 1 })).toMatchObject({ feasible: true });
    const { start, first } = begun({ maxCost: 0.1, errorCost: 1 });
    expect(start!.estimate.rate).toBeGreaterThan(0.4);
    expect(start!.estimate.rate).toBeLessThan(0.6);
    expect(first).toMatch(/^The test starts at the threshold of least estimated cost, which hands/);
    // Errors that cost little are never worth the fee.
    expect(begun({ maxCost: 0.006, errorCost: 0.01 })).toMatchObject({ threshold: '-inf' });
    expect(begun({ maxCost: 0.002, errorCost: 0.01 }).first).toMatch(
      /^The test starts where nothing is handed over, and stops/,
    );
  });

  it('a matrix counts at its mean price where the policy remembers right and wrong', () => {
    const priced = { ...rows, costMatrix: Float64Array.of(0, 1, 1, 0) };
    const { start } = begun({ maxCost: 0.1 }, policy, priced);
    expect(start).toEqual(begun({ maxCost: 0.1, errorCost: 1 }).start);
  });

  it('goes up from handing nothing over where the policy knows no fee, or errors no price', () => {
    const blind = fit(draw({ ...unsure, fee: undefined }, 2000, 1));
    const cheap = begun({ maxCost: 0.2, errorCost: 0.5, largestCost: 0.8 }, blind);
    expect(cheap).toMatchObject({ begins: 'nothing', feasible: true });
    expect(cheap.rate).toBeGreaterThan(0.4);
    expect(begun({ maxCost: 0.05, errorCost: 1, largestCost: 1.3 }, blind).first).toContain(
      'starts where nothing is handed over',
    );
    // It can't know how dear a case gets either: that must be declared.
    expect(() => begun({ maxCost: 0.2, errorCost: 0.5 }, blind)).toThrow('how large costs get');
    // Only the fee counts: as with a budget, the most that surely costs no more.
    const paid = begun({ maxCost: 0.15 });
    expect(paid).toMatchObject({ begins: 'nothing', feasible: true });
    expect(paid.rate).toBeGreaterThan(0.4);
    // Asking nobody is free by definition, however few rows there are to show it.
    expect(begun({ maxCost: 0.0001 })).toMatchObject({ feasible: true, threshold: '-inf' });
    // A saving is not to be found there.
    expect(
      begun({ maxCost: 0.2, errorCost: 1, minGain: 0.01, largestCost: 1.3 }, blind).begins,
    ).toBe('error');
  });

  it('with a rate to keep, the sentence says what is true of the beginning', () => {
    const within = 'whose rate is safely within the promise, which hands over';
    expect(begun({ maxCost: 0.1, errorCost: 1, maxRate: 0.3 }).first).toContain(
      `at the threshold of least estimated cost ${within}`,
    );
    expect(begun({ maxError: 0.01, maxRate: 0.3 }).first).toContain(
      `at the largest threshold ${within}`,
    );
    expect(begun({ maxError: 0.001 }).first).toContain('of least estimated error, which');
  });

  it('breaks its promise no more often than it says; chosen on the rows themselves it would', () => {
    // Whoever answers, a case costs 0.3: to promise 0.3 is at the bound at every threshold.
    const even: World = { model: () => 0.3, expert: 0.05, fee: 0.25 };
    const [worlds, delta] = [120, 0.2];
    const how = { errorCost: 1, confidence: 1 - delta };
    let broken = 0;
    let peeking = 0;
    for (let world = 0; world < worlds; world++) {
      const known = fit(draw(even, 300, 1000 + world));
      const table = draw(even, 300, 5000 + world);
      const { feasible } = certify(known, checked(table), { maxCost: 0.3 }, how);
      broken += +feasible;
      const { rows: seen, scale } = countedRows(known, table, { what: 'cost', errorCost: 1 });
      const { scores, modelValue, expertValue } = seen;
      const costAt = (threshold: number) => {
        let cost = 0;
        for (let i = 0; i < modelValue.length; i++)
          cost -= (scores as ArrayLike<number>)[i] <= threshold ? expertValue[i] : modelValue[i];
        return cost;
      };
      const grid = known.grid!;
      const costs = grid.thresholds.map((threshold) => costAt(thresholdValue(threshold)));
      const from = grid.thresholds[costs.indexOf(Math.min(...costs))];
      const promises = { maxError: 0.3 / scale };
      peeking += +certifyRows({ grid, rows: seen, promises, confidence: 1 - delta, from }).feasible;
    }
    // A true share of δ shows up as more than this in one run of a thousand.
    const most = delta + 3.1 * Math.sqrt((delta * (1 - delta)) / worlds);
    expect(broken / worlds).toBeLessThan(most);
    expect(broken).toBeGreaterThan(0);
    expect(peeking / worlds).toBeGreaterThan(most);
  });
});
