import { certify, type Promises } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { certificateDocument } from './certification.js';
import { infeasibleText } from './infeasible.js';

/** The expert is wrong in every second row, the model in every tenth; the walk begins at the expert. */
const scores = Float64Array.from({ length: 200 }, (_, i) => i);
const rows = {
  scores,
  modelValue: scores.map((i) => +(i % 10 > 0)),
  expertValue: scores.map((i) => +(i % 2 > 0)),
};
const grid = { thresholds: [199, 99, '-inf'] as const, rates: [1, 0.5, 0] };
const counted = { scale: 1, what: 'error', labelled: true } as const;
const told = { counted, begins: 'error', rejecting: false } as const;

describe('why no threshold qualifies', () => {
  it('the one that failed, what it bears out, and that the best elsewhere is no promise', () => {
    const text = infeasibleText(certify({ grid, rows, promises: { maxError: 0.3 } }), told);
    expect(text[0]).toMatch(
      /^The test starts at the threshold of least estimated error, which hands over 100\.0 %, and stops at the first failure\. It stopped there: error at most 30\.00 % failed; these rows support only error at most 56\.\d\d %\.$/,
    );
    expect(text[1]).toMatch(
      /^Another threshold reaches error at most 14\.\d\d % on these rows\. It was found/,
    );
    expect(text[2]).toContain('that threshold itself seems to break the promise');
  });

  it('calls a promise broken only where it is by more than chance', () => {
    const first = (n: number) => ({
      scores: scores.slice(0, n),
      modelValue: rows.modelValue.slice(0, n),
      expertValue: rows.expertValue.slice(0, n),
    });
    const all = { thresholds: ['-inf'] as const, rates: [0] };
    const last = (n: number, promises: Promises) => {
      const certificate = certify({ grid: all, rows: first(n), promises });
      expect(certificate.rowsNeeded).toBeNull();
      return infeasibleText(certificate, told).at(-1);
    };
    // Four wrong of 39 is a hair above 10 %, and five or six would still be luck.
    expect(last(39, { maxError: 0.1 })).toBe(
      'From 39 rows it is not clear whether more would help: that threshold may keep the promise, or break it.',
    );
    expect(last(39, { maxError: 0.02 })).toContain('that threshold itself seems to break');
    expect(last(39, { maxError: 0.1, maxRate: 0.9 })).toBe(
      'From 39 rows it is not clear whether more would help: some threshold may keep what was asked, or none.',
    );
    expect(last(200, { maxError: 0.02, maxRate: 0.9 })).toContain('every threshold seems to break');
  });

  it('turns cases away where nobody can be asked', () => {
    const certificate = certify({ grid, rows, promises: { maxError: 0.3 } });
    const [rejected] = infeasibleText(certificate, { ...told, rejecting: true });
    expect(rejected).toContain('least estimated error, which turns away 100.0 %, and stops');
    const nothing = certify({ grid, rows, promises: { maxError: 0.05 }, walk: 'up' });
    const [none] = infeasibleText(nothing, { ...told, begins: 'nothing', rejecting: true });
    expect(none).toContain('The test starts where nothing is turned away, and stops');
  });

  it('of several promises names the one that fails, and bounds all at the same threshold', () => {
    const promises = { maxError: 0.6, minGain: 0.01 };
    const text = infeasibleText(certify({ grid, rows, promises }), told);
    expect(text[0]).toMatch(
      /It stopped there: gain at least \+1\.00 points failed; these rows support only error at most 56\.\d\d % and gain at least −5\d\.\d\d points\.$/,
    );
    expect(text).toHaveLength(2);
  });

  it('costs in their own unit; a rate no threshold is safely below', () => {
    const dear = { ...counted, what: 'cost', scale: 20 } as const;
    const [cost] = infeasibleText(certify({ grid, rows, promises: { maxError: 0.3 } }), {
      ...told,
      counted: dear,
      begins: 'cost',
    });
    expect(cost).toMatch(
      /least estimated cost.*mean cost at most 6 failed.*mean cost at most 11\.\d/,
    );
    const failed = certify({ grid, rows, promises: { maxError: 0.3 } });
    const {
      promises: asked,
      reachable,
      start,
      largestCost,
    } = certificateDocument(failed, { counted: dear, asked: { maxCost: 6 } });
    // Shares, like the promises beside them.
    expect([asked.maxError, largestCost]).toEqual([0.3, 20]);
    expect(start!.bounds.maxError).toBeGreaterThan(0.5);
    expect(start!.bounds.maxError).toBeLessThan(0.6);
    expect(reachable!.maxError).toBeLessThan(start!.bounds.maxError!);
    const promises = { maxError: 0.3, maxRate: 0.01 };
    expect(infeasibleText(certify({ grid, rows, promises }), told)[0]).toBe(
      'With so few rows no threshold is safely below rate at most 1.00 %, so none was tested.',
    );
  });
});
