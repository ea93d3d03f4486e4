/** A straight line from data to pixels. */
export interface Scale {
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
}

export function place({ domain, range }: Scale, value: number): number {
  const share = (value - domain[0]) / (domain[1] - domain[0]);
  return range[0] + share * (range[1] - range[0]);
}

/** Round numbers (1, 2, 2.5 or 5 times a power of ten) inside the domain, about `wanted` of them. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const step = niceStep((high - low) / wanted);
  const result: number[] = [];
  // Counted in steps, because adding a step again and again drifts.
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
    result.push(Number((k * step).toPrecision(12)));
  }
  return result;
}

function niceStep(rough: number): number {
  let power = 1;
  while (power * 10 <= rough) power *= 10;
  while (power > rough) power /= 10;
  for (const factor of [1, 2, 2.5, 5]) if (factor * power >= rough * 0.999) return factor * power;
  return 10 * power;
}

/** How many decimals tell these ticks apart; the fewest that print every one exactly. */
export function tickDecimals(values: readonly number[]): number {
  let decimals = 0;
  while (
    decimals < 8 &&
    values.some((value) => Math.abs(Number(value.toFixed(decimals)) - value) > 1e-9)
  ) {
    decimals++;
  }
  return decimals;
}
