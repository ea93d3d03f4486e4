import { expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { gainInterval } from './gain-interval.js';
import { pairedInterval } from './paired-interval.js';

const random = stream(4, 'paired');
const n = 500;
const scores = Float64Array.from({ length: n }, () => random.uniform());
const modelValue = scores.map((u) => (random.uniform() < 0.6 + 0.3 * u ? 1 : 0));
const expertValue = scores.map(() => (random.uniform() < 0.85 ? 1 : 0));
const rows = { modelValue, expertValue };

it('two ways that hand over the same rows are not said to differ by exactly nothing', () => {
  const same = { scores: [scores], rate: 0.2 };
  const { estimate, lower, upper } = pairedInterval(rows, same, same);
  expect(estimate).toBe(0);
  // One row for and one against are pretended: about 2 · √2 / n on each side.
  expect(upper).toBeGreaterThan(0.004);
  expect(upper).toBeLessThan(0.008);
  expect(lower).toBeCloseTo(-upper, 12);
});

it('against handing over nothing it is the gain over the model', () => {
  const found = pairedInterval(
    rows,
    { scores: [scores], rate: 0.3 },
    { scores: [scores], rate: 0 },
  );
  const lowest = Float64Array.from(scores, (score) => score).sort()[149];
  const gain = gainInterval(rows, [scores.map((score) => (score <= lowest ? 1 : 0))]);
  expect(found.estimate).toBeCloseTo(gain.estimate, 12);
  expect(found.lower).toBeCloseTo(gain.lower, 12);
  expect(found.upper).toBeCloseTo(gain.upper, 12);
});

it('losses keep their unit', () => {
  const scaled = {
    modelValue: modelValue.map((value) => 40 * value),
    expertValue: expertValue.map((value) => 40 * value),
    range: 40,
  };
  const one = { scores: [scores], rate: 0.3 };
  const other = { scores: [scores.map((score) => -score)], rate: 0.3 };
  const [plain, priced] = [rows, scaled].map((each) => pairedInterval(each, one, other));
  expect(priced.lower).toBeCloseTo(40 * plain.lower, 9);
  expect(priced.estimate).toBeCloseTo(40 * plain.estimate, 9);
});
