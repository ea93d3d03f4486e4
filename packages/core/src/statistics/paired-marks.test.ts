import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { pairedMarks } from './paired-marks.js';

/** Good scores rank by who gains; `noise` is how much of that is hidden. */
function world(rows: number, seed: number) {
  const random = stream(seed, 'marks');
  const places = Float64Array.from({ length: rows }, () => random.uniform());
  const modelValue = places.map((u) => (random.uniform() < 0.6 + 0.4 * u ? 1 : 0));
  const expertValue = places.map(() => (random.uniform() < 0.85 ? 1 : 0));
  const noisy = (noise: number) => places.map((u) => u + noise * random.normal());
  return { rows: { modelValue, expertValue }, noisy };
}

describe('marks by paired differences over rows', () => {
  it('marks the best where it is certain, and what is worse and no better than random', () => {
    const { rows, noisy } = world(12_000, 1);
    const marks = pairedMarks(
      rows,
      [
        { name: 'good', family: 'a', scores: [noisy(0.02), noisy(0.02)] },
        { name: 'twin', family: 'a', scores: [noisy(0.02), noisy(0.02)] },
        { name: 'noise', family: 'b', scores: [noisy(100)] },
        { name: 'middling', family: 'c', scores: [noisy(0.6)] },
      ],
      0.2,
    );
    const of = new Map(marks.map((each) => [each.name, each]));
    const best = of.get('good')!.behindBest === 0 ? 'good' : 'twin';
    expect(of.get(best)!.mark).toBe('bold');
    expect(of.get(best === 'good' ? 'twin' : 'good')!.mark).toBe('none');
    expect(of.get('noise')!.mark).toBe('red');
    expect(of.get('middling')!.mark).toBe('none');
    expect(of.get('middling')!.pValueRandom).toBeLessThan(0.05);
  });

  it('marks nothing where methods of two families are the same', () => {
    const { rows, noisy } = world(4000, 2);
    const scores = [noisy(0.02)];
    const same = ['a', 'b'].map((name) => ({ name, family: name, scores }));
    expect(pairedMarks(rows, same, 0.2).map(({ mark }) => mark)).toEqual(['none', 'none']);
  });

  it('rarely marks one of six equally good methods, where seeds alone would', () => {
    let marked = 0;
    for (let seed = 0; seed < 200; seed++) {
      const { rows, noisy } = world(300, 100 + seed);
      const methods = Array.from({ length: 6 }, (_, k) => ({
        name: `m${k}`,
        family: `m${k}`,
        scores: [noisy(0.3)],
      }));
      if (pairedMarks(rows, methods, 0.2).some(({ mark }) => mark !== 'none')) marked++;
    }
    expect(marked / 200).toBeLessThanOrEqual(0.06);
  });

  it('takes weights and clusters: four copies of a row are one row', () => {
    const { rows, noisy } = world(150, 7);
    const [good, poor] = [noisy(0.05), noisy(5)];
    const copy = (values: ArrayLike<number>) =>
      Float64Array.from({ length: 600 }, (_, i) => values[i >> 2]);
    const methods = (four: boolean) =>
      [good, poor].map((scores, k) => ({
        name: `${k}`,
        family: `${k}`,
        scores: [four ? copy(scores) : scores],
      }));
    const plain = pairedMarks(rows, methods(false), 0.2);
    const copied = { modelValue: copy(rows.modelValue), expertValue: copy(rows.expertValue) };
    const clusters = Float64Array.from({ length: 600 }, (_, i) => i >> 2);
    const named = pairedMarks({ ...copied, clusters }, methods(true), 0.2);
    const unnamed = pairedMarks(copied, methods(true), 0.2);
    const worst = (marks: typeof plain) => Math.min(...marks.map(({ pValue }) => pValue));
    expect(worst(unnamed)).toBeLessThan(worst(plain) / 3);
    expect(worst(named) / worst(plain)).toBeGreaterThan(0.5);
  });
});
