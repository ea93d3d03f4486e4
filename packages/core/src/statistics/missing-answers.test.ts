/** Betting where answers are missing by chance: valid by enumeration, and far from powerless. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../test/promise-worlds.js';
import { stream } from '../random/stream.js';
import { certifiedThreshold } from './certificate.js';
import { prepareRows } from './certifying-rows.js';
import { thresholdGrid } from './grid.js';
import { PROMISES } from './promises/registry.js';

/** Every case is handed over; what can happen to one, with its probability. */
const outcomes = (p: number, wrong: number) =>
  [
    [Number.NaN, 1 - p],
    [1, p * (1 - wrong)],
    [0, p * wrong],
  ] as const;

function chanceOfRefuting(
  kind: 'maxError' | 'minGain',
  side: 'test' | 'brokenTest',
  { p, wrong, rows }: { p: number; wrong: number; rows: number },
  delta: number,
): number {
  const promise = PROMISES.find(({ name }) => name === kind)!;
  const bound = kind === 'maxError' ? wrong : 1 - wrong;
  const found = outcomes(p, wrong);
  let chance = 0;
  for (let code = 0; code < 3 ** rows; code++) {
    const drawn = Array.from({ length: rows }, (_, i) => found[Math.floor(code / 3 ** i) % 3]);
    const prepared = prepareRows({
      scores: new Float64Array(rows),
      modelValue: new Float64Array(rows),
      expertValue: drawn.map(([right]) => right),
      propensity: new Float64Array(rows).fill(p),
      smallestPropensity: p,
    });
    const pValue = promise[side](prepared, 0, bound, delta, 1);
    if (pValue <= delta) chance += drawn.reduce((product, [, each]) => product * each, 1);
  }
  return chance;
}

describe('answers that are missing by chance', () => {
  it.each([
    ['maxError', 'test'],
    ['maxError', 'brokenTest'],
    ['minGain', 'test'],
    ['minGain', 'brokenTest'],
  ] as const)('%s, %s: refuted at the bound no more often than δ, by enumeration', (kind, side) => {
    for (const p of [0.3, 0.5, 0.9])
      for (const wrong of [0.1, 0.4, 0.8])
        for (const delta of [0.1, 0.3, 0.6]) {
          const chance = chanceOfRefuting(kind, side, { p, wrong, rows: 6 }, delta);
          expect(chance, `p ${p}, wrong ${wrong}, δ ${delta}`).toBeLessThanOrEqual(delta + 1e-9);
        }
  });

  it('half of the answers missing still certify in most worlds', () => {
    let certified = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { scores, modelValue, expertValue } = rowsOf(2000, seed);
      const random = stream(seed, 'asked');
      const rows = {
        ...{ scores, modelValue, smallestPropensity: 0.5, propensity: scores.map(() => 0.5) },
        expertValue: expertValue.map((right) => (random.uniform() < 0.5 ? right : Number.NaN)),
      };
      const { cost: _, spending: __, answer: ___, ...known } = rowsOf(500, seed, 'out of fold');
      const grid = thresholdGrid(known);
      const promises = { maxError: 0.06 };
      if (certifiedThreshold({ grid, rows, promises, confidence: 0.9, seed }) !== null) certified++;
    }
    expect(certified).toBeGreaterThanOrEqual(28);
  });
});
