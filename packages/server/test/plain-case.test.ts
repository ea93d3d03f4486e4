import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlain } from '../src/engine/plain-text.js';
import { answerText, factsText } from '../src/engine/record-text.js';
import { isPlainCase } from '../src/schema/plain-case.js';
import { caseSchema } from '../src/schema/requests.js';

const value = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.string({ maxLength: 300 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.double(), { maxLength: 4 }),
  fc.array(fc.anything(), { maxLength: 3 }),
  fc.object({ maxDepth: 1, maxKeys: 3 }),
  fc.constantFrom('', 'x'.repeat(256), 'x'.repeat(257), 'x'.repeat(1024), 'x'.repeat(1025)),
  fc.constantFrom(-1, 0, 1000, 1001, 0.5, Number.NaN, Number.POSITIVE_INFINITY),
);
const key = fc.constantFrom(
  ...['id', 'step', 'probs', 'logits', 'features', 'group', 'cost', 'modelVersion', 'age'],
  ...['__proto__', 'constructor', ''],
);

it('what fits at a glance fits the schema, and is left as it is', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 3 }), (pairs) => {
      const text = `{${pairs.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each) ?? 'null'}`).join(',')}}`;
      const body = JSON.parse(text.replaceAll('"huge"', '1e999'));
      const parsed = caseSchema.safeParse(body);
      if (!isPlainCase(body)) return;
      plain++;
      expect(parsed.success, text).toBe(true);
      expect(parsed.data).toEqual(body);
    }),
    { numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(300);
  // And the usual case does not miss the short way.
  expect(isPlainCase({ id: 'a', probs: [0.5, 0.5], features: { age: 3, city: 'x' } })).toBe(true);
  for (const refused of [null, [], 'x', 3, { probs: [] }, { probs: [JSON.parse('1e999')] }])
    expect(isPlainCase(refused)).toBe(false);
});

it('texts of the record read back as what was put in', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.double(), fc.boolean(), (id, name, score, flag) => {
      fc.pre(Number.isFinite(score));
      const decision = { route: name, defer: flag, score, threshold: 0.25, margin: 0 };
      const answer = JSON.parse(
        answerText({
          ...{ id, step: flag ? 2 : 0, deferred: flag, route: name, mark: flag ? 'audit' : '' },
          decision: { ...decision, ...(flag && { answer: name, probability: 0.5, unusual: [id] }) },
          ...{ threshold: Number.NEGATIVE_INFINITY, warning: flag ? id : undefined },
          ...{ policy: 'p', revision: 3, reason: id, plain: isPlain(id) && isPlain(name) },
        }),
      );
      expect(answer).toEqual({
        ...{ id, ...(flag && { step: 2 }), defer: flag, route: name, score: score + 0 },
        ...{ threshold: '-inf', margin: 'inf' },
        ...(flag && { answer: name, probability: 0.5, unusual: [id], mark: 'audit', warning: id }),
        ...{ policy: 'p', revision: 3, reason: id },
      });
      const facts = JSON.parse(
        factsText({
          ...{ rank: 0.5, wished: flag, expert: name, score, propensity: 0.1 },
          ...{ goldPropensity: 0.05, goldWanted: flag, version: 7 },
          ...(flag && { control: 0.3, group: id, cost: 2 }),
          ...(flag && { challenger: { policy: 'q', score: 1, defer: true } }),
          plain: isPlain(name),
          asker: flag ? { by: id, request: name, trace: 't' } : {},
        }),
      );
      expect(facts).toEqual({
        ...{
          rank: 0.5,
          wished: flag,
          scores: { [name]: score + 0 },
          propensities: { [name]: 0.1 },
        },
        ...{ goldPropensity: 0.05, goldWanted: flag, version: 7 },
        ...(flag && { control: 0.3, group: id, cost: 2, by: id, request: name, trace: 't' }),
        ...(flag && { challenger: { policy: 'q', score: 1, defer: true } }),
      });
    }),
    { numRuns: 300 },
  );
});
