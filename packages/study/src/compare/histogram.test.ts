import { rankScores } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { scoreHistogram } from './histogram.js';

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
/** 0 … 999 in an order that is not sorted. */
const scores = Float32Array.from({ length: 1000 }, (_, i) => (i * 617) % 1000);

describe('scoreHistogram', () => {
  it('cuts between the last case handed over and the first one kept', () => {
    const { threshold, deferred, kept, method } = scoreHistogram('linear', rankScores(scores), 0.2);
    expect(method).toBe('linear');
    expect(threshold).toBe(199.5);
    expect([sum(deferred), sum(kept)]).toEqual([200, 800]);
  });

  it('has bins of one width from the first to the last half per cent', () => {
    const { edges, deferred, kept } = scoreHistogram('linear', rankScores(scores), 0.2);
    expect([deferred.length, kept.length, edges.length]).toEqual([40, 40, 41]);
    expect([edges[0], edges[40]]).toEqual([4, 995]); // places 0.005 · 999 and 0.995 · 999
    const width = (995 - 4) / 40;
    edges.forEach((edge, k) => {
      expect(edge).toBeCloseTo(4 + k * width, 9);
    });
    // Counted here by edges; the outermost scores belong to the end bins.
    deferred.forEach((count, k) => {
      const inside = [...scores].filter(
        (s) => (k === 0 || s >= edges[k]) && (k === 39 || s < edges[k + 1]),
      );
      expect(count + kept[k]).toBe(inside.length);
      expect(count).toBe(inside.filter((s) => s < 199.5).length);
    });
  });

  it('holds nothing back at the ends of the dial, nor where all scores are equal', () => {
    const all = scoreHistogram('conf', rankScores(scores), 1);
    expect([all.threshold, sum(all.deferred), sum(all.kept)]).toEqual([999, 1000, 0]);
    const none = scoreHistogram('conf', rankScores(scores), 0);
    expect([sum(none.deferred), sum(none.kept)]).toEqual([0, 1000]);
    const same = scoreHistogram('conf', rankScores(new Float32Array(50).fill(3)), 0.5);
    expect(sum(same.deferred) + sum(same.kept)).toBe(50);
    expect(same.edges.every(Number.isFinite)).toBe(true);
  });
});
