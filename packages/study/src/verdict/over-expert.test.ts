import { stream, type Table } from '@cede/core';
import { expect, it } from 'vitest';
import { overExpertAt } from './over-expert.js';

it('overExpertAt is what is kept, the model minus the expert, with its own interval', () => {
  const rows = 500;
  const random = stream(5, 'over expert');
  const draw = (share: number) =>
    Float32Array.from({ length: rows }, () => (random.uniform() < share ? 1 : 0));
  const [modelCorrect, correct] = [draw(0.6), draw(0.75)];
  const cost = new Float32Array(rows).fill(1);
  const experts = [{ name: 'pro', kind: 'correct', correct, cost }];
  const table = { rows, classes: [], columns: [], modelCorrect, experts } as unknown as Table;
  const places = Float64Array.from(modelCorrect, (right) => right + random.normal());
  const found = overExpertAt(table, places)!;
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  for (const { rate, estimate, lower, upper } of found) {
    const handed = Math.round(rate * rows);
    const difference = order
      .slice(handed)
      .reduce((sum, i) => sum + modelCorrect[i] - correct[i], 0);
    // A rate may end between two rows, of which then a part is handed over.
    expect(Math.abs(estimate - difference / rows)).toBeLessThan(1 / rows);
    expect(lower).toBeLessThan(estimate);
    expect(upper).toBeGreaterThan(estimate);
  }
  // Whoever asks about nearly everything can't lose much.
  expect(found.at(-1)!.upper - found.at(-1)!.lower).toBeLessThan(found[0].upper - found[0].lower);
  const free = { ...table, experts: [{ ...table.experts[0], cost: undefined }] };
  expect(overExpertAt(free, places)).toBeUndefined();
});
