// What the TypeScript side calls; each function has a plain twin in src/kernel/reference.ts.
export {
  addWeightGradient,
  convolve,
  finishWeightGradient,
  prepareTurnedWeights,
  prepareWeights,
} from './convolution';
export { multiplyAddMany, multiplyAddOnce } from './fused';
export { activate, activateSum, gate, moments, normaliseGradient } from './normalisation';
export {
  addPatchesWeightGradient,
  convolvePatches,
  patchesInputGradient,
  transposeWeights,
} from './patches';
export { average, spread } from './pooling';
export { descend } from './update';
