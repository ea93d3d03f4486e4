import { effectiveUnits, FEWEST_UNITS, unitTotals } from '@cede/core';
import { type Check, counted } from './contract.js';

/** With fewer than five clusters of equal weight, or as good as that, no interval says anything. */
export const fewClusters: Check = ({ cluster, weight, rows }, { name }) => {
  if (!cluster || rows === 0) return [];
  const own = weight ?? new Float64Array(rows).fill(1);
  const { weights } = unitTotals(own, own, cluster.index);
  const units = effectiveUnits(weights);
  if (!(units < FEWEST_UNITS)) return [];
  const alike = weights.every((each) => each === weights[0])
    ? ''
    : `, which count as ${+units.toFixed(1)} equal ones`;
  return [
    {
      severity: 'warning',
      code: 'few-clusters',
      message: `table ${name}: its rows come in ${counted(weights.length, 'cluster')}${alike}; an interval needs at least ${FEWEST_UNITS}, so every one below spans all that is possible.`,
      count: weights.length,
    },
  ];
};
