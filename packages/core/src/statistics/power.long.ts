/**
 * The power of every promise beside the best possible test: one made at the very threshold that
 * somebody who knows the truth would take. Counts have their exact binomial test; means the one-sided
 * normal test, which knows no range and promises less. Thresholds are tried in the product's order.
 */
import { describe, expect, it } from 'vitest';
import { rowsOf as drawRows, EXPERT, gridOf as estimatedGrid } from '../../test/promise-worlds.js';
import { simulated, worldsOf } from '../../test/simulated.js';
import { stream } from '../random/stream.js';
import { binomialAtMost } from './binomial.js';
import { type CertifyInput, certifiedGroups, certifiedThreshold } from './certificate.js';
import { type CertifyingRows, prepareRows } from './certifying-rows.js';
import { LARGEST_GRID, thresholdGrid } from './grid.js';
import { normalQuantile } from './normal.js';
import type { PromiseName, Promises } from './promises/contract.js';
import { PROMISES } from './promises/registry.js';
import { thresholdValue } from './stored-threshold.js';

const WORLDS = worldsOf(1000);
const DELTA = 0.1;
const confidence = 1 - DELTA;
const sim = simulated('power');
type Rows = ReturnType<typeof drawRows>;

/** What several cases ask for again is made once: the grids of all worlds, the rows of the present one. */
function made<T>(make: (seed: number) => T): (seed: number) => T {
  const kept = new Map<number, T>();
  return (seed) => {
    if (!kept.has(seed)) kept.set(seed, make(seed));
    return kept.get(seed)!;
  };
}
let drawn: { n: number; seed: number; rows: Rows } | undefined;
function rowsOf(n: number, seed: number): Rows {
  if (drawn?.n !== n || drawn.seed !== seed) drawn = { n, seed, rows: drawRows(n, seed) };
  return drawn.rows;
}

/** What answered rows alone hold: what promises about right and wrong need. */
const plainRows = ({ scores, modelValue, expertValue }: Rows) => ({
  scores,
  modelValue,
  expertValue,
});
/** From the least error down, as a policy stores them. */
const storedOrder = made((seed) => thresholdGrid(plainRows(drawRows(500, seed, 'out of fold'))));
const gridOf = made(estimatedGrid);

interface PowerCase {
  readonly world: string;
  readonly certified: (seed: number) => boolean;
  readonly possible: (seed: number) => boolean;
  /** Of the best possible, the least that is demanded: half, because nobody knows where to look. */
  readonly least?: number;
}

function inPower({ world, certified, possible, least = 0.5 }: PowerCase): void {
  let [count, best] = [0, 0];
  for (let seed = 0; seed < WORLDS; seed++) {
    if (certified(seed)) count++;
    if (possible(seed)) best++;
  }
  sim.keep({ table: 'power', world, count, worlds: WORLDS, best });
  if (best / WORLDS >= 0.3) expect(count).toBeGreaterThanOrEqual(least * best);
}

/** Whether the mean of these is above 0, by the one-sided normal test. */
function meanAbove(values: Float64Array, delta = DELTA): boolean {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1);
  return mean > normalQuantile(1 - delta) * Math.sqrt(variance / n);
}

/** By how much each row keeps a promise about a mean. */
function margins(name: PromiseName, rows: Rows, t: number, bound: number): Float64Array {
  const { scores, modelValue, expertValue, cost, spending } = rows;
  const handed = (i: number) => scores[i] <= t;
  const of: Partial<Record<PromiseName, (i: number) => number>> = {
    maxCost: (i) => bound - (handed(i) ? cost.handed[i] : cost.kept[i]),
    budget: (i) => bound - (handed(i) ? spending.handed[i] : 0),
    minGain: (i) => (handed(i) ? expertValue[i] - modelValue[i] : 0) - bound,
  };
  return Float64Array.from(scores, (_, i) => of[name]!(i));
}

function knownTest(
  name: PromiseName,
  rows: Rows,
  t: number,
  bound: number,
  delta = DELTA,
): boolean {
  if (name === 'maxCost' || name === 'budget' || name === 'minGain')
    return meanAbove(margins(name, rows, t, bound), delta);
  const kind = PROMISES.find((each) => each.name === name)!;
  return kind.test(prepareRows(plainRows(rows)), t, bound, delta, 0) <= delta;
}

/** The product's order for each kind: kept cases over all rates, what answers cost upwards. */
function orderFor(
  name: PromiseName,
  seed: number,
): Pick<CertifyInput, 'grid'> & Partial<CertifyInput> {
  if (name === 'maxKeptError') return { grid: gridOf(seed) };
  if (name === 'budget') return { grid: storedOrder(seed), walk: 'up', startsKept: true };
  return { grid: storedOrder(seed) };
}

describe('power of one promise', () => {
  /** Asked for, and the threshold where somebody who knows the truth would test. */
  const ASKED: readonly [PromiseName, bound: number, best: number, n: number][] = [
    ['maxError', 0.045, 0.59, 2000],
    ['maxKeptError', 0.02, 0.75, 500],
    ['maxKeptError', 0.02, 0.72, 2000],
    ['maxKeptError', 0.02, 0.7, 5000],
    ['maxRate', 0.3, 0.28, 2000],
    ['minGain', 0, 0.59, 200],
    ['minGain', 0.05, 0.59, 2000],
    ['maxCost', 0.05, 0.59, 2000],
    ['budget', 0.3, 0.27, 2000],
  ];
  it.each(ASKED)('%s %d', (name, bound, best, n) => {
    const up = name === 'maxRate' || name === 'budget';
    // A rate may be any; what answers cost is tested on a grid.
    const reached = name === 'budget' ? best - 0.02 : best;
    inPower({
      world: `${NAMES[name]} ${bound}, n = ${n.toLocaleString('en-US')}${up ? `: a threshold of at least ${reached}` : ''}`,
      certified: (seed) => {
        const { cost, spending, ...rows } = rowsOf(n, seed);
        const found = certifiedThreshold({
          ...orderFor(name, seed),
          rows: {
            ...plainRows({ cost, spending, ...rows }),
            ...(name === 'maxCost' && { cost }),
            ...(name === 'budget' && { spending }),
          },
          promises: { [name]: bound },
          confidence,
          seed,
        });
        // What only goes up is always feasible: count where it gets as far as the best possible.
        return found !== null && (!up || found >= reached);
      },
      possible: (seed) => knownTest(name, rowsOf(n, seed), up ? reached : best, bound),
    });
  });
});

const NAMES: Record<PromiseName, string> = {
  maxError: '`--max-error`',
  maxKeptError: '`--max-kept-error`',
  maxRate: '`--max-rate`',
  minGain: '`--min-gain`',
  maxCost: '`--max-cost`',
  budget: '`--budget`',
};

describe('power of several at once', () => {
  const together = (world: string, n: number, promises: Promises, t: number) =>
    inPower({
      world,
      certified: (seed) => {
        const { spending, ...rows } = rowsOf(n, seed);
        const priced = promises.budget !== undefined;
        return (
          certifiedThreshold({
            grid: priced || promises.maxKeptError !== undefined ? gridOf(seed) : storedOrder(seed),
            rows: { ...plainRows({ spending, ...rows }), ...(priced && { spending }) },
            promises,
            confidence,
            seed,
          }) !== null
        );
      },
      possible: (seed) => {
        const rows = rowsOf(n, seed);
        return (Object.entries(promises) as [PromiseName, number][]).every(([name, bound]) =>
          knownTest(name, rows, t, bound),
        );
      },
    });
  it('error, rate and gain', () =>
    together(
      '`--max-error` 0.05 `--max-rate` 0.6 `--min-gain` 0.04, n = 3,000',
      3000,
      { maxError: 0.05, maxRate: 0.6, minGain: 0.04 },
      0.5,
    ));
  it('kept error and a budget', () =>
    together(
      '`--max-kept-error` 0.02 `--budget` 0.85, n = 3,000',
      3000,
      { maxKeptError: 0.02, budget: 0.85 },
      0.73,
    ));
});

describe('power by class of the answer', () => {
  const classes = [0, 1, 2];
  const each = (world: string, n: number, name: PromiseName, bound: number, t: number) => {
    inPower({
      world: `${world}, thresholds of their own (\`--per-class\`): the first has one`,
      certified: (seed) => {
        const rows = rowsOf(n, seed);
        const found = certifiedGroups({
          ...orderFor(name, seed),
          rows: plainRows(rows),
          ...{ groups: rows.answer, groupNames: classes, promises: { [name]: bound } },
          ...{ confidence, seed },
        });
        return found.get(0) !== null;
      },
      possible: (seed) => knownTest(name, ofAnswer(rowsOf(n, seed), 0), t, bound, DELTA / 3),
    });
    inPower({
      world: `${world}, one threshold (\`--every-class\`)`,
      certified: (seed) => {
        const rows = rowsOf(n, seed);
        return (
          certifiedThreshold({
            ...orderFor(name, seed),
            rows: plainRows(rows),
            ...{ groups: rows.answer, groupNames: classes, promises: { [name]: bound } },
            ...{ confidence, seed },
          }) !== null
        );
      },
      possible: (seed) => {
        const rows = rowsOf(n, seed);
        return classes.every((answer) => knownTest(name, ofAnswer(rows, answer), t, bound));
      },
    });
  };
  it('kept error', () =>
    each(
      '`--max-kept-error` 0.02 for each of 3 answers, n = 6,000',
      6000,
      'maxKeptError',
      0.02,
      0.72,
    ));
  it('error', () =>
    each('`--max-error` 0.05 for each of 3 answers, n = 6,000', 6000, 'maxError', 0.05, 0.59));
  it('gain', () => each('`--min-gain` 0 for each of 3 answers, n = 900', 900, 'minGain', 0, 0.59));
});

/** The rows of one answer. */
function ofAnswer(rows: Rows, answer: number): Rows {
  const keep = (_: number, i: number) => rows.answer[i] === answer;
  const costs = ({ kept, handed, range }: Rows['cost']) => ({
    ...{ kept: kept.filter(keep), handed: handed.filter(keep), range },
  });
  return {
    scores: rows.scores.filter(keep),
    modelValue: rows.modelValue.filter(keep),
    expertValue: rows.expertValue.filter(keep),
    answer: rows.answer.filter(keep),
    cost: costs(rows.cost),
    spending: costs(rows.spending),
  };
}

describe('power where betting stands in for counting', () => {
  const wrong = ({ scores, modelValue, expertValue }: CertifyingRows, t: number) =>
    Float64Array.from(scores, (u, i) => 1 - (u <= t ? expertValue[i] : modelValue[i]));
  const errors = (
    world: string,
    bound: number,
    draw: (seed: number) => CertifyingRows,
    possible: (rows: CertifyingRows) => boolean,
    // Betting would also hold at any earlier row, and knows nothing but the range.
    least = 0.5,
  ) =>
    inPower({
      world,
      least,
      certified: (seed) =>
        certifiedThreshold({
          ...{ grid: storedOrder(seed), rows: draw(seed), promises: { maxError: bound } },
          ...{ confidence, seed },
        }) !== null,
      possible: (seed) => possible(draw(seed)),
    });

  it('clusters', () =>
    errors(
      '`--max-error` 0.055 with 500 clusters of 4 copies; best: counts clusters',
      0.055,
      (seed) => {
        const { scores, modelValue, expertValue } = rowsOf(500, seed);
        const four = (column: Float64Array) =>
          Float64Array.from({ length: 2000 }, (_, i) => column[i >> 2]);
        return {
          ...{ scores: four(scores), modelValue: four(modelValue), expertValue: four(expertValue) },
          clusters: Array.from({ length: 2000 }, (_, i) => i >> 2),
        };
      },
      (rows) => {
        const count = wrong(rows, 0.59).reduce((sum, x) => sum + x, 0) / 4;
        return binomialAtMost(count, 500, 0.055) <= DELTA;
      },
      0.3,
    ));

  it('weights', () =>
    errors(
      '`--max-error` 0.05 with weights of 1 or 2 and `--largest-weight 2`, n = 2,000',
      0.05,
      (seed) => ({
        ...plainRows(rowsOf(2000, seed)),
        weight: Array.from({ length: 2000 }, (_, i) => 1 + (i % 2)),
        weightRange: { largest: 2, by: 'declared' },
      }),
      (rows) => meanAbove(wrong(rows, 0.59).map((x, i) => rows.weight![i] * (0.05 - x))),
    ));

  it('known propensities', () =>
    errors(
      '`--max-error` 0.06, half of the answers missing, p = 0.5 known and declared, n = 2,000',
      0.06,
      (seed) => {
        const rows = plainRows(rowsOf(2000, seed));
        const random = stream(seed, 'asked');
        const asked = rows.expertValue.map((right) =>
          random.uniform() < 0.5 ? right : Number.NaN,
        );
        return {
          ...{ ...rows, expertValue: asked, propensity: rows.scores.map(() => 0.5) },
          smallestPropensity: 0.5,
        };
      },
      ({ scores, modelValue, expertValue }) =>
        meanAbove(
          Float64Array.from(scores, (u, i) => {
            if (u > 0.59) return 0.06 - (1 - modelValue[i]);
            // The expert's chance is the same everywhere, so the missing may be filled in by it.
            const found = Number.isNaN(expertValue[i]) ? 0 : (1 - expertValue[i] - EXPERT) / 0.5;
            return 0.06 - (EXPERT + found);
          }),
        ),
    ));
});

it('power of the bounds at 50 thresholds at once', () => {
  const n = 3000;
  const error = PROMISES.find((each) => each.name === 'maxError')!;
  inPower({
    world: '`--bounds`: an error of at most 0.05 at some threshold, n = 3,000',
    // A bound at δ / 50 is below 0.05 exactly where the test of 0.05 passes at δ / 50.
    certified: (seed) => {
      const rows = prepareRows(plainRows(rowsOf(n, seed)));
      return storedOrder(seed).thresholds.some((threshold) => {
        const at = thresholdValue(threshold);
        return error.test(rows, at, 0.05, DELTA / LARGEST_GRID, 0) <= DELTA / LARGEST_GRID;
      });
    },
    possible: (seed) => knownTest('maxError', rowsOf(n, seed), 0.59, 0.05),
  });
});
