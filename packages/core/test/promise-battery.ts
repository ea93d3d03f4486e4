/**
 * One battery for every kind of promise: wrong with probability at most δ, by enumeration of every
 * sequence of rows. Tests take short sequences, the long run longer ones (promises.long.ts).
 */
import { describe, expect, it } from 'vitest';
import { type CertifyingRows, prepareRows } from '../src/statistics/certifying-rows.js';
import type { PromiseKind } from '../src/statistics/promises/contract.js';
import { PROMISES } from '../src/statistics/promises/registry.js';

/** Kinds of row with their chances; what each costs is told too. */
const ATOMS = [
  { score: 0, model: 0, expert: 1, kept: 3, handed: 4, chance: 0.3 },
  { score: 0, model: 1, expert: 0, kept: 0, handed: 9, chance: 0.1 },
  { score: 2, model: 1, expert: 1, kept: 0, handed: 1, chance: 0.35 },
  { score: 2, model: 0, expert: 1, kept: 5, handed: 1, chance: 0.25 },
];
const THRESHOLD = 1;

/** What is promised at the threshold, exactly true of these atoms. */
const TRUTH = {
  maxError: 0.1 + 0.25,
  maxKeptError: 0.25 / 0.6,
  maxRate: 0.4,
  minGain: 0.3 - 0.1,
  maxCost: 0.3 * 4 + 0.1 * 9 + 0.25 * 5,
  budget: 0.3 * 4 + 0.1 * 9 + 0.25 * 5,
};

function* sequences(n: number): Generator<[typeof ATOMS, number]> {
  for (let code = 0; code < ATOMS.length ** n; code++) {
    const rows = Array.from({ length: n }, (_, j) => ATOMS[Math.floor(code / 4 ** j) % 4]);
    yield [rows, rows.reduce((product, { chance }) => product * chance, 1)];
  }
}

const rowsOf = (atoms: typeof ATOMS): CertifyingRows => {
  const costs = {
    kept: atoms.map(({ kept }) => kept),
    handed: atoms.map(({ handed }) => handed),
    range: { largest: 9, by: 'declared' as const },
  };
  return {
    scores: atoms.map(({ score }) => score),
    modelValue: atoms.map(({ model }) => model),
    expertValue: atoms.map(({ expert }) => expert),
    cost: costs,
    spending: costs,
  };
};

/** The ways in which rows can come; all have the same truth. */
const SHAPES: Record<string, (rows: CertifyingRows) => CertifyingRows> = {
  plain: (rows) => rows,
  weights: (rows) => ({
    ...rows,
    weight: new Float64Array(rows.scores.length).fill(2),
    weightRange: { largest: 3, by: 'declared' },
  }),
  'clusters of one': (rows) => ({
    ...rows,
    clusters: Array.from({ length: rows.scores.length }, (_, i) => i),
  }),
  'declared clusters': (rows) => ({
    ...rows,
    clusters: Array.from({ length: rows.scores.length }, (_, i) => i >> 1),
    largestCluster: 3,
  }),
};

/** Sequences of n rows in one shape, made ready once for every kind of promise. */
const worldsOf = (shape: string, n: number) =>
  [...sequences(n)].map(([atoms, chance]) => ({
    rows: prepareRows(SHAPES[shape](rowsOf(atoms))),
    chance,
  }));

export function promiseBattery(n: number): void {
  const worlds = new Map(Object.keys(SHAPES).map((shape) => [shape, worldsOf(shape, n)]));
  describe.each(PROMISES.map((kind) => [kind.name, kind] as const))('%s', (name, kind) =>
    battery(name, kind, worlds),
  );
}

function battery(
  name: PromiseKind['name'],
  kind: PromiseKind,
  worlds: ReadonlyMap<string, ReturnType<typeof worldsOf>>,
): void {
  const truth = TRUTH[name];
  const weaker = (by: number) => (kind.direction === 'at most' ? truth + by : truth - by);

  for (const [shape, all] of worlds) {
    it(`${shape}: certified though broken, and contradicted though kept, at most δ of the time`, () => {
      for (const delta of [0.4, 0.2]) {
        let certified = 0;
        let contradicted = 0;
        let bounded = 0;
        for (const { rows, chance } of all) {
          const bound = weaker(-1e-9);
          if (kind.test(rows, THRESHOLD, bound, delta, 0) <= delta) certified += chance;
          if (kind.brokenTest(rows, THRESHOLD, weaker(1e-9), delta) <= delta)
            contradicted += chance;
          if (delta === 0.4) {
            const found = kind.boundAt(rows, THRESHOLD, delta);
            if (kind.direction === 'at most' ? found < bound : found > bound) bounded += chance;
          }
        }
        expect(certified).toBeLessThanOrEqual(delta);
        expect(contradicted).toBeLessThanOrEqual(delta);
        expect(bounded).toBeLessThanOrEqual(delta);
      }
    });
  }

  it('has power: many rows certify a weaker promise and contradict a stronger one', () => {
    const scale = kind.range ? 1 : 9;
    const many = Array.from(
      { length: 4000 },
      (_, i) => ATOMS[[0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3][i % 20]],
    );
    const rows = prepareRows(rowsOf(many));
    expect(kind.test(rows, THRESHOLD, weaker(0.06 * scale), 0.05, 0)).toBeLessThan(0.05);
    expect(kind.brokenTest(rows, THRESHOLD, weaker(-0.06 * scale), 0.05)).toBeLessThan(0.05);
    expect(kind.estimate(rows, THRESHOLD)).toBeCloseTo(truth, 9);
    const bound = kind.boundAt(rows, THRESHOLD, 0.05);
    expect(Math.abs(bound - truth)).toBeLessThan(0.06 * scale);
    expect(kind.direction === 'at most' ? bound > truth : bound < truth).toBe(true);
    const needed = kind.rowsNeeded(rows, THRESHOLD, weaker(0.06 * scale), 0.05);
    expect(needed).toBeGreaterThan(50);
    expect(needed).toBeLessThan(4000);
    expect(kind.rowsNeeded(rows, THRESHOLD, weaker(-0.01), 0.05)).toBe(Infinity);
  });

  it('predicts its chance to pass from estimates alone', () => {
    const estimate = {
      rate: 0.4,
      error: 0.35,
      keptError: 0.25 / 0.6,
      gain: 0.2,
      cost: TRUTH.maxCost,
      spending: TRUTH.budget,
      largestCost: 9,
      largestSpending: 9,
    };
    const scale = kind.range ? 1 : 9;
    const [easy, even, hard] = [0.1, 0, -0.1].map(
      (by) => kind.chance(estimate, weaker(by * scale), 500, 0.05)!,
    );
    expect(easy).toBeGreaterThan(0.75);
    expect(even).toBeGreaterThan(0.01);
    expect(even).toBeLessThan(0.15);
    expect(hard).toBeLessThan(0.01);
    if (kind.name !== 'maxRate') expect(kind.chance({ rate: 0.4 }, 0.5, 100, 0.05)).toBeUndefined();
  });
}
