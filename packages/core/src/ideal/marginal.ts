import type { LossSample } from '../loss/loss-sample.js';
import { marginalWeight as marginalVoteWeight } from '../statistics/marginal-votes.js';
import type { Table } from '../table/table.js';
import { type IdealWeights, klWeight } from './weights.js';

/**
 * Marginal ideal weights from votes as the truth: exp(−mean loss/γ). With K votes the plug-in is
 * biased upwards, so zero-one losses use the unbiased series; other losses the plug-in.
 */
export function marginalSampleWeights(
  sample: LossSample,
  gamma: number,
  lossName: string,
  table: Table,
  rowWeight?: ArrayLike<number>,
): IdealWeights {
  const { rows, atoms, losses, mass } = sample;
  const weights = new Float64Array(rows);
  let sum = 0;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    let mean = 0;
    let votes = 0;
    for (let a = 0; a < atoms; a++) {
      mean += (mass ? mass[row * atoms + a] : 1) * losses[row * atoms + a];
      votes += table.labelVotes ? table.labelVotes[row * atoms + a] : 0;
    }
    const wrong = mean * votes;
    // Whole votes are counted; anything else (an expert's own votes, soft losses) is plugged in.
    const countable =
      lossName === 'zeroone' &&
      gamma > 0 &&
      Number.isInteger(votes) &&
      votes > 0 &&
      Math.abs(wrong - Math.round(wrong)) < 1e-6;
    weights[row] = countable
      ? marginalVoteWeight(Math.round(wrong), votes, gamma).weight
      : klWeight(mean, gamma);
    const weight = rowWeight ? rowWeight[row] : 1;
    sum += weight * weights[row];
    total += weight;
  }
  return { weights, normaliser: sum / total };
}
