import { sha256 } from '@cede/core';
import fused from './fused.wasm.js';
import plain from './plain.wasm.js';

/** Names the build of the kernels: another build adds in another order, and trains other bytes. */
export const kernelBuild = (fma: boolean): string => sha256(fma ? fused : plain).slice(0, 16);
