// # A walkthrough
//
// From a table to a policy in production, step by step, with what each step prints. Run it yourself
// in a clone:   node examples/walkthrough.js
//
// Gemini Flash and Gemini Pro answered the same 3,000 exam questions. Pro is better and costs more.
// Which questions are worth asking Pro?
import {
  certify,
  check,
  compare,
  createRowDecider,
  evaluate,
  fit,
  readTable,
  splitTable,
  toResults,
  tune,
  writeReport,
} from 'cede';

// ## Read the table
//
// The table has no class probabilities. It says who was right, what each answer cost, and a few
// numbers that are known before Pro is asked: those are the features.
const table = await readTable(new URL('data/questions.csv.gz', import.meta.url), {
  expert: 'Pro=pro_correct',
  expertCost: 'pro_cost',
  features: ['question_words', 'options*', 'latex', 'answer_*'],
});
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const [pro] = check(table).summary.experts;
console.log(`Flash is right on ${percent(pro.model)}, Pro on ${percent(pro.expert)}.`);
console.log(`Pro would rescue ${percent(pro.rescues)} and spoil ${percent(pro.harms)}.`);

// A perfect rule would gain all of the rescues and none of the harms. No rule is perfect; the question
// is how near one comes.

// ## Compare on rows that nothing was fitted on
//
// Half of the rows train, the other half tests. Two methods in closed form take a second; leave
// `methods` out and `auto` also looks at networks.
const comparison = await compare(splitTable(table, { testShare: 0.5 }), {
  methods: ['linear', 'logistic'],
  method: 'linear',
  rate: 0.3,
  seeds: 1,
});
const { rates, methods } = toResults(comparison);
const at = rates.indexOf(0.25);
for (const name of ['random', 'linear', 'logistic', 'oracle'])
  console.log(`${name}: ${methods[name].mean[at].toFixed(1)} % right where a quarter goes to Pro`);

const points = (share) => (100 * share).toFixed(1);
const { gain, overRandom } = comparison.headline;
const said = ({ estimate, lower, upper }) =>
  `${points(estimate)} points (${points(lower)} to ${points(upper)})`;
console.log(`At 30 %, over Flash alone: ${said(gain)}; over random: ${said(overRandom)}.`);

// The first interval lies above 0: asking Pro helps, which is no surprise. The second says whether
// *choosing* helps. An interval that holds 0 would mean that more rows are needed.

// ## See it
//
// `writeReport` writes the report, the figures and `results.json` into a folder.
const [folder] = process.argv.slice(2);
if (folder) await writeReport(folder, comparison, { title: 'Which questions need Pro?' });

// ![Accuracy by the share of questions that go to Pro](images/walkthrough.png)

// ## Fit a policy, and turn its dial
//
// A policy is a scorer with a threshold. Another rate only moves the threshold; nothing is retrained.
const { fit: rest, test } = splitTable(table, { testShare: 0.4 });
const { fit: past, test: unseen } = splitTable(rest, { testShare: 0.4 });
const { policy } = await fit(past, { method: 'linear', setting: { rate: 0.3 } });
for (const rate of [0.1, 0.3, 0.5]) {
  const { outcome } = evaluate(tune(policy, { rate }).policy, test);
  const { mean } = outcome.costs.answers;
  console.log(
    `asks ${percent(outcome.rate)}: ${percent(outcome.value)} right for ${mean.toFixed(3)}`,
  );
}

// ## Promise a budget
//
// Rows that the fit has not seen can certify a promise: with 95 % confidence a question costs at most
// 0.25 thousandths of a dollar on average. That needs prices, but no right answers.
const certified = certify(policy, unseen, { budget: 0.25 });
console.log(`can be promised: ${certified.feasible}`);
const { outcome } = evaluate(certified.policy, test);
console.log(`on new rows: ${outcome.costs.answers.mean.toFixed(3)} a question`);

// ## Decide
//
// In production a question is a row with the same column names, and a decision takes microseconds.
const { decide } = createRowDecider(certified.policy);
const short = { question_words: 9, options: 10, options_with_digits: 0, latex: 0 };
const long = { question_words: 95, options: 10, options_with_digits: 1, latex: 12 };
console.log('a short one:', decide({ ...short, answer_length: 80, answer_hedges: 0 }).route);
console.log('a long one:', decide({ ...long, answer_length: 1900, answer_hedges: 9 }).route);
