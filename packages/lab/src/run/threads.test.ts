import { expect, it } from 'vitest';
import { teamsFor } from './threads.js';

it.each([
  [1, 2, { networks: 1, threads: 1 }],
  [2, 2, { networks: 1, threads: 2 }],
  [6, 4, { networks: 3, threads: 2 }],
  [8, 2, { networks: 1, threads: 8 }],
  [12, 2, { networks: 1, threads: 8 }],
  [12, 6, { networks: 3, threads: 4 }],
  [16, 2, { networks: 2, threads: 8 }],
  [32, 2, { networks: 2, threads: 8 }],
  [32, 6, { networks: 4, threads: 8 }],
])('%i cores and %i networks', (cores, networks, teams) => {
  expect(teamsFor(cores, networks)).toEqual(teams);
});
