import { sha256 } from '../encoding/sha256.js';
import wasm from './scorer.wasm.js';

/** Names the build of the scorers' kernel: another one may add in another order, and give other bytes. */
export const scorerKernelBuild = (): string => sha256(wasm).slice(0, 16);
