import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kernelBuild, supportsFma } from '@cede/nn';
import { writeOutput } from '@cede/run/node';

const kernelFile = (dir: string) => join(dir, 'kernels.txt');

const readKernels = (dir: string) => readFile(kernelFile(dir), 'utf8').catch(() => undefined);

/**
 * Networks are named by the build of the kernels that trained them, so that a folder's older ones
 * are not found again. A sentence where that happens, because training anew can take hours.
 */
export async function otherKernels(dir: string): Promise<string | null> {
  const here = kernelBuild(supportsFma());
  const before = await readKernels(dir);
  const filled = async (part: string) =>
    existsSync(join(dir, part)) && (await readdir(join(dir, part))).length > 0;
  const trained = (await filled('checkpoints')) || (await filled('networks'));
  await writeOutput(kernelFile(dir), `${here}\n`);
  if (before === `${here}\n` || (before === undefined && !trained)) return null;
  return `${dir}: its networks were trained by another build of cede's kernels, which adds in another order; they are trained anew. To keep them, go on with the version of cede that trained them, or only draw them again: cede lab figures ${dir}`;
}

/**
 * The merged folder keeps its parts' build. Parts of several builds are good pairs too, but their
 * bytes are not those of one run: then a sentence says so.
 */
export async function mergeKernels(parts: readonly string[], out: string): Promise<string | null> {
  const builds = await Promise.all(parts.map(readKernels));
  const [build] = builds;
  if (build !== undefined) await writeOutput(kernelFile(out), build);
  if (builds.every((each) => each === build)) return null;
  return `${parts.join(', ')}: their networks were trained by several builds of cede's kernels, so the merged bytes are not those of one run.`;
}
