import { fitPolicy, type Policy } from '@cede/core';
import { expect, it } from 'vitest';
import { pricedRows as table } from '../../../study/test/priced-rows.js';
import { lossName, lossText } from './loss-name.js';
import { calibrationCostText } from './policy-cost.js';

const policy = fitPolicy(table, { method: 'conf', calibrationShare: 0, rate: 1 });

it('says what answers cost, and with the costs of errors what both come to', () => {
  expect(calibrationCostText(policy)).toBe('answers cost 4 per case');
  const learned = {
    ...policy,
    method: 'drcpe-cost',
    // Three of the model's errors and one of the expert's, at 5 each.
    calibration: {
      ...policy.calibration,
      target: 'loss',
      bins: [{ ...policy.calibration.bins[0], rows: 4, model: -15, expert: -5 }].map((bin) => ({
        ...bin,
        ...{ modelCost: 4, expertCost: 12 },
      })),
    },
  } as Policy;
  expect(calibrationCostText(learned)).toBe(
    'answers cost 4 per case, in all 5.25 (the model alone 4.75)',
  );
  expect([lossName(learned), lossName(policy)]).toEqual(['errors cost', 'mean loss']);
  // One format for amounts: what errors cost is written as what answers cost.
  expect([lossText(learned, 11.266_67), lossText(policy, 0.266_67)]).toEqual(['11.27', '0.2667']);
  const free = { ...policy.calibration.bins[0], modelCost: undefined, expertCost: undefined };
  const unpriced = { ...policy, calibration: { ...policy.calibration, bins: [free] } };
  expect(calibrationCostText(unpriced)).toBe('');
});
