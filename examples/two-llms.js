// A cheap and an expensive language model, with what each answer costs: which questions are worth the
// expensive one? Real answers to 3,000 exam questions.   node examples/two-llms.js
import { certify, createRowDecider, evaluate, fit, readTable, splitTable } from 'cede';

// There are no class probabilities: a table may say only who was right (`model_correct` and
// `pro_correct`) and at what price. `features` are what is known before the expensive model
// is asked, here counts of the question and of the cheap answer.
const table = await readTable(new URL('data/questions.csv.gz', import.meta.url), {
  expert: 'pro=pro_correct', // NAME=COLUMN: decisions then say "pro"
  expertCost: 'pro_cost',
  features: ['question_words', 'options*', 'latex', 'answer_*'],
});
// To learn from, to certify on, to measure on: no row does two of these.
const { fit: rest, test } = splitTable(table, { testShare: 0.4 });
const { fit: past, test: unseen } = splitTable(rest, { testShare: 0.4 });

// Costs are in thousandths of a dollar: 0.2 a question, both models' answers counted. The fit estimates
// the threshold from the few rows it keeps aside, so the bill may come out higher …
const { policy: estimated } = await fit(past, {
  method: 'drcpe-zeroone',
  setting: { budget: 0.2 },
  training: { members: 3 }, // three networks, averaged: steadier on tables this small
});
// … and a certificate promises it, with 95 % confidence. That needs prices, but no right answers.
const { feasible, policy } = certify(estimated, unseen, { budget: 0.2 });
console.log(`0.2 a question can be promised: ${feasible}`);

const percent = (share) => `${(100 * share).toFixed(1)} %`;
for (const [name, each] of Object.entries({ estimated, certified: policy })) {
  const { rate, value, model, expertAlone, costs } = evaluate(each, test).outcome;
  // The fair rival asks as often, about questions drawn at random.
  const random = model + rate * (expertAlone - model);
  console.log(`${name}: asks pro ${percent(rate)}, costs ${costs.answers.mean.toFixed(3)}`);
  console.log(`  right ${percent(value)}; as many at random: ${percent(random)}`);
}
const { model, expertAlone, costs } = evaluate(policy, test).outcome;
const { modelAlone, expertAlways } = costs.answers;
console.log(`flash alone: ${percent(model)} right, costs ${modelAlone.toFixed(3)}`);
console.log(`always asking pro: ${percent(expertAlone)} right, costs ${expertAlways.toFixed(3)}`);

// In production a question is a row with the same column names.
const { decide } = createRowDecider(policy);
const short = { question_words: 9, options: 4, options_with_digits: 0, latex: 0 };
const long = { question_words: 95, options: 10, options_with_digits: 1, latex: 12 };
console.log('short:', decide({ ...short, answer_length: 80, answer_hedges: 0 }).route);
console.log('long:', decide({ ...long, answer_length: 1900, answer_hedges: 9 }).route);
