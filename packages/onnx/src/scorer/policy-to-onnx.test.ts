import { createDecider, type FeatureKind, fitPolicy, stream, type Table } from '@cede/core';
import { describe, expect, test } from 'vitest';
import { runOnnx } from '../../test/agreement.js';
import { messages, parse, texts } from '../../test/parse.js';
import { policyToOnnx } from './policy-to-onnx.js';

const CLASSES = 5;

/** A model that is right where it is sure, an expert that is right where a column is large. */
function table(rows: number, seed: number, withColumns: boolean): Table {
  const random = stream(seed, 'table');
  const label = Int32Array.from({ length: rows }, () => random.below(CLASSES));
  const sureness = Float32Array.from({ length: rows }, () => 3 * random.uniform());
  const skill = Float32Array.from({ length: rows }, () => random.normal());
  const answers = (strength: (row: number) => number) => {
    const p = new Float32Array(rows * CLASSES);
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      for (let c = 0; c < CLASSES; c++) {
        p[i * CLASSES + c] = Math.exp(random.normal() + (c === label[i] ? strength(i) : 0));
        sum += p[i * CLASSES + c];
      }
      for (let c = 0; c < CLASSES; c++) p[i * CLASSES + c] /= sum;
    }
    return p;
  };
  return {
    rows,
    classes: ['a', 'b', 'c', 'd', 'e'],
    label,
    model: answers((i) => sureness[i]),
    experts: [
      {
        name: 'panel',
        kind: 'probabilities',
        probabilities: answers((i) => (skill[i] > 0 ? 3 : 1)),
      },
    ],
    columns: withColumns
      ? [
          { name: 'skill', values: skill },
          { name: 'time', values: skill.map((value) => 1.7e9 + 86_400 * value) },
        ]
      : [],
  };
}

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
    const policy = fitPolicy(table(1500, 1, columns), {
      method,
      features,
      epochs: 20,
      rate: 0.3,
      members: method === 'drcpe-gce' ? 2 : 1,
      modelVersion: 'v7',
    });

    test('decides in onnxruntime as it does in core, also rows that sum to 0.993 or 1.007', async () => {
      const given = table(3000, 2, columns);
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
        'cede.classes': '["a","b","c","d","e"]',
        'cede.model_version': 'v7',
        'cede.threshold': String(policy.threshold.values[0]),
        'cede.revision': String(policy.threshold.revision),
      });
    });
  },
);
