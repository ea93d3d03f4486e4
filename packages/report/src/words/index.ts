// The public surface of @cede/report/words: numbers and documents of studies as plain text.
// Apart from the figures, so that a command that only prints loads nothing else.
export * from './groups.js';
export * from './numbers.js';
export * from './policy-cost.js';
export * from './propensities.js';
export * from './rejection.js';
export * from './setting.js';
export * from './threshold.js';
