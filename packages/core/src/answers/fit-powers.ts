import { exp } from '../math/exp.js';
import { log } from '../math/log.js';

/** Log-probabilities of two sources, rows × classes, and the truth. */
export interface PowerRows {
  readonly own: Float64Array;
  readonly other: Float64Array;
  readonly classes: number;
  readonly label: Int32Array;
  readonly weight: Float64Array;
}

/** As strong as five rows: keeps the powers finite where a source is never wrong. */
const PENALTY = 5;
/** Without evidence both sources count half: together as much as one of them. */
const PRIOR = 0.5;
const MOST_STEPS = 60;

/**
 * The powers a and b of softmax(a · own + b · other) by maximum likelihood, neither below 0. Two
 * numbers and a convex objective: Newton's steps with halving, float64, a fixed order.
 */
export function fitPowers(rows: PowerRows): [number, number] {
  let at: [number, number] = [PRIOR, PRIOR];
  let here = objective(rows, at);
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = newton(here, at);
    if (Math.abs(direction[0]) + Math.abs(direction[1]) < 1e-10) break;
    let moved = false;
    for (let size = 1; size > 1e-8; size /= 2) {
      const next: [number, number] = [
        Math.max(0, at[0] + size * direction[0]),
        Math.max(0, at[1] + size * direction[1]),
      ];
      const there = objective(rows, next);
      if (there.value < here.value) {
        [at, here, moved] = [next, there, true];
        break;
      }
    }
    if (!moved) break;
  }
  return at;
}

interface Objective {
  readonly value: number;
  readonly gradient: readonly [number, number];
  /** aa, ab, bb. */
  readonly hessian: readonly [number, number, number];
}

/** A power at 0 that wants to fall stays where it is. */
function newton({ gradient, hessian }: Objective, at: readonly number[]): [number, number] {
  const held = [0, 1].map((k) => at[k] <= 0 && gradient[k] > 0);
  const [aa, ab, bb] = hessian;
  if (held[0] && held[1]) return [0, 0];
  if (held[0]) return [0, -gradient[1] / bb];
  if (held[1]) return [-gradient[0] / aa, 0];
  const determinant = aa * bb - ab * ab;
  return [
    -(bb * gradient[0] - ab * gradient[1]) / determinant,
    -(aa * gradient[1] - ab * gradient[0]) / determinant,
  ];
}

function objective(
  { own, other, classes, label, weight }: PowerRows,
  [a, b]: readonly [number, number],
): Objective {
  let value = (PENALTY / 2) * ((a - PRIOR) * (a - PRIOR) + (b - PRIOR) * (b - PRIOR));
  const gradient: [number, number] = [PENALTY * (a - PRIOR), PENALTY * (b - PRIOR)];
  const hessian: [number, number, number] = [PENALTY, 0, PENALTY];
  for (let i = 0; i < label.length; i++) {
    const from = i * classes;
    let top = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < classes; c++) top = Math.max(top, a * own[from + c] + b * other[from + c]);
    let [sum, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
    for (let c = 0; c < classes; c++) {
      const [u, v] = [own[from + c], other[from + c]];
      const e = exp(a * u + b * v - top);
      sum += e;
      x += e * u;
      y += e * v;
      xx += e * u * u;
      xy += e * u * v;
      yy += e * v * v;
    }
    const [mx, my] = [x / sum, y / sum];
    const [u, v] = [own[from + label[i]], other[from + label[i]]];
    value += weight[i] * (top + log(sum) - a * u - b * v);
    gradient[0] += weight[i] * (mx - u);
    gradient[1] += weight[i] * (my - v);
    hessian[0] += weight[i] * (xx / sum - mx * mx);
    hessian[1] += weight[i] * (xy / sum - mx * my);
    hessian[2] += weight[i] * (yy / sum - my * my);
  }
  return { value, gradient, hessian };
}
