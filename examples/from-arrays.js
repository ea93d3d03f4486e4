// From arrays to decisions, in one page.   node examples/from-arrays.js
import { check, createDecider, evaluate, fit, splitTable, tableFromArrays, tune } from 'cede';
import { classes, column, tickets } from './data/tickets.js';

// One array a column. `model` holds the model's probabilities, `expert` what the agent answered.
const rows = tickets(4000, 1);
const table = tableFromArrays({
  classes,
  label: column(rows, 'label'),
  model: column(rows, 'model'),
  expert: column(rows, 'agent'),
  expertName: 'agent',
});

// What the table says before anything is trained: is there something to gain at all?
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const [agent] = check(table).summary.experts;
console.log(`model right ${percent(agent.model)}, agent right ${percent(agent.expert)}`);
console.log(`the agent would rescue ${percent(agent.rescues)}, and spoil ${percent(agent.harms)}`);

// Rows that measure must not be rows that were fitted.
const { fit: past, test } = splitTable(table);
// Without `method`, fit chooses one by cross-validation, which takes longer.
const { policy } = await fit(past, { method: 'drcpe-zeroone', setting: { rate: 0.2 } });

// Another rate only moves the threshold; nothing is retrained.
for (const rate of [0.1, 0.2, 0.4]) {
  const { outcome } = evaluate(tune(policy, { rate }).policy, test);
  const { lower, upper } = outcome.gainInterval;
  console.log(
    `hand over ${percent(outcome.rate)}: ${percent(outcome.value)} right, a gain of ${percent(outcome.gain)} (${percent(lower)} to ${percent(upper)})`,
  );
}

// One case. Probabilities come in the order of `classes`.
const decider = createDecider(policy);
console.log('a clear ticket:', decider.decide([0.97, 0.02, 0.01]).route);
console.log('an unclear one:', decider.decide([0.4, 0.25, 0.35]).route);
