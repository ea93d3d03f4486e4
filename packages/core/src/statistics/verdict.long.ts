/**
 * The verdict's error rates. False "defer": who is right has nothing to do with the features, a
 * scorer is nevertheless trained and scored out of fold. Power: where the true gain is 1.5 times
 * what is asked, a pilot names a number of rows, and that many rows must be enough in 80 % of cases.
 */
import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { ranksWithinFolds, stratifiedFolds } from './folds.js';
import { verdict } from './verdict.js';

const WORLDS = 2000;

/** Out-of-fold scores of a least-squares scorer of model right − expert right on two features. */
function outOfFold(
  features: Float64Array[],
  modelValue: Float64Array,
  expertValue: Float64Array,
  seed: number,
): Float64Array {
  const n = modelValue.length;
  const folds = stratifiedFolds({
    modelRight: modelValue,
    expertRight: expertValue,
    folds: 5,
    seed,
  });
  const scores = new Float64Array(n);
  for (let fold = 0; fold < 5; fold++) {
    // Features are independent and standard, so each slope is a plain covariance.
    const slopes = features.map((x) => {
      let sum = 0;
      let rows = 0;
      for (let i = 0; i < n; i++) {
        if (folds[i] === fold) continue;
        sum += x[i] * (modelValue[i] - expertValue[i]);
        rows++;
      }
      return sum / rows;
    });
    for (let i = 0; i < n; i++) {
      if (folds[i] === fold) scores[i] = features.reduce((s, x, j) => s + slopes[j] * x[i], 0);
    }
  }
  return ranksWithinFolds(scores, folds);
}

function nullWorld(n: number, model: number, expert: number, seed: number) {
  const random = stream(seed, 'null world');
  const column = (make: () => number) => Float64Array.from({ length: n }, make);
  const features = [column(() => random.normal()), column(() => random.normal())];
  const modelValue = column(() => (random.uniform() < model ? 1 : 0));
  const expertValue = column(() => (random.uniform() < expert ? 1 : 0));
  return { scores: outOfFold(features, modelValue, expertValue, seed), modelValue, expertValue };
}

describe('false "defer" in at most 5 % of worlds', () => {
  for (const [n, model, expert] of [
    [500, 0.85, 0.85],
    [2000, 0.85, 0.85],
    [2000, 0.8, 0.9],
    [2000, 0.9, 0.8],
    [300, 0.97, 0.97],
  ]) {
    it(`n = ${n}, model ${model}, expert ${expert}`, () => {
      const kinds = { defer: 0, 'not-worth-it': 0, 'cannot-tell': 0 };
      for (let seed = 0; seed < WORLDS; seed++) {
        kinds[verdict({ ...nullWorld(n, model, expert, seed), resamples: 300, seed }).kind]++;
      }
      const percent = (count: number) => `${((100 * count) / WORLDS).toFixed(2)} %`;
      console.log(
        `no signal, n = ${n}, model ${model}, expert ${expert}: defer ${percent(kinds.defer)}, not worth it ${percent(kinds['not-worth-it'])}, can't tell ${percent(kinds['cannot-tell'])}`,
      );
      expect(kinds.defer / WORLDS).toBeLessThanOrEqual(0.05);
    });
  }
});

/** The lowest fifth of scores gains `gain` of all rows; elsewhere the expert is a little worse. */
function gainWorld(n: number, gain: number, seed: number) {
  const random = stream(seed, 'gain world');
  const scores = new Float64Array(n);
  const modelValue = new Float64Array(n);
  const expertValue = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const u = random.uniform();
    const [model, expert] = u < 0.2 ? [0.7, 0.7 + 5 * gain] : [0.9, 0.85];
    scores[i] = u;
    modelValue[i] = random.uniform() < model ? 1 : 0;
    expertValue[i] = random.uniform() < expert ? 1 : 0;
  }
  return { scores, modelValue, expertValue };
}

describe('power of at least 80 % at the number of rows named', () => {
  it('true gain 1.5 times what is asked', () => {
    const worth = 0.01;
    const worlds = 500;
    let defer = 0;
    let rows = 0;
    for (let seed = 0; seed < worlds; seed++) {
      const pilot = verdict({ ...gainWorld(800, 1.5 * worth, seed), worth, resamples: 300, seed });
      const n = 800 + (pilot.rowsNeeded ?? 0);
      rows += n / worlds;
      const later = verdict({
        ...gainWorld(n, 1.5 * worth, 100_000 + seed),
        worth,
        resamples: 300,
        seed,
      });
      if (later.kind === 'defer') defer++;
    }
    console.log(
      `true gain 1.5 points, worth 1 point: "defer" in ${((100 * defer) / worlds).toFixed(1)} % of ${worlds} worlds at the rows named by a pilot of 800 (${Math.round(rows)} on average)`,
    );
    expect(defer / worlds).toBeGreaterThanOrEqual(0.8);
  });
});
