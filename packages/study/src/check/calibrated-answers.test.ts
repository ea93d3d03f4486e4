import { stream, type Table } from '@cede/core';
import { calibratedAnswersText } from '@cede/report/words';
import { describe, expect, it } from 'vitest';
import { combinedOn } from '../experts/combined.js';
import { calibratedAnswers } from './calibrated-answers.js';

const CLASSES = 4;

/** Labels drawn from known probabilities; the model multiplies class c by tilt^c before it answers. */
function world(rows: number, seed: number, tilt: number): Table {
  const random = stream(seed, 'tilted');
  const model = new Float32Array(rows * CLASSES);
  const label = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    const raw = Array.from({ length: CLASSES }, () => random.uniform() ** 3 + 0.02);
    let left = random.uniform() * raw.reduce((a, b) => a + b);
    label[i] = raw.findIndex((p) => {
      left -= p;
      return left < 0;
    });
    const tilted = raw.map((p, c) => p * tilt ** c);
    const all = tilted.reduce((a, b) => a + b);
    tilted.forEach((p, c) => {
      model[i * CLASSES + c] = p / all;
    });
  }
  const labels = label.map((truth) => (random.uniform() < 0.75 ? truth : random.below(CLASSES)));
  return {
    rows,
    classes: ['a', 'b', 'c', 'd'],
    label,
    model,
    experts: [{ name: 'e', kind: 'labels', labels }],
    columns: [],
  };
}

describe('answers from calibrated probabilities', () => {
  it('are advised where the model learned from a long tail, with what they gain', () => {
    const found = calibratedAnswers(world(2000, 1, 0.3))!;
    expect(found.unit).toBe('accuracy');
    expect(found.lower).toBeGreaterThan(0.05);
    expect(calibratedAnswersText(found)[0]).toMatch(
      /^From calibrated probabilities the model's own answers would be right more often, by \+\d+\.\d\d points .* with nobody asked: fit with answers: calibrated\.$/,
    );
  });

  it('are not advised where probabilities mean what they say, in 19 of 20 such tables', () => {
    const advised = Array.from({ length: 40 }, (_, seed) =>
      calibratedAnswersText(calibratedAnswers(world(300, 100 + seed, 1))),
    ).filter((text) => text.length > 0);
    expect(advised.length).toBeLessThanOrEqual(3);
  });

  it('count what errors cost where a matrix says, beside answers of least cost as given', () => {
    const costMatrix = Float64Array.from({ length: 16 }, (_, k) =>
      k % 5 === 0 ? 0 : 10 * (1 + Math.floor(k / 4)),
    );
    const found = calibratedAnswers({ ...world(2000, 2, 0.3), costMatrix })!;
    expect(found.unit).toBe('cost');
    expect(found.lower).toBeGreaterThan(0.2);
    expect(calibratedAnswersText(found)[0]).toMatch(/would be cheaper, by [\d.]+ per case/);
  });

  it('need labels, probabilities and some rows', () => {
    const table = world(100, 3, 0.3);
    expect(calibratedAnswers({ ...table, label: undefined })).toBeUndefined();
    expect(calibratedAnswers({ ...table, model: undefined })).toBeUndefined();
    expect(calibratedAnswers(world(30, 3, 0.3))).toBeUndefined();
  });
});

describe('joined answers', () => {
  it('are kept where they gain for certain, and only there', () => {
    const table = world(1500, 4, 0.3);
    expect(combinedOn(table, 0, 'argmax')).toMatchObject({ kept: true, rows: 1500 });
    const perfect = { ...table, experts: [{ ...table.experts[0], labels: table.label! }] } as Table;
    const found = combinedOn(perfect, 0, 'argmax');
    expect(found.kept).toBe(false);
    expect(found.lower).toBeLessThanOrEqual(0);
    const votes = new Float32Array(1500 * CLASSES).fill(1);
    const people: Table = { ...table, experts: [{ name: 'v', kind: 'votes', votes }] };
    expect(() => combinedOn(people, 0, 'argmax')).toThrow(/combine: v gives votes/);
  });
});
