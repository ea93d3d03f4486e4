import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kernelBuild, supportsFma } from '@cede/nn';
import { writeOutput } from '@cede/run/node';

/**
 * Networks are named by the build of the kernels that trained them, so that a folder's older ones
 * are not found again. A sentence where that happens, because training anew can take hours.
 */
export async function otherKernels(dir: string): Promise<string | null> {
  const file = join(dir, 'kernels.txt');
  const here = kernelBuild(supportsFma());
  const before = await readFile(file, 'utf8').catch(() => undefined);
  const filled = async (part: string) =>
    existsSync(join(dir, part)) && (await readdir(join(dir, part))).length > 0;
  const trained = (await filled('checkpoints')) || (await filled('networks'));
  await writeOutput(file, `${here}\n`);
  if (before === `${here}\n` || (before === undefined && !trained)) return null;
  return `${dir}: its networks were trained by another build of cede's kernels, which adds in another order; they are trained anew. To keep them, go on with the version of cede that trained them, or only draw them again: cede lab figures ${dir}`;
}
