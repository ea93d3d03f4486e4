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

// drcpe-cost learns from the matrix, and `cost` is in the matrix's unit: one look costs 4.
const byCost = await fit(past, { method: 'drcpe-cost', setting: { cost: REVIEW } });
// The usual way for comparison: hand over the least confident at the same rate.
const { rate } = byCost.setting;
const byConfidence = await fit(past, { method: 'conf', setting: { rate } });

const euros = (amount) => amount.toFixed(2);
for (const { policy } of [byCost, byConfidence]) {
  const { total } = evaluate(policy, later).outcome.costs;
  const { lower, upper } = total.savingInterval;
  console.log(
    `${policy.method}: ${euros(total.mean)} a payment (model alone ${euros(total.modelAlone)}, everything reviewed ${euros(total.expertAlways)}), saves ${euros(total.saving)} (${euros(lower)} to ${euros(upper)})`,
  );
}

// What can be promised to the person who pays for it: errors and reviews together.
for (const maxCost of [4.5, 2]) {
  const { feasible } = certify(byCost.policy, unseen, { maxCost });
  console.log(`at most ${euros(maxCost)} a payment, 95 % sure: ${feasible ? 'yes' : 'no'}`);
}
