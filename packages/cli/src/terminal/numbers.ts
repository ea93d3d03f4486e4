/** Numbers as people read them. */
export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

export const points = (share: number, digits = 1): string =>
  `${share >= 0 ? '+' : '−'}${Math.abs(100 * share).toFixed(digits)}`;

export const count = (n: number): string => Math.round(n).toLocaleString('en-US');

/** JSON has no infinities. */
export const finite = (value: number): number | 'inf' | '-inf' =>
  Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;
