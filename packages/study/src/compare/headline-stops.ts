import { GRID, nearest } from '../curves/bands.js';
import type { ChartLine } from './comparison.js';

/** A grid and the rate that a headline is about, which need not be one of it. */
export interface HeadlineStops {
  /** All of them, rising: where curves are drawn again. */
  readonly rates: readonly number[];
  /** The headline's place among them. */
  readonly at: number;
  /** A list along `rates` as one along the grid. */
  readonly onGrid: (list: readonly number[]) => number[];
  /** The same of a line; what it has at the headline's own rate goes apart. */
  readonly lineOf: (line: ChartLine) => ChartLine;
}

/** The rates a report's dial can stand at, the headline's own among them. */
export function headlineStops(rate: number, grid: readonly number[] = GRID): HeadlineStops {
  if (grid.some((each) => Math.abs(each - rate) < 1e-9))
    return {
      rates: grid,
      at: nearest(grid, rate),
      onGrid: (list) => [...list],
      lineOf: (line) => line,
    };
  const rates = [...grid, rate].sort((a, b) => a - b);
  const at = rates.indexOf(rate);
  const onGrid = (list: readonly number[]) => list.filter((_, k) => k !== at);
  const lineOf = (line: ChartLine): ChartLine => {
    const { values, lower, upper, avoided, caused, over } = line;
    return {
      values: onGrid(values),
      ...(lower && upper && { lower: onGrid(lower), upper: onGrid(upper) }),
      ...(avoided && caused && { avoided: onGrid(avoided), caused: onGrid(caused) }),
      ...(over && {
        over: {
          from: over.from,
          estimate: onGrid(over.estimate),
          lower: onGrid(over.lower),
          upper: onGrid(over.upper),
        },
      }),
      atHeadline: {
        value: values[at],
        ...(lower && upper && { lower: lower[at], upper: upper[at] }),
        ...(avoided && caused && { avoided: avoided[at], caused: caused[at] }),
        ...(over && {
          over: { estimate: over.estimate[at], lower: over.lower[at], upper: over.upper[at] },
        }),
      },
    };
  };
  return { rates, at, onGrid, lineOf };
}
