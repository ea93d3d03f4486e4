/**
 * The same documents as sentences. Apart from the figures, so that a command that only prints loads
 * nothing else.
 *
 * @module
 */

export * from '../options/index.js';
export { pixelsOf } from '../paper-width.js';
export * from './bounds.js';
export * from './calibrated-answers.js';
export * from './certificates-seen.js';
export * from './certification.js';
export * from './check.js';
export * from './command-line.js';
export * from './comparison-facts.js';
export * from './completion/commands.js';
export * from './completion/script.js';
export * from './cost-sentence.js';
export * from './deciding.js';
export * from './demo.js';
export * from './evaluation.js';
export * from './experts.js';
export * from './exporting.js';
export * from './fitting.js';
export * from './groups.js';
export { handingWords, wordsOf } from './handing/registry.js';
export * from './idle-training.js';
export * from './infeasible.js';
export * from './lab.js';
export * from './loss-name.js';
export * from './names.js';
export * from './notes.js';
export * from './numbers.js';
export * from './plain-verdict.js';
export * from './policy-cost.js';
export * from './prediction.js';
export * from './promise-refusal.js';
export * from './promises.js';
export * from './propensities.js';
export * from './realised-costs.js';
export * from './rejection.js';
export * from './report-names.js';
export * from './sample-loss.js';
export * from './scored-parts.js';
export * from './threshold.js';
export * from './tuning.js';
export * from './verdict.js';
