import { describe, expect, it } from 'vitest';
import { createDecider } from '../policy/decide.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { calibrateRow } from '../probabilities/calibration.js';
import { stream } from '../random/stream.js';
import { outcomesOf } from '../table/outcomes.js';
import type { Expert, Table } from '../table/table.js';
import { takeRows } from '../table/take.js';
import { answeredFit, answeredTable } from './answered-table.js';
import { fitAnswering } from './answering.js';
import { createCombiner, fitCombination } from './combination.js';
import { combinedGain } from './combined-gain.js';

const CLASSES = 5;

/**
 * Truth drawn from known probabilities, all classes alike. The model was trained on a long tail: it
 * multiplies class c by (1/3)^c before it answers (`tail`), or tells the truth. The expert is right
 * in `skill` of the cases, whatever the model says.
 */
function world(
  rows: number,
  seed: number,
  tail: boolean,
  skill = 0.7,
): Table & { truth: Float64Array } {
  const random = stream(seed, 'long tail');
  const truth = new Float64Array(rows * CLASSES);
  const model = new Float32Array(rows * CLASSES);
  const label = new Int32Array(rows);
  const labels = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    const raw = Array.from({ length: CLASSES }, () => random.uniform() ** 4 + 0.01);
    const sum = raw.reduce((a, b) => a + b);
    let left = random.uniform();
    label[i] = CLASSES - 1;
    for (let c = 0; c < CLASSES; c++) {
      truth[i * CLASSES + c] = raw[c] / sum;
      if (left >= 0 && left < raw[c] / sum) label[i] = c;
      left -= raw[c] / sum;
    }
    const tilted = raw.map((p, c) => (tail ? p / 3 ** c : p));
    const all = tilted.reduce((a, b) => a + b);
    tilted.forEach((p, c) => {
      model[i * CLASSES + c] = p / all;
    });
    labels[i] = random.uniform() < skill ? label[i] : random.below(CLASSES);
  }
  const experts: Expert[] = [{ name: 'doctor', kind: 'labels', labels }];
  return { rows, classes: ['a', 'b', 'c', 'd', 'e'], label, model, experts, columns: [], truth };
}

const accuracy = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** The best anybody can do who knows the probabilities. */
const best = (table: ReturnType<typeof world>) =>
  accuracy(
    Array.from({ length: table.rows }, (_, i) => {
      const p = Array.from(table.truth.subarray(i * CLASSES, (i + 1) * CLASSES));
      return +(p.indexOf(Math.max(...p)) === table.label![i]);
    }),
  );

describe('calibrated answers', () => {
  const [fit, test] = [world(2000, 1, true), world(2000, 2, true)];

  it('undo a long tail: on new rows nearly what the truth itself allows', () => {
    const before = accuracy(outcomesOf(test).model);
    const after = accuracy(
      outcomesOf(answeredTable(test, fitAnswering(fit, { answers: 'calibrated' }))).model,
    );
    expect(after - before).toBeGreaterThan(0.06);
    expect(best(test) - after).toBeLessThan(0.01);
  });

  it('of fitting rows come from rows without their label', () => {
    const found = answeredFit(fit, { answers: 'calibrated' });
    const own = answeredFit(
      { ...fit, label: fit.label!.with(7, (fit.label![7] + 1) % CLASSES) },
      {
        answers: 'calibrated',
      },
    );
    expect(own.table.modelAnswers![7]).toBe(found.table.modelAnswers![7]);
    expect(Math.abs(accuracy(outcomesOf(found.table).model) - best(fit))).toBeLessThan(0.015);
  });

  it('are what a policy decides with, through its file', () => {
    const policy = fitPolicy(fit, { method: 'linear', answers: 'calibrated', rate: 0.2 });
    const text = printPolicy(policy);
    expect(JSON.parse(text).requires).toEqual(['answers']);
    const decider = createDecider(parsePolicy(text));
    const q = new Float64Array(CLASSES);
    let changed = 0;
    for (let i = 0; i < 200; i++) {
      const p = test.model!.subarray(i * CLASSES, (i + 1) * CLASSES);
      calibrateRow(policy.answers!.calibration!, p, 0, q);
      const expected = q.indexOf(Math.max(...q));
      const { answer, probability } = decider.decide(p);
      expect(answer).toBe(test.classes[expected]);
      expect(probability).toBeCloseTo(q[expected], 12);
      changed += +(p.indexOf(Math.max(...p)) !== expected);
    }
    expect(changed).toBeGreaterThan(20);
  });
});

describe('joined answers', () => {
  const [fit, test] = [world(3000, 3, true), world(3000, 4, true)];

  it('count the expert as written: one prior row a class, as right as the expert is', () => {
    const small = takeRows(
      fit,
      Array.from({ length: 40 }, (_, i) => i),
    );
    const found = fitCombination(small, 0);
    if (found.kind !== 'labels') throw new Error('labels expected');
    const said = (small.experts[0] as { labels: Int32Array }).labels;
    const right = accuracy(Array.from(said, (answer, i) => +(answer === small.label![i])));
    for (let y = 0; y < CLASSES; y++)
      for (let e = 0; e < CLASSES; e++) {
        const rows = [...small.label!.keys()].filter((i) => small.label![i] === y);
        const count = rows.filter((i) => said[i] === e).length;
        const prior = y === e ? right : (1 - right) / (CLASSES - 1);
        expect(found.confusion[y * CLASSES + e]).toBeCloseTo(
          (count + prior) / (rows.length + 1),
          12,
        );
      }
  });

  it('beat the expert alone and the model alone, nearly as far as knowing everything does', () => {
    const gain = combinedGain(fit, {});
    expect(gain.lower).toBeGreaterThan(0);
    const joined = answeredTable(test, fitAnswering(fit, { combine: true }));
    const { model, expert } = outcomesOf(joined);
    const alone = outcomesOf(test);
    expect(accuracy(expert)).toBeGreaterThan(accuracy(alone.expert) + 0.02);
    expect(accuracy(expert)).toBeGreaterThan(accuracy(alone.model) + 0.02);
    expect(accuracy(model)).toBe(accuracy(alone.model));
    // By the true probabilities and the true confusion.
    const said = (test.experts[0] as { labels: Int32Array }).labels;
    const ideal = accuracy(
      Array.from({ length: test.rows }, (_, i) => {
        const p = Array.from({ length: CLASSES }, (_, y) => {
          const hit = 0.7 + 0.3 / CLASSES;
          return test.truth[i * CLASSES + y] * (y === said[i] ? hit : 0.3 / CLASSES);
        });
        return +(p.indexOf(Math.max(...p)) === test.label![i]);
      }),
    );
    expect(ideal - accuracy(expert)).toBeLessThan(0.01);
    // What was estimated out of fold is what new rows show.
    expect(Math.abs(gain.estimate - (accuracy(expert) - accuracy(alone.expert)))).toBeLessThan(
      0.03,
    );
  });

  it('gain nothing where the expert knows all that the model knows', () => {
    const perfect = world(1500, 5, true, 1);
    expect(combinedGain(perfect, {}).lower).toBeLessThanOrEqual(0);
  });

  it('of two networks weigh both: powers beat either alone, a useless one gets none', () => {
    const other = world(3000, 3, false);
    const experts: Expert[] = [
      { name: 'network', kind: 'probabilities', probabilities: other.model! },
    ];
    // The same cases: one sees them through a long tail, the other as they are.
    const both = { ...fit, experts };
    const found = fitCombination(both, 0);
    if (found.kind !== 'probabilities') throw new Error('probabilities expected');
    expect(found.powers[0] + found.powers[1]).toBeGreaterThan(0.9);
    const noise = stream(8, 'noise');
    const useless = Float32Array.from({ length: 3000 * CLASSES }, () => noise.uniform());
    for (let i = 0; i < 3000; i++) {
      let sum = 0;
      for (let c = 0; c < CLASSES; c++) sum += useless[i * CLASSES + c];
      for (let c = 0; c < CLASSES; c++) useless[i * CLASSES + c] /= sum;
    }
    const idle = fitCombination(
      { ...fit, experts: [{ name: 'noise', kind: 'probabilities', probabilities: useless }] },
      0,
    );
    if (idle.kind !== 'probabilities') throw new Error('probabilities expected');
    expect(idle.powers[0]).toBeGreaterThan(0.9);
    expect(idle.powers[1]).toBeLessThan(0.1);
    const out = new Float64Array(CLASSES);
    createCombiner(idle)(fit.model!, 0, useless, out);
    expect(out.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  });

  it('come back from a policy once the expert has answered', () => {
    const policy = fitPolicy(fit, { method: 'linear', combine: true, rate: 0.3 });
    const text = printPolicy(policy);
    expect(JSON.parse(text).requires).toEqual(['answers', 'combined-answers']);
    const decider = createDecider(parsePolicy(text));
    const joined = answeredTable(test, policy.answers).experts[0].answers!;
    const said = (test.experts[0] as { labels: Int32Array }).labels;
    for (let i = 0; i < 100; i++) {
      const p = test.model!.subarray(i * CLASSES, (i + 1) * CLASSES);
      const { answer, probability } = decider.combine!(p, test.classes[said[i]]);
      expect(answer).toBe(test.classes[joined[i]]);
      expect(probability).toBeGreaterThan(1 / CLASSES);
    }
    expect(() => decider.combine!(test.model!.subarray(0, CLASSES), 'z')).toThrow(
      'none of the classes',
    );
    expect(createDecider(fitPolicy(fit, { method: 'conf' })).combine).toBeUndefined();
    // The calibration counts the joined answers: more is right at a full hand-over.
    const right = (bins: typeof policy.calibration.bins) =>
      bins.reduce((sum, { expert }) => sum + expert, 0);
    const plain = fitPolicy(fit, { method: 'linear', rate: 0.3 });
    expect(right(policy.calibration.bins)).toBeGreaterThan(right(plain.calibration.bins) + 5);
  });

  it('are refused where there is nothing to join', () => {
    const correct = new Float32Array(fit.rows).fill(1);
    const bare: Table = { ...fit, experts: [{ name: 'e', kind: 'correct', correct }] };
    expect(() => fitPolicy(bare, { method: 'linear', combine: true })).toThrow(
      /combine: e gives .*only one label per case or class probabilities/,
    );
  });
});
