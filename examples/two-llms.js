// A small and a large language model on the same questions: no classes, only right or wrong and
// what is known before the large one is asked.   node examples/two-llms.js
import { createDecider, fitPolicy, settingAt, stream, tableFromArrays } from '@cede/core';

const random = stream(2, 'llms');
const questions = Array.from({ length: 3000 }, () => {
  const hardness = random.uniform();
  const logConfidence = -2 * hardness + 0.3 * random.normal();
  return {
    logConfidence,
    words: 10 + 40 * random.uniform(),
    small: +(random.uniform() > hardness * 0.9),
    large: +(random.uniform() > hardness * 0.4),
  };
});
const table = tableFromArrays({
  modelCorrect: questions.map(({ small }) => small),
  expertCorrect: questions.map(({ large }) => large),
  expertName: 'large model',
  columns: {
    log_confidence: questions.map(({ logConfidence }) => logConfidence),
    words: questions.map(({ words }) => words),
  },
});

// A call of the large model costs as much as a fifth of a wrong answer.
const policy = fitPolicy(table, { cost: 0.2 });
const { rate, value } = settingAt(policy.calibration, policy.threshold.values[0]);
console.log(
  `asks the large model in ${(100 * rate).toFixed(0)} % of cases: ${(100 * value).toFixed(1)} % right`,
);
const decider = createDecider(policy);
console.log('sure:', decider.decide([], [-0.1, 12]).route);
console.log('unsure:', decider.decide([], [-2.2, 45]).route);
