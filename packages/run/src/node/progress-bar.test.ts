import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startProgress } from './progress-bar.js';

let drawn: string[];
const terminal = process.stderr.isTTY;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  drawn = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => drawn.push(String(text)) > 0);
});
afterEach(() => {
  process.stderr.isTTY = terminal;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What is drawn for these shares of the work, one each half second. */
function shown(...done: number[]): string[] {
  const progress = startProgress('fit', {});
  progress.update(0);
  for (const share of done) {
    vi.advanceTimersByTime(500);
    progress.update(share);
  }
  return drawn;
}

describe('a progress bar', () => {
  beforeEach(() => {
    process.stderr.isTTY = true;
  });

  it('says nothing of the time left until there is something to tell it by', () => {
    const bars = shown(0.0001, 0.01, 0.02, 0.05, 0.1, 0.2);
    expect(bars.slice(0, 4).join()).not.toContain('left');
    expect(bars[4]).toMatch(/ 10 % · 19 s left$/);
    expect(bars[5]).toMatch(/ 20 % · 11 s left$/);
  });

  it('leaves the start of the workers out of the pace', () => {
    // Nine seconds before anything moves, then a tenth each half second.
    const bars = shown(...Array(18).fill(0), 0.1, 0.2, 0.3, 0.4, 0.5);
    expect(bars.slice(0, -1).join()).not.toContain('left');
    expect(bars.at(-1)).toMatch(/ 50 % · 3 s left$/);
  });

  it('leaves out a note that does not fit, and never cuts it', () => {
    const { columns } = process.stderr;
    process.stderr.columns = 60;
    const progress = startProgress('compare', {});
    vi.advanceTimersByTime(500);
    progress.update(0.5, '9 of 23 fits', 100);
    vi.advanceTimersByTime(500);
    progress.update(0.5, '10 of 23 fits of all', 100);
    process.stderr.columns = columns;
    expect(drawn.map((bar) => bar.split(' · ').length)).toEqual([2, 2]);
    expect(drawn.at(-1)).toMatch(/ 2 min left$/);
  });

  it('tells the time of a very long work after ten seconds', () => {
    const bars = shown(...Array.from({ length: 21 }, (_, k) => (k + 1) / 20_000));
    expect(bars[19]).not.toContain('left');
    expect(bars[20]).toMatch(/ 0 % · 2\.8 h left$/);
  });

  it('leaves out of the pace what was done before it began', () => {
    const progress = startProgress('download', {});
    for (const share of [0.5, 0.51, 0.52, 0.53, 0.54]) {
      progress.update(share);
      vi.advanceTimersByTime(1000);
    }
    expect(drawn.at(-1)).toMatch(/ 54 % · 46 s left$/);
  });

  it('says nothing of the time left where that is not known yet', () => {
    const progress = startProgress('networks', {});
    for (const share of [0, 0.3, 0.3, 0.3, 0.3]) {
      progress.update(share, 'epoch 37 of 120', null);
      vi.advanceTimersByTime(1000);
    }
    expect(drawn.at(-1)).toMatch(/ 30 % · epoch 37 of 120$/);
  });

  it('never falls, and is full only at the end', () => {
    const percents = shown(0.05, 0.01, 0.5, 0.999, 1).map((bar) => / (\d+) %/.exec(bar)![1]);
    expect(percents).toEqual(['5', '5', '50', '99', '100']);
  });
});

describe('plain lines of progress', () => {
  it('never fall', () => {
    process.stderr.isTTY = false;
    const lines = shown(...Array.from({ length: 20 }, (_, k) => (k < 10 ? 0.5 : 0.1)));
    expect(lines).toEqual(['fit: 50 %\n', 'fit: 50 %\n']);
  });
});
