import { expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { rowSampler } from './bootstrap.js';
import { countSampler, plainSampler } from './count-sampler.js';

it.each([1, 2, 3, 64, 65, 1000])('%d rows are drawn as the plain sampler draws them', (rows) => {
  const streams = [1, 2, 3].map(() => stream(rows, 'counts'));
  const kernel = countSampler(rows, streams[0]);
  const plain = plainSampler(rows, streams[1]);
  const weights = rowSampler(new Float64Array(rows).fill(1), undefined, streams[2]);
  for (let turn = 0; turn < 5; turn++) {
    const drawn = [...kernel()];
    expect(drawn.reduce((sum, times) => sum + times, 0)).toBe(rows);
    expect(drawn).toEqual([...plain()]);
    expect(drawn).toEqual([...weights()]);
  }
  // And the streams go on alike.
  expect(streams[0].uint32()).toBe(streams[1].uint32());
});
