import { amount, count, fixed, signed } from '@cede/core';

export { amount, count, fixed, signed };

/** A share as a percentage. */
export const percent = (share: number, digits = 1): string => `${fixed(100 * share, digits)} %`;

/** A share that was given and not found, with the digits it has: 7.5 %, 20 %, 99.5 %. */
export const givenPercent = (share: number): string => `${+(100 * share).toFixed(2)} %`;

/** A difference of shares in percentage points, with its sign. */
export const points = (share: number, digits = 1): string => signed(100 * share, digits);

/** JSON has no infinities. */
export const finite = (value: number): number | 'inf' | '-inf' =>
  Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';

/** A count with its noun, in the singular or the plural. */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;
