import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell/cell.js';
import { ProgressCount, timeLeft } from './progress.js';

const [small, large]: Cell[] = [0, 1].map((k) => ({ kind: 'network', spec: { k } }));
const weight = (cell: Cell) => (cell === large ? 9 : 1);

/** A run over both cells whose clock is set by hand. */
function counted(cells: readonly Cell[] = [small, large]) {
  let seconds = 0;
  const count = new ProgressCount(cells, 0, weight, () => 1000 * seconds);
  return { count, at: (now: number) => (seconds = now) };
}

describe('the time left of a run', () => {
  it('is that of the pace so far', () => {
    const { count, at } = counted();
    at(20);
    count.report(large, { done: 1 / 9 });
    expect(count.now()).toMatchObject({ done: 0.1, secondsLeft: 180 });
  });

  it('leaves out of the pace what an earlier run had done', () => {
    const { count, at } = counted([large]);
    at(5);
    count.report(large, { done: 0.6, resumed: 0.6 });
    expect(count.now().done).toBe(0.6);
    expect(count.now().secondsLeft).toBeUndefined();
    at(100);
    count.report(large, { done: 0.61, resumed: 0.6 });
    expect(count.now().secondsLeft).toBeCloseTo(100 * 39, 6);
  });

  it('still leaves it out when the resumed cell is finished', () => {
    const { count, at } = counted();
    count.report(small, { done: 0.9, resumed: 0.9 });
    at(10);
    count.finish(small);
    // A tenth of the small cell took ten seconds; the large one is ninety times that.
    expect(count.now().secondsLeft).toBeCloseTo(900, 6);
  });

  it('is nothing once all is done', () => {
    expect(timeLeft(50, 1, 1)).toBe(0);
    expect(counted([]).count.now().secondsLeft).toBe(0);
  });
});
