export { interleave } from './interleave';
export { areProbabilities } from './probabilities';
export { allPresent, countPresent, unpackRuns } from './runs';
export { unpackSnappy } from './snappy';
export { lookUp, spread, toDoubles, toFloats } from './values';
