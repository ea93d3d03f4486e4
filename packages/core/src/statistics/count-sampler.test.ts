import { expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { rowSampler } from './bootstrap.js';
import { countSampler } from './count-sampler.js';

it.each([1, 2, 3, 64, 65, 1000])('%d rows are drawn as the plain sampler draws them', (rows) => {
  const streams = [1, 2].map(() => stream(rows, 'counts'));
  const [model, expert] = [3, 5].map((k) =>
    Float32Array.from({ length: rows }, (_, i) => +(i % k > 1)),
  );
  const counted = countSampler(model, expert, streams[0])!;
  const plain = rowSampler(new Float64Array(rows).fill(1), undefined, streams[1]);
  for (let turn = 0; turn < 5; turn++) {
    const { weight, sums } = counted();
    const expected = plain();
    expect([...weight]).toEqual([...expected]);
    const worth = (values: Float32Array) =>
      values.reduce((sum, value, i) => sum + value * expected[i], 0);
    expect(sums).toEqual({ total: rows, model: worth(model), expert: worth(expert) });
  }
  // And the streams go on alike.
  expect(streams[0].uint32()).toBe(streams[1].uint32());
});

it('leaves rows that are half right to others', () => {
  const random = stream(1, 'counts');
  expect(countSampler([1, 0.5], [1, 0], random)).toBeUndefined();
  expect(countSampler([1, 0], [1, -1], random)).toBeUndefined();
});
