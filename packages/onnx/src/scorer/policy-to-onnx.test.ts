import { createDecider, type FeatureKind, fitPolicy } from '@cede/core';
import { describe, expect, test } from 'vitest';
import { runOnnx } from '../../test/agreement.js';
import { messages, parse, texts } from '../../test/parse.js';
import { syntheticTable } from '../../test/synthetic-table.js';
import { policyToOnnx } from './policy-to-onnx.js';

const CLASSES = 5;

const METHODS: [method: string, features: FeatureKind | undefined, columns: boolean][] = [
  ['conf', undefined, false],
  ['linear', undefined, true],
  ['two-stage', undefined, false],
  ['diff01', 'full', true],
  ['maxprob', undefined, true],
  ['drcpe-gce', undefined, false],
  ['drcpe-gce', 'full', true],
  ['drcpe-gce-kliep', undefined, true],
  ['drcpe-zeroone-lsif', undefined, true],
];

describe.each(METHODS)(
  'a fitted policy, %s (%s features, columns: %s)',
  (method, features, columns) => {
    const policy = fitPolicy(syntheticTable(1500, 1, CLASSES, columns), {
      method,
      features,
      epochs: 20,
      rate: 0.3,
      members: method === 'drcpe-gce' ? 2 : 1,
      modelVersion: 'v7',
    });

    test('decides in onnxruntime as it does in core, also rows that sum to 0.993 or 1.007', async () => {
      const given = syntheticTable(3000, 2, CLASSES, columns);
      const model = given.model!.map((p, i) => p * [1, 0.993, 1.007][Math.floor(i / CLASSES) % 3]);
      const names = policy.scorer.features.columns.map(({ name }) => name);
      const read = names.map((name) => given.columns.find((column) => column.name === name)!);
      const { score, defer } = await runOnnx(policyToOnnx(policy), {
        rows: given.rows,
        model,
        columns: read,
      });
      const { decide } = createDecider(policy);
      let deferred = 0;
      for (let i = 0; i < given.rows; i++) {
        const probabilities = model.subarray(i * CLASSES, (i + 1) * CLASSES);
        const ours = decide(
          probabilities,
          read.map(({ values }) => values[i]),
        );
        const margin = 1e-5 * Math.max(1, Math.abs(ours.score));
        expect(Math.abs(score[i] - ours.score), `row ${i}`).toBeLessThanOrEqual(margin);
        if (Math.abs(ours.margin) > margin) expect(defer[i] === 1, `row ${i}`).toBe(ours.defer);
        if (ours.defer) deferred++;
      }
      expect(deferred).toBeGreaterThan(300);
      expect(deferred).toBeLessThan(2700);
    });

    test('is named in the file', () => {
      const pairs = messages(parse(policyToOnnx(policy)), 14);
      expect(Object.fromEntries(pairs.map((m) => [texts(m, 1)[0], texts(m, 2)[0]]))).toMatchObject({
        'cede.policy': policy.id,
        'cede.method': policy.method,
        'cede.experts': '["panel"]',
        'cede.classes': '["class 0","class 1","class 2","class 3","class 4"]',
        'cede.model_version': 'v7',
        'cede.threshold': String(policy.threshold.values[0]),
        'cede.revision': String(policy.threshold.revision),
      });
    });
  },
);

test('a policy with a threshold per group is refused: the graph has only one', () => {
  const policy = fitPolicy(syntheticTable(300, 1, CLASSES, false), { method: 'conf' });
  const groups = { column: 'region', names: ['north'], values: [0.5] };
  const grouped = { ...policy, threshold: { ...policy.threshold, groups } };
  expect(() => policyToOnnx(grouped)).toThrow(/a threshold for each group/);
  const answers = { ...groups, of: 'answer' } as const;
  const byAnswer = { ...policy, threshold: { ...policy.threshold, groups: answers } };
  expect(() => policyToOnnx(byAnswer)).toThrow(/a threshold for each of the model's answers/);
});

describe('columns with gaps and categories', () => {
  const table = syntheticTable(1500, 5, CLASSES, true);
  const [skill, time] = table.columns;
  const ward = skill.values.map((value, i) => (i % 11 === 0 ? Number.NaN : value > 0 ? 1 : i % 3));
  const code = Float32Array.from({ length: table.rows }, (_, i) => (i * i) % 97);
  const levels = (count: number) => Array.from({ length: count }, (_, k) => `l${k}`);
  const mixed = {
    ...table,
    columns: [
      { ...skill, values: skill.values.map((value, i) => (i % 7 === 0 ? Number.NaN : value)) },
      { name: 'ward', values: ward, levels: levels(3) },
      time,
      { name: 'code', values: code, levels: levels(97) },
    ],
  };

  test.each(['linear', 'drcpe-gce', 'drcpe-zeroone+linear'])(
    'the graph of %s decides as the policy, by the places of levels',
    async (method) => {
      const policy = fitPolicy(mixed, { method, epochs: 10, rate: 0.3 });
      const file = policyToOnnx(policy);
      const metadata = metadataOf(file);
      const places = JSON.parse(metadata['cede.levels']) as Record<string, string[]>;
      expect(JSON.parse(metadata['cede.missing'])).toEqual(['skill', 'ward']);
      expect(places.code).toEqual(policy.scorer.features.columns[3].levels);
      // A caller knows nothing but the metadata: a level that isn't listed is any other number.
      const columns = mixed.columns.map((column) => {
        const known = column.levels?.map((name) => places[column.name].indexOf(name));
        return { values: column.values.map((v) => (known && !Number.isNaN(v) ? known[v] : v)) };
      });
      const { score, defer } = await runOnnx(file, {
        rows: mixed.rows,
        model: mixed.model,
        columns,
      });
      const { decide } = createDecider(policy);
      let worst = 0;
      for (let i = 0; i < mixed.rows; i++) {
        const p = mixed.model!.subarray(i * CLASSES, (i + 1) * CLASSES);
        const cells = mixed.columns.map(({ values, levels }) =>
          levels ? levels[values[i]] : values[i],
        );
        const ours = decide(p, cells);
        worst = Math.max(
          worst,
          Math.abs(score[i] - ours.score) / Math.max(1, Math.abs(ours.score)),
        );
        if (Math.abs(ours.margin) > 1e-5) expect(defer[i] === 1).toBe(ours.defer);
      }
      expect(worst).toBeLessThanOrEqual(1e-5);
    },
  );

  test('the metadata hold the fitted range of every number, by which unusual values are told', () => {
    const policy = fitPolicy(mixed, { method: 'linear' });
    const ranges = JSON.parse(metadataOf(policyToOnnx(policy))['cede.ranges']);
    expect(ranges.map(({ name }: { name: string }) => name)).toEqual(['skill', 'time']);
    const [{ least, most, deviation }] = ranges;
    const far = 3 * deviation;
    const { decide } = createDecider(policy);
    const unusual = (value: number) =>
      decide(mixed.model!.subarray(0, CLASSES), [value, 'l0', time.values[0], 'l0']).unusual;
    for (const [value, flagged] of [
      [least - far * 0.999, false],
      [least - far * 1.001, true],
      [most + far * 0.999, false],
      [most + far * 1.001, true],
    ] as const)
      expect(unusual(value), `${value}`).toEqual(flagged ? ['skill'] : undefined);
    expect(metadataOf(policyToOnnx(fitPolicy(mixed, { method: 'conf' })))).not.toHaveProperty(
      'cede.ranges',
    );
  });
});

const metadataOf = (file: Uint8Array): Record<string, string> =>
  Object.fromEntries(messages(parse(file), 14).map((m) => [texts(m, 1)[0], texts(m, 2)[0]]));

test.each([
  [40, 'drcpe-gce'],
  [300, 'drcpe-gce'],
  [300, 'ridge-embedding'],
  [300, 'mix:0.5*ridge-embedding:0.5*drcpe-gce'],
])('a block of %i numbers, %s: the graph projects as core does', async (width, method) => {
  const table = syntheticTable(600, 7, CLASSES, true);
  const values = Float32Array.from({ length: 600 * width }, (_, i) => Math.sin(i * 1.7) + (i % 5));
  const blocks = [{ name: 'embedding', width, values }];
  const policy = fitPolicy({ ...table, blocks }, { method, epochs: 5, rate: 0.3 });
  const file = policyToOnnx(policy);
  expect(JSON.parse(metadataOf(file)['cede.blocks'])).toEqual([
    { input: 'block_0', name: 'embedding', width },
  ]);
  expect(JSON.parse(metadataOf(file)['cede.columns'])).toEqual(['skill', 'time']);
  const { score } = await runOnnx(file, { ...table, columns: [...table.columns], blocks });
  const { decide } = createDecider(policy);
  for (let i = 0; i < table.rows; i++) {
    const ours = decide(table.model!.subarray(i * CLASSES, (i + 1) * CLASSES), [
      ...table.columns.map((column) => column.values[i]),
      values.subarray(i * width, (i + 1) * width),
    ]);
    const margin = 1e-5 * Math.max(1, Math.abs(ours.score));
    expect(Math.abs(score[i] - ours.score), `row ${i}`).toBeLessThanOrEqual(margin);
  }
});
