import { describe, expect, it } from 'vitest';
import { accuracyCoverage } from '../../test/band-coverage.js';
import { BAND_WORLDS } from '../../test/band-worlds.js';
import { answeredOutcome } from './answered-rows.js';
import { meanInterval, shareInterval } from './gain-interval.js';
import { studentQuantile } from './student.js';
import { valueIntervalsAt } from './widened-band.js';

/** Ten clusters of 8 rows; in the first three some rows are wrong. */
const clusters = Float64Array.from({ length: 80 }, (_, i) => Math.floor(i / 8));
const right = clusters.map((cluster, i) => (cluster < 3 && i % 8 < 3 ? 0 : 1));
const values = right.map((each) => 2 * each - 1);

describe('the interval of a share, where rows come in clusters', () => {
  it('reaches as far as an end would be believed by its own spread', () => {
    const { lower, upper, centre, standardError, effectiveUnits } = shareInterval({
      values,
      clusters,
    });
    const plain = meanInterval({ values, clusters });
    const t = studentQuantile(0.975, effectiveUnits - 1);
    const spreadAt = (end: number) => standardError * Math.sqrt((1 - end ** 2) / (1 - centre ** 2));
    expect(centre).toBeGreaterThan(0.5);
    expect(lower).toBeLessThan(plain.lower);
    expect((centre - lower) / spreadAt(lower)).toBeCloseTo(t, 9);
    expect(upper).toBe(plain.upper);
    expect(upper).toBeLessThanOrEqual(1);
  });

  it('is the same from both sides', () => {
    const [one, other] = [values, values.map((value) => -value)].map((each) =>
      shareInterval({ values: each, clusters }),
    );
    expect(other.lower).toBeCloseTo(-one.upper, 12);
    expect(other.upper).toBeCloseTo(-one.lower, 12);
  });

  it('is the plain one without clusters, and where there are too few to tell', () => {
    expect(shareInterval({ values })).toEqual(meanInterval({ values }));
    const few = clusters.map((cluster) => cluster % 3);
    expect(shareInterval({ values, clusters: few })).toEqual(
      meanInterval({ values, clusters: few }),
    );
  });

  it('is what evaluate prints and what bands are widened to', () => {
    const share = new Float64Array(80);
    const rows = { modelValue: right, expertValue: right, clusters };
    const { value } = answeredOutcome({ ...rows, share });
    const [at] = [valueIntervalsAt(rows, [values], [0], [0, 1])(0, 0.95)];
    for (const { lower, centre, upper } of [value, at]) {
      expect(upper - centre).toBeLessThan(centre - lower - 1e-3);
    }
  });

  it('counts as many clusters as decide the spread: where rows are copies, those of large weight', () => {
    // One cluster of 15 rows and 24 of 5, each right or wrong as a whole.
    const sizes = [15, ...Array.from({ length: 24 }, () => 5)];
    const copies = sizes.flatMap((size, c) => Array.from({ length: size }, () => c));
    const whole = { values: copies.map((c) => (c % 8 === 3 ? -1 : 1)), clusters: copies };
    const { lower, centre, standardError, effectiveUnits } = shareInterval(whole);
    const power = (k: number) => sizes.reduce((sum, size) => sum + size ** k, 0);
    const ofSpread = power(2) ** 2 / power(4);
    expect(ofSpread).toBeLessThan(effectiveUnits - 2);
    const freedom = (effectiveUnits - 1 + ofSpread) / 2;
    const atEnd = standardError * Math.sqrt((1 - lower ** 2) / (1 - centre ** 2));
    const t = studentQuantile(0.975, freedom);
    expect(lower).toBeCloseTo(Math.min(centre - t * standardError, centre - t * atEnd), 9);
  });

  it('holds the truth with 20 unequal clusters, whatever is handed over', () => {
    const world = BAND_WORLDS.find(({ name }) => name.startsWith('20 clusters, lognormal'))!;
    for (const rate of [0, 0.2]) {
      const { told, covered } = accuracyCoverage(world, rate, 400);
      expect(covered / told).toBeGreaterThanOrEqual(0.935);
    }
  });
});
