// The public surface of @cede/report/words: numbers and documents of studies as plain text.
// Apart from the figures, so that a command that only prints loads nothing else.
export * from './bounds.js';
export * from './calibrated-answers.js';
export * from './certificates-seen.js';
export * from './certification.js';
export * from './check.js';
export * from './comparison-facts.js';
export * from './cost-sentence.js';
export * from './demo.js';
export * from './evaluation.js';
export * from './experts.js';
export * from './fitting.js';
export * from './groups.js';
export { handingWords, wordsOf } from './handing/registry.js';
export * from './infeasible.js';
export * from './loss-name.js';
export * from './names.js';
export * from './notes.js';
export * from './numbers.js';
export * from './plain-verdict.js';
export * from './policy-cost.js';
export * from './promises.js';
export * from './propensities.js';
export * from './realised-costs.js';
export * from './rejection.js';
export * from './threshold.js';
export * from './tuning.js';
export * from './verdict.js';
