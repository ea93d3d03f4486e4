// Two people could be asked, each good at something else. One table holds both, each gets a policy of
// its own, and the policies are looked at side by side.   node examples/several-experts.js
import { check, createDecider, evaluate, fit, splitTable, tableFromArrays } from 'cede';
import { classes, column, tickets } from './data/tickets.js';

const rows = tickets(6000, 1);
const table = tableFromArrays({
  classes,
  label: column(rows, 'label'),
  model: column(rows, 'model'),
  // An expert's answers may be labels, probabilities, votes, or only right and wrong. `null` where an
  // expert was not asked.
  experts: {
    agent: { answers: column(rows, 'agent'), cost: rows.map(() => 1) },
    engineer: { answers: column(rows, 'engineer'), cost: rows.map(() => 3) },
  },
});
const { fit: past, test } = splitTable(table);

const percent = (share) => `${(100 * share).toFixed(1)} %`;
for (const { name, expert, rescues } of check(past).summary.experts)
  console.log(
    `${name}: right in ${percent(expert)}, right where the model is wrong ${percent(rescues)}`,
  );

// `expert` counts from 0, in the table's order.
const policies = await Promise.all(
  past.experts.map(async (_, expert) => {
    const training = { expert };
    const asked = { method: 'drcpe-zeroone', setting: { rate: 0.2 }, training };
    return (await fit(past, asked)).policy;
  }),
);
for (const policy of policies) {
  const { outcome } = evaluate(policy, test);
  console.log(
    `${outcome.expert} asked in ${percent(outcome.rate)}: ${percent(outcome.value)} right, at ${outcome.costs.answers.mean.toFixed(2)} a case`,
  );
}

// Side by side: the policies see the same probabilities and differ in whom they would trust.
const deciders = policies.map(createDecider);
for (const [what, probabilities] of Object.entries({
  'clear billing': [0.96, 0.02, 0.02],
  'rather billing': [0.5, 0.25, 0.25],
  'rather technical': [0.25, 0.5, 0.25],
}))
  console.log(`${what}:`, deciders.map(({ decide }) => decide(probabilities).route).join(' / '));
