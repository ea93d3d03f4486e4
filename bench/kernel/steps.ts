// The scorer kernel's steps, exported one by one for bench/scorer-steps.js.
export { adam, zeroTiny } from '../../packages/core/kernel/adam';
export { backward, lossSlopes, transpose } from '../../packages/core/kernel/backward';
export { forward, gather } from '../../packages/core/kernel/forward';

export function heapBase(): usize {
  return __heap_base;
}
