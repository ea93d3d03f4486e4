import {
  certify as certifyRows,
  createDecider,
  fitPolicy,
  type Policy,
  parsePolicy,
  printPolicy,
  storeThreshold,
  stream,
  type Table,
} from '@cede/core';
import { describe, expect, it } from 'vitest';
import { certificatesSeen } from '../evaluate/certificates.js';
import { evaluate } from '../evaluate/evaluate.js';
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

/** The same rows, the model always for x. */
const onlyX = ({ rows: count }: Table) => ({
  model: Float32Array.from({ length: 2 * count }, (_, k) => (k % 2 ? 0.2 : 0.8)),
});

const deferred = (by: Policy, { model }: Table, row: number) =>
  createDecider(by).decide(model!.subarray(2 * row, 2 * row + 2)).defer;

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
      'weight, row 1: found 2, above the largest declared (1)',
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

  it('gives every answer of the model a threshold of its own; that one has none is an answer', () => {
    const answers = (table: Table) =>
      Array.from({ length: table.rows }, (_, i) => (table.model![2 * i] > 0.5 ? 'x' : 'y'));
    const asked = { maxKeptError: 0.2 };
    const own = certify(policy, apart, asked, { perClass: true });
    expect(own.certificates.map(({ group }) => group)).toEqual(['x', 'y']);
    // δ is shared, and each answer's rows are tested by themselves.
    const counted = answers(apart).filter((answer) => answer === 'x').length;
    expect(own.certificates[0].certificate).toMatchObject({ rows: counted, confidence: 0.975 });
    const { groups } = own.policy.threshold;
    expect(groups).toMatchObject({ of: 'answer', names: ['x', 'y'] });
    const read = parsePolicy(printPolicy(own.policy));
    const decider = createDecider(read);
    for (const row of [0, 1, 2, 3]) {
      const { answer, threshold } = decider.decide(apart.model!.subarray(2 * row, 2 * row + 2));
      expect(answer).toBe(answers(apart)[row]);
      expect(storeThreshold(threshold)).toBe(groups!.values[groups!.names.indexOf(answer!)]);
    }
    // Where x is never wrong and y always, only x has a threshold; every y is handed over.
    const label = Int32Array.from(answers(apart), () => 0);
    const apartOnly = { ...apart, label };
    const some = certify(policy, apartOnly, asked, { perClass: true });
    expect(some.certificates.map(({ certificate }) => certificate.feasible)).toEqual([true, false]);
    expect(some.feasible).toBe(true);
    expect(some.policy.threshold.groups!.values[1]).toBe('inf');
    expect(some.policy.certificates).toHaveLength(1);
    expect(some.policy.certificates[0].group!.names).toEqual(['x']);
    // Other promises leave the threshold as it was for an answer that has none.
    const error = certify(policy, apartOnly, { maxError: 0.4 }, { perClass: true });
    expect(error.policy.threshold.groups!.values[1]).toBe(policy.threshold.values[0]);
    // An answer that no row has can't be promised anything, and that is no mistake.
    const never = certify(policy, { ...apart, classes: ['x', 'y'], ...onlyX(apart) }, asked, {
      perClass: true,
    });
    expect(never.certificates[1].certificate).toMatchObject({ feasible: false, rows: 0 });
    // At one threshold for all, the worse answer decides.
    const common = certify(policy, apart, asked, { perClass: 'common' });
    expect(common.certificates[0].certificate.groups).toBe(2);
    expect(common.policy.threshold.groups).toBeUndefined();
  });

  it('holds new rows to what was declared for the promise, and to the rows it speaks of', () => {
    const largest = { largestCluster: 10 };
    const certified = certify(policy, rows, { maxError: 0.3 }, largest).policy;
    expect(certified.certificates[0].declared).toEqual(largest);
    const fresh = draw(2000, 3);
    expect(certificatesSeen(certified, fresh)[0]).toMatchObject({ contradicted: false });
    // A promise about the mean over cases says nothing about the mean over clusters.
    const cases = certify(policy, apart, { maxError: 0.3 }).policy;
    expect(certificatesSeen(cases, fresh)[0].missing).toBe('unbounded-clusters');
    expect(certificatesSeen(cases, fresh, largest)[0].missing).toBeUndefined();
    const { cluster: __, ...alone } = fresh;
    const own = certify(policy, apart, { maxKeptError: 0.2 }, { perClass: true }).policy;
    const seen = certificatesSeen(own, alone);
    expect(seen.map(({ missing }) => missing)).toEqual([undefined, undefined]);
    const answered = seen.map(({ promises }) => promises[0].found);
    const wrong = (answer: number) => {
      const kept = Array.from({ length: alone.rows }, (_, i) => i).filter(
        (i) => Number(alone.model![2 * i] <= 0.5) === answer && !deferred(own, alone, i),
      );
      return kept.filter((i) => alone.label![i] !== answer).length / kept.length;
    };
    expect(answered[0]).toBeCloseTo(wrong(0), 9);
    expect(answered[1]).toBeCloseTo(wrong(1), 9);
  });

  it('refuses rows that the policy was fitted on, and promises that say nothing', () => {
    expect(() => certify(policy, draw(1000, 1), { maxError: 0.2 })).toThrow(
      /no fitting and no choosing has seen/,
    );
    expect(() => certify(policy, apart, {})).toThrow(/nothing is promised/);
  });

  it('a range of numbers that the rows lack is refused by its name', () => {
    const plain: Table = { ...apart, cluster: undefined };
    for (const [range, sentence] of [
      [{ largestWeight: 2 }, /largestWeight: 2 is about weights, and the rows have none/],
      [{ largestCluster: 2 }, /largestCluster: 2 is about clusters/],
      [{ smallestPropensity: 0.1 }, /smallestPropensity: 0.1 is about probabilities of asking/],
    ] as const) {
      expect(() => certify(policy, plain, { maxError: 0.4 }, range)).toThrow(sentence);
      expect(() => bounds(policy, plain, range)).toThrow(sentence);
      expect(() => evaluate(policy, plain, range)).toThrow(sentence);
    }
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
