/** What the axes of a curve figure reach, and what stands beside them. */
import { percent } from '../number.js';
import type { CurveFigure, FigureMethod } from './curve-figure.js';
import { place, type Scale, tickDecimals, ticks } from './scale.js';

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** A line with its band. */
type Drawn = Pick<FigureMethod, 'name' | 'values' | 'lower' | 'upper'>;

/**
 * From the lowest to the highest of what is drawn. An oracle that would squeeze everything else
 * into less than five eighths of the height is allowed to leave the picture (and a note says so).
 */
export function valueDomain(data: CurveFigure, lines: readonly Drawn[], shown: number) {
  const seen = lines
    .filter(({ name }) => name !== 'oracle')
    .flatMap(({ values, lower, upper }) =>
      [values, lower, upper].flatMap((list) => (list ? list.slice(0, shown) : [])),
    );
  const oracle = data.oracle.values.slice(0, shown);
  const lowest = Math.min(...seen);
  const highest = Math.max(...seen);
  const all = [Math.min(lowest, ...oracle), Math.max(highest, ...oracle)];
  const clipped = all[1] - all[0] > 1.6 * (highest - lowest) && highest > lowest;
  const [low, high] = clipped ? [lowest, highest] : all;
  // Where the oracle leaves, its line needs some way to be seen leaving.
  const extent = high - low || Math.max(Math.abs(high) * 0.02, 1e-6);
  const better = data.target.higherIsBetter;
  // A share can't leave 0 … 100 %, and an axis that does is read as a mistake.
  const [least, most] = data.target.unit === '%' ? [0, 100] : [-Infinity, Infinity];
  return {
    low: Math.max(low - extent * (high === low ? 1 : clipped && !better ? 0.12 : 0.03), least),
    high: Math.min(high + extent * (high === low ? 1 : clipped && better ? 0.12 : 0.03), most),
    clipped,
  };
}

/** All lines begin with the model alone and end with everything handed over. */
export function alongDomain({ random }: CurveFigure): readonly [number, number] {
  const along = random.along!;
  return [along[0], along[along.length - 1]];
}

export function xTicks(data: CurveFigure, x: Scale, wanted: number): Tick[] {
  const values = ticks(x.domain[0], x.domain[1], wanted);
  const decimals = tickDecimals(values);
  return values.map((value) => ({
    at: place(x, value),
    text: data.along ? value.toFixed(decimals) : percent(value),
  }));
}

export const axisUnit = ({ target }: CurveFigure) =>
  target.unit === '%' || !target.unit ? '' : `, ${target.unit}`;

export function tickText({ target }: CurveFigure, value: number, decimals: number): string {
  const text = value.toFixed(decimals).replace('-', '−');
  return target.unit === '%' ? `${text} %` : text;
}
