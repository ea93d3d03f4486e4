import { join } from 'node:path';
import { REJECT } from '@cede/core';
import { type CompareInput, type Comparison, compare } from '../compare/compare.js';
import type { CompareFlags } from '../compare/flags.js';
import type { Results } from '../compare/results.js';
import { mayReject, nobodyAsExpert, rejectingFlags } from '../reject/tables.js';
import type { CheckedTable } from '../tables.js';
import { withPropensities } from './propensities.js';

interface Sides {
  readonly fit: CheckedTable;
  readonly test: CheckedTable;
}

/** Tables as comparisons need them: nobody where there is no expert, propensities where some are missing. */
export async function prepareSides(
  sides: Sides,
  flags: CompareFlags,
): Promise<Sides & { flags: CompareFlags; notes: string[] }> {
  const fit = mayReject(flags) ? nobodyAsExpert(sides.fit) : sides.fit;
  const test = mayReject(flags) ? nobodyAsExpert(sides.test) : sides.test;
  const asking = [fit, test].map((side) => withPropensities(side.table, side.name));
  return {
    fit: { ...fit, table: asking[0].table },
    test: { ...test, table: asking[1].table },
    flags: fit.table.experts[0]?.name === REJECT ? rejectingFlags(flags) : flags,
    notes: asking.flatMap(({ warnings }) => warnings),
  };
}

/**
 * The first expert's comparison in the folder itself, each further one's in a folder of its own
 * below `experts`, and all of them side by side in the first one's results.
 */
export async function compareExperts(input: CompareInput): Promise<Comparison> {
  const { experts } = input.fit.table;
  const others: Record<string, Results> = {};
  for (let expert = 1; expert < experts.length; expert++) {
    const { name } = experts[expert];
    const out = join(input.flags.out, 'experts', name.replace(/[^\w.-]+/g, '_'));
    const { results } = await compare({
      ...input,
      expert,
      title: `${input.title} (${name})`,
      flags: { ...input.flags, out, json: false, quiet: true },
    });
    others[name] = results;
  }
  return compare({ ...input, others });
}
