import { scorerKernelBuild, sha256 } from '@cede/core';
import { kernelBuild, supportsFma } from '@cede/nn';

/**
 * What must be the same on two machines for their cells to have the same bytes: the version, the
 * kernels of networks and scorers, and whether networks use fused multiply-add.
 */
export function buildOf(version: string): { readonly name: string; readonly description: string } {
  const fma = supportsFma();
  const kernels = `${kernelBuild(fma).slice(0, 8)}-${scorerKernelBuild().slice(0, 8)}`;
  const description = `cede ${version} with kernels ${kernels}${fma ? '' : ', without fused multiply-add'}`;
  return { name: sha256(description).slice(0, 16), description };
}
