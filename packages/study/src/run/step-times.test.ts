import { expect, it } from 'vitest';
import { stepClock } from './step-times.js';

it('says where the time of a comparison went', () => {
  let time = 1000;
  const clock = stepClock(400, () => time);
  const at = (then: number, progress: Parameters<typeof clock.follow>[0]) => {
    time = then;
    clock.follow(progress);
  };
  at(500, { step: 'cross-validation', done: 0.1 });
  at(1400, { step: 'fits', done: 0.3, finished: 0, cells: 2 });
  at(2000, { step: 'fits', done: 0.6, finished: 1, cells: 2 });
  at(3400, { step: 'fits', done: 1, finished: 2, cells: 2 });
  at(3900, { step: 'intervals', done: 0.2 });
  at(4100, { step: 'intervals', done: 1 });
  time = 4400;
  expect(clock.times()).toEqual({
    ...{ read: 0.4, 'cross-validation': 1, fits: 2, curves: 0.5, intervals: 0.5 },
  });
});

it('gives no time to steps that there were not', () => {
  const clock = stepClock(100, () => 300);
  expect(clock.times()).toEqual({
    ...{ read: 0.1, 'cross-validation': 0, fits: 0, curves: 0.2, intervals: 0 },
  });
});
