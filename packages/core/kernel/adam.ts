// The optimiser's step.

import { firstMoment, gradients, parameterCount, parameters, secondMoment } from './layout';

/** Adam with L2 added to the gradient, as PyTorch's; clears the gradients for the next batch. */
export function adam(
  plan: usize,
  decay: f32,
  beta1: f32,
  beta2: f32,
  stepSize: f32,
  rootCorrection: f32,
  epsilon: f32,
): void {
  const bytes = (<usize>parameterCount(plan)) << 2;
  const p = parameters(plan),
    g = gradients(plan),
    m = firstMoment(plan),
    v = secondMoment(plan);
  const vDecay = f32x4.splat(decay),
    vBeta1 = f32x4.splat(beta1),
    vBeta2 = f32x4.splat(beta2);
  const rest1 = f32x4.splat(1 - beta1),
    rest2 = f32x4.splat(1 - beta2);
  const vStep = f32x4.splat(stepSize),
    vRoot = f32x4.splat(1 / rootCorrection),
    vEpsilon = f32x4.splat(epsilon);
  const zero = f32x4.splat(0);
  for (let o: usize = 0; o < bytes; o += 16) {
    const parameter = v128.load(p + o);
    const gradient = f32x4.add(v128.load(g + o), f32x4.mul(vDecay, parameter));
    v128.store(g + o, zero);
    const first = f32x4.add(f32x4.mul(vBeta1, v128.load(m + o)), f32x4.mul(rest1, gradient));
    const second = f32x4.add(
      f32x4.mul(vBeta2, v128.load(v + o)),
      f32x4.mul(rest2, f32x4.mul(gradient, gradient)),
    );
    v128.store(m + o, first);
    v128.store(v + o, second);
    const scale = f32x4.add(f32x4.mul(f32x4.sqrt(second), vRoot), vEpsilon);
    v128.store(p + o, f32x4.sub(parameter, f32x4.div(f32x4.mul(vStep, first), scale)));
  }
}

/**
 * A unit that no row switches on has no gradient but its decay, which shrinks its weights by a
 * factor per step until they are denormal numbers. Processors are slow there: after 100 epochs on real
 * tables 10 to 28 % of the weights were denormal, and an epoch took 1.4 to 3 times as long as the first. So now
 * and then (a weight needs hundreds of steps from 2⁻⁶⁰ to a denormal) what is too small to matter
 * becomes zero: a weight of 2⁻⁶⁰ is lost in the rounding of every sum that it enters, and a moment
 * of that size is a gradient of that size. The second moment only has a floor, far below ε².
 */
export function zeroTiny(plan: usize): void {
  const bytes = (<usize>parameterCount(plan)) << 2;
  const p = parameters(plan),
    m = firstMoment(plan),
    v = secondMoment(plan);
  const smallest = f32x4.splat(8.67361737988404e-19); // 2⁻⁶⁰
  const floor = f32x4.splat(7.70371977754894e-34); // 2⁻¹¹⁰, whose root is 3·10⁻⁹ ε
  for (let o: usize = 0; o < bytes; o += 16) {
    v128.store(p + o, zeroIfBelow(v128.load(p + o), smallest));
    v128.store(m + o, zeroIfBelow(v128.load(m + o), smallest));
    v128.store(v + o, f32x4.pmax(v128.load(v + o), floor));
  }
}

@inline
function zeroIfBelow(value: v128, smallest: v128): v128 {
  return v128.andnot(value, f32x4.lt(f32x4.abs(value), smallest)); // a NaN is not below: it stays, to be seen
}
