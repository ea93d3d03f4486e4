// Errors that don't cost the same: a fraud that passes is dear, a stopped customer is cheap, and an
// analyst's look has its price too.   node examples/fraud-desk.js
import { certify, evaluate, fit, tableFromArrays } from 'cede';
import { classes, payments } from './data/payments.js';

const REVIEW = 4; // euros for one look
const table = (rows) =>
  tableFromArrays({
    classes,
    label: rows.map(({ label }) => label),
    model: rows.map(({ model }) => model),
    expert: rows.map(({ analyst }) => analyst),
    expertName: 'analyst',
    modelCost: rows.map(() => 0),
    expertCost: rows.map(() => REVIEW),
    // A row for each true class, in the order of `classes`: [genuine stopped], [fraud let through].
    costMatrix: [
      [0, 15],
      [180, 0],
    ],
  });
const [past, unseen, later] = [1, 2, 3].map((seed) => table(payments(6000, seed)));

// With a cost matrix, payments that are not handed over get the answer of least expected cost. This
// model is too sure of itself, so let that start from calibrated probabilities.
const answers = 'calibrated';
// drcpe-cost learns from the matrix, and `cost` is in the matrix's unit: one look costs 4.
const byCost = await fit(past, { method: 'drcpe-cost', answers, setting: { cost: REVIEW } });
// The usual way for comparison: hand over the least confident at the same rate.
const { rate } = byCost.setting;
const byConfidence = await fit(past, { method: 'conf', answers, setting: { rate } });

const euros = (amount) => amount.toFixed(2);
for (const { policy } of [byCost, byConfidence]) {
  const { total, calibrated } = evaluate(policy, later).outcome.costs;
  const { mean, modelAlone, expertAlways, saving, savingInterval } = calibrated.total;
  const { lower, upper } = savingInterval;
  if (policy === byCost.policy)
    console.log(
      `the model's own answers ${euros(total.modelAlone)} a payment, calibrated ones ${euros(modelAlone)}, everything reviewed ${euros(expertAlways)}`,
    );
  console.log(
    `${policy.method}: ${euros(mean)} a payment, saves ${euros(saving)} beside calibrated answers (${euros(lower)} to ${euros(upper)})`,
  );
}

// What can be promised to the person who pays for it: errors and reviews together.
for (const maxCost of [4.5, 2]) {
  const { feasible } = certify(byCost.policy, unseen, { maxCost });
  console.log(`at most ${euros(maxCost)} a payment, 95 % sure: ${feasible ? 'yes' : 'no'}`);
}
