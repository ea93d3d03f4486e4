export { inspect } from './inspect';
export { interleave } from './interleave';
export { allPresent, countPresent, unpackRuns } from './runs';
export { unpackSnappy } from './snappy';
export { isAscii, textEnds } from './text';
export { fitFloats, lookUp, spread, toDoubles, toFloats } from './values';
