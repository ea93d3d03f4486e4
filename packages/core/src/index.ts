export { InputError, insist } from './error.js';
export { exp, expm1 } from './math/exp.js';
export { log, log1p } from './math/log.js';
export { pow } from './math/pow.js';
export { sigmoid, softplus } from './math/softplus.js';
export { permutation, shuffle } from './random/permutation.js';
export { type Stream, stream } from './random/stream.js';
export type { Categories, Column, Expert, ExpertAnswers, Table } from './table/table.js';
