// From arrays to decisions: a weak model, an expert who is good at one class.
//   node examples/from-arrays.js
import {
  createDecider,
  deferralCurve,
  fitPolicy,
  outcomesOf,
  splitTable,
  stream,
  tableFromArrays,
  tune,
  valueAt,
} from '@cede/core';

// 4,000 made-up cases of three classes. The expert knows "fox" well and guesses elsewhere.
const random = stream(1, 'example');
const classes = ['cat', 'dog', 'fox'];
const cases = Array.from({ length: 4000 }, () => {
  const scores = classes.map(() => random.uniform() ** 3 + 0.01);
  const sum = scores.reduce((a, b) => a + b);
  const model = scores.map((score) => score / sum);
  const draw = random.uniform();
  const label = draw < model[0] ? 0 : draw < model[0] + model[1] ? 1 : 2;
  const knows = random.uniform() < (label === 2 ? 0.95 : 0.6);
  return { label, model, expert: knows ? label : random.below(3) };
});
const table = tableFromArrays({
  classes,
  label: cases.map(({ label }) => label),
  model: cases.map(({ model }) => model),
  expert: cases.map(({ expert }) => expert),
});

const { fit, test } = splitTable(table, { testShare: 0.5, seed: 0 });
const policy = fitPolicy(fit, { method: 'drcpe-zeroone', rate: 0.2 });

// What the policy's scores achieve on the test rows, at any rate.
const decider = createDecider(policy);
const scores = Float32Array.from(
  { length: test.rows },
  (_, i) => decider.decide(test.model.subarray(3 * i, 3 * i + 3)).score,
);
const { model, expert } = outcomesOf(test);
const curve = deferralCurve(scores, model, expert);
for (const rate of [0, 0.1, 0.2, 0.5, 1])
  console.log(`hand over ${100 * rate} %: ${(100 * valueAt(curve, rate)).toFixed(1)} % right`);

// One case, and the dial turned without data.
console.log(decider.decide([0.3, 0.3, 0.4]));
console.log('at 50 %:', createDecider(tune(policy, { rate: 0.5 })).decide([0.3, 0.3, 0.4]).route);
