import { InputError } from '@cede/core';

/** The version that is tested; the CPU binary is inside the package, so no install script is needed. */
export const RUNTIME = 'onnxruntime-node@1.30.0';

/**
 * onnxruntime, loaded when a model is first opened. It is an optional peer: it takes 288 MB, three
 * times all the rest, and only frozen ONNX models need it.
 */
export async function loadRuntime(
  load: () => Promise<typeof import('onnxruntime-node')> = () => import('onnxruntime-node'),
): Promise<typeof import('onnxruntime-node')> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const missing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    throw new InputError(
      missing
        ? `Running an ONNX model needs onnxruntime, which is not installed: run npm install --ignore-scripts ${RUNTIME} where cede is installed.`
        : `onnxruntime is installed but can't be loaded (${message.split('\n')[0]}). Install it again: npm install --ignore-scripts ${RUNTIME}`,
    );
  }
}
