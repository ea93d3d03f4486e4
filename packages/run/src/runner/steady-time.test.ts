import { describe, expect, it } from 'vitest';
import { duration, steadyTimeLeft } from './steady-time.js';

const inSeconds = (text: string) => {
  const [, number, unit] = /([\d.]+) (s|min|h) left$/.exec(text)!;
  return Number(number) * { s: 1, min: 60, h: 3600 }[unit as 's' | 'min' | 'h'];
};

describe('the time left', () => {
  it('is told in the unit that says it well', () => {
    expect([0.2, 89, 90, 5000, 9000].map(duration)).toEqual([
      ...['1 s', '89 s', '2 min', '83 min', '2.5 h'],
    ]);
  });

  it('never goes up by more than a fifth of the least that was shown', () => {
    const estimates = [40, 30, 200, 20, 4, 5, 9, 4000, 3, 2, 400, 20_000, 1, 0];
    const show = steadyTimeLeft();
    let least = Infinity;
    for (const estimate of estimates) {
      const text = show(estimate);
      const shown = inSeconds(text);
      expect(shown, `${estimate}: ${text}`).toBeLessThanOrEqual(1.2 * least);
      expect(text.startsWith('at least')).toBe(
        shown < Math.ceil(estimate) && estimate > 1.2 * least,
      );
      least = Math.min(least, shown);
    }
  });

  it('holds in minutes and hours, too, whose readings are round', () => {
    for (const start of [100, 600, 6000, 50_000]) {
      const show = steadyTimeLeft();
      const first = inSeconds(show(start));
      expect(inSeconds(show(10 * start))).toBeLessThanOrEqual(1.2 * first);
      expect(inSeconds(show(1.1 * start))).toBeLessThanOrEqual(1.2 * first);
    }
  });

  it('follows an estimate that falls', () => {
    const show = steadyTimeLeft();
    expect([30, 20, 10].map(show)).toEqual(['30 s left', '20 s left', '10 s left']);
  });
});
