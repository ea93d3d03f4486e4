import type { CurveFigure } from './curve-figure.js';

const HALF = 0.5;

/**
 * The largest rate worth showing: half of the picture need not go to rates at which every method
 * does worse than the model alone. The figure and the dial both end here, and a note says so.
 */
export function lastRate({ grid, methods, finding, target, rejection }: CurveFigure): number {
  // Everything answered is what every curve of risks ends with.
  if (rejection) return 1;
  const sign = target.higherIsBetter ? 1 : -1;
  const beyond = [...grid.keys()].filter((k) => grid[k] >= HALF);
  const onlyLoses = methods.every(({ values }) =>
    beyond.every((k) => sign * (values[k] - finding.modelValue) < 0),
  );
  const enough = grid.filter((rate) => rate <= HALF).length > 1 && finding.rate <= HALF;
  return onlyLoses && enough ? HALF : 1;
}

/** How many rates of the grid that are. */
export function stopsUpTo(grid: readonly number[], rate: number): number {
  return grid.filter((each) => each <= rate + 1e-12).length;
}
