import { type Grid, gridOfCuts } from '../statistics/grid.js';
import { type EstimatedCut, spanningGrid } from '../statistics/spanning-grid.js';
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

/**
 * The same over all rates, with the estimates that tell where a walk begins: for promises about the
 * kept cases, and several promises at once. It follows from the stored calibration, which the
 * policy's id covers, so every policy has it, also those written before.
 */
export function spanningCalibrationGrid(calibration: Calibration): Grid {
  const { rows, effectiveRows = rows, bins, target } = calibration;
  const right = (bin: Calibration['bins'][number]) =>
    target === 'accuracy'
      ? { model: bin.model, expert: bin.expert }
      : bin.modelRight === undefined
        ? undefined
        : { model: bin.modelRight, expert: bin.expertRight! };
  const told = bins.length > 0 && right(bins[0]) !== undefined;
  const priced = bins[0]?.modelCost !== undefined || bins[0]?.expertCost !== undefined;
  let deferred = 0;
  let modelRight = 0;
  let spent = 0;
  for (const bin of bins) {
    modelRight += right(bin)?.model ?? 0;
    spent += bin.modelCost ?? 0;
  }
  let keptRight = modelRight;
  let gain = 0;
  const cut = (threshold: number, rate: number): EstimatedCut => {
    const kept = rows - deferred;
    return {
      threshold,
      estimate: {
        ...{ rate, rows: effectiveRows },
        ...(told && { error: 1 - (modelRight + gain) / rows, gain: gain / rows }),
        ...(told && rate < 1 && { keptError: Math.max(0, 1 - keptRight / kept) }),
        ...(priced && { spending: spent / rows }),
      },
    };
  };
  const cuts = [cut(Number.NEGATIVE_INFINITY, 0)];
  bins.forEach((bin, k) => {
    const last = k === bins.length - 1;
    const value = right(bin);
    deferred += bin.rows;
    keptRight -= value?.model ?? 0;
    gain += value ? value.expert - value.model : 0;
    spent += bin.expertCost ?? 0;
    cuts.push(cut(last ? Number.POSITIVE_INFINITY : bin.edge, last ? 1 : deferred / rows));
  });
  return spanningGrid(cuts);
}
