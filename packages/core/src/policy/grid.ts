import { type Grid, gridOfCuts } from '../statistics/grid.js';
import type { Calibration } from './calibration.js';
import { settings } from './threshold.js';

/**
 * The thresholds that certificates may choose from, fixed with the scorer: at most 50, from the
 * rate of least estimated error down to handing nothing over. They come from the calibration
 * rows; certifying rows are another table, so nothing is tested on what chose it.
 */
export function calibrationGrid(calibration: Calibration): Grid {
  const cuts = Array.from(settings(calibration), ({ threshold, rate, value }) => ({
    threshold,
    rate,
    gain: value,
  }));
  return gridOfCuts(cuts);
}
