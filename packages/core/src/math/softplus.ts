import { exp } from './exp.js';
import { log1p } from './log.js';

/** log(1 + e^v), stable at both ends. */
export function softplus(v: number): number {
  return Math.max(v, 0) + log1p(exp(-Math.abs(v)));
}

/** 1 / (1 + e^−v), the derivative of softplus. */
export function sigmoid(v: number): number {
  const e = exp(-Math.abs(v));
  return v >= 0 ? 1 / (1 + e) : e / (1 + e);
}
