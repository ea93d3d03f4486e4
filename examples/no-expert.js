// Nobody to ask: answer only where the answer can be trusted, and turn the rest away.
//   node examples/no-expert.js
import { createDecider, evaluate, fit, tableFromArrays, tune } from 'cede';
import { classes, column, tickets } from './data/tickets.js';

// The table has no expert. Features beside the probabilities are what a learned rejection can know
// more than the model's confidence does.
const tableOf = (rows) =>
  tableFromArrays({
    classes,
    label: column(rows, 'label'),
    model: column(rows, 'model'),
    columns: { words: column(rows, 'words') },
  });
const [past, later] = [tableOf(tickets(4000, 1)), tableOf(tickets(4000, 2))];

// `reject` is the method of tables without an expert; here 20 % of the cases are turned away.
const { policy } = await fit(past, { method: 'reject', setting: { rate: 0.2 } });

const percent = (share) => `${(100 * share).toFixed(1)} %`;
for (const rate of [0.1, 0.2, 0.4]) {
  const { rejection } = evaluate(tune(policy, { rate }).policy, later).outcome;
  const { lower, upper } = rejection.riskInterval;
  console.log(
    `answers ${percent(rejection.coverage)}: ${percent(rejection.risk)} of the answers are wrong (${percent(lower)} to ${percent(upper)})`,
  );
}

// The second argument holds the features, in the order of `columns`.
const { decide } = createDecider(policy);
console.log('short and clear:', decide([0.9, 0.05, 0.05], [20]).route);
console.log('long and unclear:', decide([0.4, 0.35, 0.25], [190]).route);
