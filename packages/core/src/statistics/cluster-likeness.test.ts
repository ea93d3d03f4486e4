import { describe, expect, it } from 'vitest';
import { BAND_WORLDS, drawBandWorld, trueAccuracy } from '../../test/band-worlds.js';
import { coverage, GAIN_WORLDS } from '../../test/gain-worlds.js';
import { stream } from '../random/stream.js';
import { band } from './band.js';
import { bootstrapCurves } from './bootstrap.js';
import { clusterLikeness } from './cluster-likeness.js';
import { meanInterval } from './gain-interval.js';
import { simultaneousBand, valueIntervalsAt } from './widened-band.js';

const clusters = Float64Array.from({ length: 1000 }, (_, i) => Math.floor(i / 20));

describe('likeness of the rows of a cluster', () => {
  const random = stream(1, 'likeness');
  const own = Float64Array.from(clusters, () => +(random.uniform() < 0.3));
  const shared = Float64Array.from({ length: 50 }, () => +(random.uniform() < 0.3));
  const none = new Float64Array(1000);

  it('copies are one unit, rows with nothing in common are rows', () => {
    const copies = clusters.map((cluster) => shared[cluster]);
    expect(clusterLikeness([copies], clusters).rows(none)).toBe(20);
    expect(clusterLikeness([none], clusters).rows(copies)).toBe(20);
    expect(clusterLikeness([own], clusters).rows(none)).toBeLessThan(3);
    expect(clusterLikeness([none], clusters).rows(none)).toBe(2);
  });

  it('in between for rows that half copy', () => {
    const half = clusters.map((cluster, i) => (i % 2 ? shared[cluster] : own[i]));
    const rows = clusterLikeness([half], clusters).rows(none);
    expect(rows).toBeGreaterThan(4);
    expect(rows).toBeLessThan(12);
  });

  it('clusters of copies have the interval of one row each', () => {
    const copies = clusters.map((cluster) => (shared[cluster] ? 1 : -1));
    const rows = meanInterval({ values: shared.map((value) => (value ? 1 : -1)) });
    const found = meanInterval({ values: copies, clusters });
    expect(found.lower).toBeCloseTo(rows.lower, 10);
    expect(found.upper).toBeCloseTo(rows.upper, 10);
  });

  it('holds where whole clusters are rescued and often none of those is seen', () => {
    const world = GAIN_WORLDS.find(({ name }) => /^10 clusters, equal.*gain 6/.test(name))!;
    const { covered, told } = coverage(world, 100);
    expect(covered / told).toBeGreaterThanOrEqual(0.93);
  });
});

it('bands of accuracy over 10 clusters hold the whole curve', () => {
  const rates = Array.from({ length: 11 }, (_, k) => k / 10);
  const world = BAND_WORLDS.find(({ name }) => name.startsWith('10 clusters, equal'))!;
  let held = 0;
  for (let seed = 0; seed < 60; seed++) {
    const { scores, u: _, v: __, ...rows } = drawBandWorld(world, seed);
    const methods = [{ name: 'own', scores }];
    const replicates = bootstrapCurves({ ...rows, methods, rates }, { resamples: 200, seed });
    expect(replicates.effectiveClusters).toBeCloseTo(10, 9);
    const at = valueIntervalsAt(rows, scores, rates, [0, 1]);
    const { lower, upper } = simultaneousBand(band(replicates, 'own'), at);
    if (rates.every((rate, k) => inside(trueAccuracy(world, rate), lower[k], upper[k]))) held++;
  }
  expect(held).toBeGreaterThanOrEqual(55);
});

const inside = (value: number, lower: number, upper: number) => lower <= value && value <= upper;
