import { setFlagsFromString } from 'node:v8';
import { InputError } from '@cede/core';
import fused from './fused.wasm.js';
import type { Kernels } from './kernels.js';
import plain from './plain.wasm.js';

/**
 * The WebAssembly kernels, in two builds: plain SIMD, and relaxed SIMD whose fused multiply-add is
 * worth a quarter of the speed but rounds once instead of twice. Which one is used changes the
 * bytes of a trained network, so it is part of a training spec and never chosen silently.
 */
const modules = new Map<boolean, WebAssembly.Module>();

export function loadKernels(memory: WebAssembly.Memory, fma: boolean): Kernels {
  if (fma && !supportsFma()) {
    throw new InputError(
      'this engine has no fused multiply-add (relaxed SIMD) and the training spec asks for it: ' +
        'run it elsewhere, or set fma to false, which gives other bytes.',
    );
  }
  return instantiate(memory, fma);
}

let known: boolean | undefined;

/** Whether relaxed SIMD compiles here and really fuses (without FMA hardware it may round twice). */
export function supportsFma(): boolean {
  known ??= probe();
  return known;
}

function probe(): boolean {
  try {
    const kernels = instantiate(
      new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true }),
      true,
    );
    const a = 1 + 2 ** -23;
    return kernels.multiplyAddOnce(a, a, -(1 + 2 ** -22)) === 2 ** -46;
  } catch {
    return false;
  }
}

function instantiate(memory: WebAssembly.Memory, fma: boolean): Kernels {
  let module = modules.get(fma);
  if (!module) {
    // Node 20 keeps relaxed SIMD behind a flag that counts until the module is compiled.
    if (fma) setFlagsFromString('--experimental-wasm-relaxed-simd');
    module = new WebAssembly.Module(Buffer.from(fma ? fused : plain, 'base64'));
    modules.set(fma, module);
  }
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
}
