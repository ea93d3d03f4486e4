import { join } from 'node:path';
import { removeStaleFolders } from '@cede/run/node';
import type { Comparison } from '@cede/study';
import { sayTo } from '../options/queue.js';
import type { CompareInput } from './input.js';
import { holdsResults } from './outputs.js';
import { compareOnly, runCompare } from './run-compare.js';

/**
 * The first expert's comparison in the folder itself, each further one's in a folder of its own
 * below `experts`, and all of them side by side in the first one's results.
 */
export async function compareExperts(input: CompareInput): Promise<Comparison> {
  const { experts } = input.fit.table;
  const { out: folder } = input.flags;
  const folders = experts.slice(1).map(({ name }) => folderOf(name));
  const others: NonNullable<CompareInput['others']> = [];
  // The first one's headline names the rate at which all of them stand side by side.
  const first = experts.length > 1 ? await compareOnly(input) : undefined;
  for (let expert = 1; expert < experts.length; expert++) {
    const { name } = experts[expert];
    const out = join(folder, 'experts', folderOf(name));
    const comparison = await runCompare({
      ...input,
      ask: {
        ...input.ask,
        expert,
        measures: { ...input.ask.measures, sideBySideAt: first!.headline.rate },
      },
      told: { ...input.told, title: `${input.told.title} (${name})` },
      flags: { ...input.flags, out, json: false, quiet: true },
    });
    others.push({ comparison, report: `experts/${folderOf(name)}/report.html` });
  }
  const comparison = await runCompare({ ...input, others, found: first });
  // Not before: until then the results in the folder are those of the earlier run, and name them.
  const removed = await removeStaleFolders(join(folder, 'experts'), folders, holdsResults);
  const gone = removed.map((name) => `experts/${name}`).join(', ');
  const why = "as an earlier run compared them and this one doesn't";
  if (gone !== '') sayTo(input.flags)(`Removed from ${folder}, ${why}: ${gone}.`);
  return comparison;
}

const folderOf = (expert: string) => expert.replace(/[^\w.-]+/g, '_');
