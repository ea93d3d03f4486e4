import { certify as certifyRows, fitPolicy, stream, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { bounds } from './bounds.js';
import { certify } from './certify.js';
import { countedRows } from './counted-rows.js';

/** Rows in clusters of ten that share how hard they are; the expert knows what the model doesn't. */
function draw(rows: number, seed: number): Table {
  const random = stream(seed, 'certify');
  const cluster = Int32Array.from({ length: rows }, (_, i) => Math.floor(i / 10));
  const ease = Array.from({ length: rows / 10 + 1 }, () => random.uniform());
  const sure = Float32Array.from(cluster, (c) => 0.5 + (ease[c] + 0.2 * random.uniform()) / 2.5);
  const label = Int32Array.from({ length: rows }, () => random.below(2));
  const answer = label.map((is, i) => (random.uniform() < sure[i] ? is : 1 - is));
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
        labels: label.map((is) => (random.uniform() < 0.02 ? 1 - is : is)),
      },
    ],
    columns: [],
    cluster: { names: [...new Set(cluster)].map(String), index: cluster },
    group: { names: ['a', 'b'], index: cluster.map((c) => c % 2) },
  };
}

const policy = fitPolicy(draw(1000, 1), { method: 'conf', calibrationShare: 0, rate: 0.3 });
const rows = draw(2000, 2);
const { cluster: _, ...apart } = rows;

describe('certify', () => {
  it('tests a table in memory as its clusters and weights demand, without being told', () => {
    const asked = { maxError: 0.15 };
    const exact = certify(policy, apart, asked).certificates[0].certificate;
    expect(exact).toMatchObject({ feasible: true, test: 'exact' });
    const clustered = certify(policy, rows, asked);
    expect(clustered.certificates[0].certificate.test).toBe('betting');
    const weight = new Float32Array(rows.rows).fill(1).fill(2, 0, 500);
    // How large weights get is not looked up in the rows that are tested.
    expect(() => certify(policy, { ...apart, weight }, asked)).toThrow('how large weights get');
    const declared = certify(policy, { ...apart, weight }, asked, { largestWeight: 2 });
    expect(declared.certificates[0].certificate.test).toBe('betting');
    expect(() => certify(policy, { ...apart, weight }, asked, { largestWeight: 1 })).toThrow(
      'weight, row 0: found 2, above the largest declared (1)',
    );
    // By hand: the same rows with clusters handed to core's own test.
    const counted = countedRows(policy, rows);
    expect(counted.rows.clusters).toBe(rows.cluster!.index);
    const own = certifyRows({ grid: policy.grid!, rows: counted.rows, promises: asked });
    expect(clustered.certificates[0].certificate.threshold).toEqual(own.threshold);
  });

  it('honours propensities: answers that are missing are not all wrong', () => {
    const [expert] = apart.experts;
    if (expert.kind !== 'labels') throw new Error('labels expected');
    const labels = expert.labels.map((label, i) => (i % 2 ? label : -1));
    const half = { ...apart, experts: [{ ...expert, labels }] };
    const propensity = new Float32Array(rows.rows).fill(0.5);
    const known = { ...apart, experts: [{ ...expert, labels, propensity }] };
    const error = (table: Table) =>
      certify(policy, table, { maxError: 0.9 }).certificates[0].certificate;
    expect([error(half).missingExpert, error(known).missingExpert]).toEqual([1000, 1000]);
    expect([error(half).test, error(known).test]).toEqual(['exact', 'betting']);
  });

  it('sets the threshold and keeps the certificate in the policy, which stays as it was', () => {
    const { policy: certified, certificates } = certify(policy, apart, { maxError: 0.2 });
    const [{ certificate }] = certificates;
    expect(certified.threshold.values[0]).toBe(certificate.threshold);
    expect(certified.threshold.chosen).toEqual({ by: 'certificate', certificate: 0 });
    expect(certified.certificates[0]).toMatchObject({ applies: true, table: { rows: 2000 } });
    expect([policy.certificates, policy.threshold.revision]).toEqual([[], 1]);
    // The same rows a second time are a second test.
    const again = certify(certified, apart, { maxError: 0.2 });
    expect(again.notes.map(({ code }) => code)).toContain('certified-before');
  });

  it('leaves the policy as it is where nothing qualifies', () => {
    const none = certify(policy, apart, { maxError: 0.0001 });
    expect(none.feasible).toBe(false);
    expect(none.policy).toBe(policy);
  });

  it('gives every group a threshold of its own, or one that holds in each', () => {
    const groups = { column: 'site', thresholds: 'own' } as const;
    const own = certify(policy, apart, { maxError: 0.25 }, { groups });
    expect(own.certificates.map(({ group }) => group)).toEqual(['a', 'b']);
    expect(own.policy.threshold.groups).toMatchObject({ column: 'site', names: ['a', 'b'] });
    const common = certify(policy, apart, { maxError: 0.25 }, { groups: { column: 'site' } });
    expect(common.certificates).toHaveLength(1);
    expect(common.certificates[0].certificate.groups).toBe(2);
    const absent = { ...apart, group: { ...apart.group!, names: ['a', 'b', 'c'] } };
    expect(() => certify(policy, absent, { maxError: 0.25 }, { groups })).toThrow(
      /no row is of the group c/,
    );
  });

  it('refuses rows that the policy was fitted on, and promises that say nothing', () => {
    expect(() => certify(policy, draw(1000, 1), { maxError: 0.2 })).toThrow(
      /no fitting and no choosing has seen/,
    );
    expect(() => certify(policy, apart, {})).toThrow(/nothing is promised/);
  });

  it('a rate needs no truth, bounds do', () => {
    const { label: __, ...blind } = { ...apart, experts: [] };
    expect(certify(policy, blind, { maxRate: 0.5 }).feasible).toBe(true);
    expect(() => bounds(policy, blind)).toThrow(/does not tell the truth/);
    const { bounds: found, policy: bounded } = bounds(policy, apart);
    expect(bounded.dial).toBe(found);
    expect(bounded.threshold).toBe(policy.threshold);
    for (const { error, errorAtMost } of found.points) expect(errorAtMost).toBeGreaterThan(error);
  });
});
