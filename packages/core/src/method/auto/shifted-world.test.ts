import { describe, expect, it } from 'vitest';
import { shiftedWorld } from '../../../test/long-tail.js';
import { area } from '../../curve/area.js';
import { deferralCurve } from '../../curve/curve.js';
import { outcomesOf } from '../../table/outcomes.js';
import type { Table } from '../../table/table.js';
import { takeRows } from '../../table/take.js';
import { methodNamed } from '../registry.js';

/** Points of area above handing over at random, on the second half of a world. */
function areas(table: Table, methods: readonly string[]): number[] {
  const half = table.rows / 2;
  const rows = (from: number) => Uint32Array.from({ length: half }, (_, i) => from + i);
  const [fit, test] = [takeRows(table, rows(0)), takeRows(table, rows(half))];
  const { model, expert } = outcomesOf(test);
  const areaOf = (scores: Float32Array) => 100 * area(deferralCurve(scores, model, expert));
  const random = areaOf(new Float32Array(half));
  return methods.map(
    // Auto among straight rules: whether it tries networks too is no matter here, and takes seconds.
    (name) => areaOf(methodNamed(name).fit(fit, { scorer: 'linear' }).score(test)) - random,
  );
}

describe('where the model learned other class frequencies than it meets', () => {
  it.each([
    ['long-tail', 0.5],
    ['label-shift', 0.15],
  ] as const)('%s: calibrated inputs gain at least %f points', (shift, gain) => {
    const table = shiftedWorld({ shift, rows: 6000 });
    const [conf, plain, calibrated, auto] = areas(table, [
      'conf',
      'ridge',
      'ridge+linear-calibrated',
      'auto',
    ]);
    expect(calibrated).toBeGreaterThan(plain + gain);
    expect(auto).toBeGreaterThan(plain + 0.8 * gain);
    expect(auto).toBeGreaterThan(conf + gain);
  });

  it('where it met what it learned they cost next to nothing', () => {
    const [plain, calibrated] = areas(shiftedWorld({ shift: 'none', rows: 6000 }), [
      'ridge',
      'ridge+linear-calibrated',
    ]);
    expect(Math.abs(calibrated - plain)).toBeLessThan(0.15);
  });
});
