import { fitPolicy, type Policy, stream, type Table } from '@cede/core';
import { certificationText } from '@cede/report/words';
import { describe, expect, it } from 'vitest';
import { certificatesSeen } from '../evaluate/certificates.js';
import type { NamedTable } from '../table/named-table.js';
import { type Certification, certify } from './certify.js';
import type { CertifyAsk } from './certify-ask.js';
import type { AskedPromises } from './promises/contract.js';

/** Three classes; the model is unsure in some rows, the expert answers most of them and takes a fee. */
function draw(rows: number, seed: number, { missing = 0, fee = 1 } = {}): Table {
  const random = stream(seed, 'together');
  const sure = Float32Array.from({ length: rows }, () => 0.4 + 0.6 * random.uniform());
  const label = Int32Array.from(sure, () => random.below(3));
  const other = (is: number) => (is + 1 + random.below(2)) % 3;
  const answer = label.map((is, i) => (random.uniform() < 0.6 * (1 - sure[i]) ? other(is) : is));
  return {
    ...{ rows, classes: ['x', 'y', 'z'], label, columns: [] },
    model: Float32Array.from({ length: 3 * rows }, (_, k) => {
      const i = Math.floor(k / 3);
      return answer[i] === k % 3 ? sure[i] : (1 - sure[i]) / 2;
    }),
    experts: [
      {
        ...{ name: 'e', kind: 'labels' },
        labels: label.map((is) =>
          random.uniform() < missing ? -1 : random.uniform() < 0.05 ? other(is) : is,
        ),
        cost: new Float32Array(rows).fill(fee),
      },
    ],
    group: { name: 'site', index: Uint32Array.from(sure, (_, i) => i % 2), names: ['a', 'b'] },
  } as unknown as Table;
}

const named = (table: Table) =>
  ({ table, hash: 'other', name: 't', issues: [] }) as unknown as NamedTable;
const policy: Policy = fitPolicy(draw(1500, 1), { method: 'conf', rate: 0.3 });
const byPrice: Policy = fitPolicy(priced(draw(1500, 1)), { method: 'conf', rate: 0.3 });
const ask: CertifyAsk = { confidence: 0.9 };

describe('a budget and a rate together', () => {
  const table = draw(2000, 2);
  const both = certify(policy, named(table), { budget: 0.25, maxRate: 0.2 }, ask);

  it('hand over as much as both allow, as each alone does', () => {
    const rates = [{ budget: 0.25 }, { maxRate: 0.2 }].map((asked) => {
      const [{ certificate }] = certify(policy, named(table), asked, ask).certificates;
      return certificate.rate!;
    });
    const [{ certificate }] = both.certificates;
    expect(certificate.rate).toBeGreaterThan(0.1);
    // The rate alone is set by order statistics; with a budget it is tested on the stored grid.
    expect(certificate.rate).toBeLessThanOrEqual(Math.min(...rates));
    expect(certificate.rate).toBeGreaterThan(Math.min(...rates) - 0.04);
  });

  it('need neither truth nor the answers', () => {
    const blind = { ...table, label: undefined } as Table;
    const [{ certificate }] = certify(
      policy,
      named(blind),
      { budget: 0.25, maxRate: 0.2 },
      ask,
    ).certificates;
    expect(certificate.threshold).toBe(both.certificates[0].certificate.threshold);
  });

  it('leave an error beside a budget an error', () => {
    const { asked, certificates, counted } = certify(
      ...([policy, named(table), { budget: 0.25, maxError: 0.2 }, ask] as const),
    );
    expect(asked).toEqual({ budget: 0.25, maxError: 0.2 });
    expect(counted.what).toBe('error');
    expect(certificates[0].certificate.promises).toEqual({ budget: 0.25, maxError: 0.2 });
  });

  it('say up to what costs count, and name no weights where there are none', () => {
    const beside = certify(policy, named(table), { budget: 0.25, maxError: 0.2 }, ask);
    const text = certificationText(beside).join('\n');
    expect(text).toContain('Costs of answers count up to 1, the largest among the fitting rows;');
    expect(text).not.toMatch(/weight/i);
  });
});

describe('weights in another unit', () => {
  it('change neither where a test begins nor what comes of it', () => {
    const weighed = (table: Table, unit: number) => ({
      ...table,
      weight: Float32Array.from({ length: table.rows }, (_, i) => unit * (1 + (i % 2))),
    });
    const on = (unit: number, promises: AskedPromises) => {
      const fitted = fitPolicy(weighed(draw(1500, 1), unit), { method: 'conf', rate: 0.3 });
      const rows = named(weighed(draw(2000, 2), unit));
      const [{ certificate }] = certify(fitted, rows, promises, ask).certificates;
      return [certificate.threshold, certificate.tested];
    };
    for (const promises of [{ maxKeptError: 0.2 }, { maxError: 0.2, maxRate: 0.4 }]) {
      const [threshold, tested] = on(1, promises);
      expect(threshold).not.toBe('-inf');
      expect(on(2 ** -12, promises)).toEqual([threshold, tested]);
    }
  });
});

describe('a promise for each of several groups, seen on new rows', () => {
  const kept = certify(
    policy,
    named(draw(3000, 3)),
    { maxError: 0.3 },
    {
      ...ask,
      groups: { column: 'site' },
    },
  );

  it('is held against every group by itself: a broken one is not hidden by the other', () => {
    const table = draw(1200, 4);
    const { label } = table;
    const truth = label!.map((is, i) => (i % 8 === 1 ? (is + 1) % 3 : is));
    const [{ contradicted, promises }] = certificatesSeen(kept.policy, { ...table, label: truth });
    expect(promises).toHaveLength(1);
    expect(promises[0]).toMatchObject({ promise: 'maxError', group: 'b' });
    expect(promises[0].found).toBeGreaterThan(0.3);
    expect(contradicted).toBe(true);
    // All together they are within the promise.
    const blind = { ...table, label: truth, group: undefined };
    const [pooled] = certificatesSeen(kept.policy, blind);
    expect(pooled.promises[0].found).toBeLessThan(0.3);
    expect(pooled.contradicted).toBe(false);
  });
});

describe('an answer that the model never gives', () => {
  it('leaves nothing to promise for every answer at one threshold, and is named', () => {
    const table = draw(600, 5);
    // Only x and y are ever answered.
    const model = table.model!.map((p, k) => (k % 3 === 2 ? 0 : p));
    for (let i = 0; i < 600; i++) {
      const [x, y] = [model[3 * i], model[3 * i + 1]];
      model.set([x / (x + y), y / (x + y)], 3 * i);
    }
    const without = { ...table, model } as Table;
    expect(() =>
      certify(policy, named(without), { maxKeptError: 0.3 }, { ...ask, perClass: 'common' }),
    ).toThrow(/the model answers z in none of these rows/);
  });
});

describe('missing answers', () => {
  it('are counted as right against a promise, and left out of what was found', () => {
    const { policy: kept } = certify(policy, named(draw(3000, 6)), { minGain: 0.02 }, ask);
    // Were everything handed over, half of the expert's errors would go unseen.
    const certificates = kept.certificates.map((one) => ({ ...one, threshold: 'inf' as const }));
    const seenOn = (table: Table) => certificatesSeen({ ...kept, certificates }, table)[0];
    const [all, some] = [0, 0.5].map((missing) => seenOn(draw(8000, 7, { missing })).promises[0]);
    expect(Math.abs(some.found - all.found)).toBeLessThan(0.012);
  });

  it('cost what they would have: a budget and what is kept are told of every row', () => {
    const full = priced(draw(3000, 8));
    // Only cheap cases were answered, half of them; the propensity says so.
    const { cost } = full.experts[0];
    const asked = cost!.map((price) => (price < 1 ? 0.5 : 0.05));
    const random = stream(9, 'asked');
    const [expert] = full.experts as [Extract<Table['experts'][number], { kind: 'labels' }>];
    const labels = expert.labels.map((is, i) => (random.uniform() < asked[i] ? is : -1));
    const without = { ...full, experts: [{ ...expert, labels }] } as Table;
    const weighed = { ...full, experts: [{ ...expert, labels, propensity: asked }] } as Table;
    const on = (table: Table, promises: AskedPromises) =>
      certify(byPrice, named(table), promises, { ...ask, largestCost: 2 });
    const missing = (one: Certification) =>
      certificationText(one).find((it) => /no answer/.test(it));
    expect(missing(on(without, { maxError: 0.5 }))).toMatch(/: counted as wrong\.$/);
    expect(missing(on(weighed, { maxError: 0.5 }))).toMatch(/stand in for them, by propensity\.$/);
    for (const promises of [{ budget: 0.5 }, { budget: 0.4, maxKeptError: 0.16 }]) {
      const all = on(full, promises).certificates[0].certificate;
      expect(all.feasible).toBe(true);
      for (const table of [without, weighed]) {
        const { certificates, policy: kept } = on(table, promises);
        expect(certificates[0].certificate.threshold).toBe(all.threshold);
        expect(certificates[0].certificate.pValue).toBe(all.pValue);
        // Neither promise goes by what the expert answers, so nothing counts as wrong.
        expect(missing(on(table, promises))).toBeUndefined();
        // A budget alone is kept as an error whose unit is money.
        const found = (seen: Table) => {
          const of = certificatesSeen(kept, seen)[0].promises;
          return of.find(({ promise }) => promise !== 'maxKeptError')!.found;
        };
        expect(found(table)).toBeCloseTo(found(full), 9);
      }
    }
  });
});

/** The same rows with prices that differ: half of the cases take 0.2, the others 1.8. */
function priced(table: Table): Table {
  const [expert] = table.experts;
  const cost = Float32Array.from({ length: table.rows }, (_, i) => (i % 2 === 0 ? 0.2 : 1.8));
  return { ...table, experts: [{ ...expert, cost }] } as Table;
}
