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
});
