import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTable } from '@cede/data/node';
import { count, percent, points, signed } from '@cede/report/words';
import { CALIBRATION_SHARE, claimedGain, type Headline, PAPER_RATES } from '@cede/study';
import { splitSides } from '@cede/study/node';
import { askOf, type CompareFlags } from '../compare/flags.js';
import { runCompare } from '../compare/run-compare.js';
import type { OutputFlags } from '../options/output.js';
import { say } from '../terminal/print.js';

export interface DemoFlags extends OutputFlags {
  out: string;
  seed: number;
  seeds: number;
  epochs?: number;
  jobs?: number;
}

const TABLE = fileURLToPath(new URL('../../data/moderation.csv.gz', import.meta.url));
const ROLES = { model: 'p_*', expert: ['the moderator=human'] };

/**
 * What a newcomer sees first. The moderator is one of the voters behind the label, so the honest
 * truth is the majority of the *other* votes; the demo also shows what the trap would have claimed.
 */
export async function runDemo(flags: DemoFlags): Promise<void> {
  const tell = (text: string) => flags.quiet || flags.json || say(text);
  const honest = await loadTable(TABLE, {
    ...ROLES,
    labelVotes: 'votes_*',
    leaveExpertOut: true,
    features: [],
    seed: flags.seed,
  });
  tell(
    `A text model flags social-media posts; a human moderator could be asked instead.\n${count(honest.table.rows)} posts, half to learn from, half to test on. When should the model hand over?\n`,
  );
  const sides = splitSides(honest, 0.5, flags.seed);
  const compareFlags: CompareFlags = {
    overwrite: true, // another seed is another split of the same table
    ...flags,
    rates: PAPER_RATES,
    calibrationShare: CALIBRATION_SHARE,
  };
  let trap = '';
  await runCompare({
    ...sides,
    between: [],
    ask: askOf(compareFlags),
    flags: compareFlags,
    title: 'Moderating posts: a text model and a human',
    command: 'cede demo',
    remarks: async ({ headline }) => {
      trap = trapSentence(headline, await naiveGainOf(flags, headline.rate));
      return [OTHER_VOTERS, trap];
    },
  });
  tell(['', trap, `A policy to deploy: ${join(flags.out, 'policy.json')}`].join('\n'));
}

const OTHER_VOTERS =
  "Right means: as the majority of the other voters says. Several people voted on every post, and the moderator is one of them; a vote can't be judged by itself.";

/** What the published label would have claimed, at a rate that the fitting half chose. */
async function naiveGainOf(flags: DemoFlags, rate: number): Promise<number> {
  const naive = await loadTable(TABLE, {
    ...ROLES,
    label: 'label',
    features: [],
    seed: flags.seed,
  });
  return claimedGain(naive.table, rate, {
    seed: flags.seed,
    ...(flags.epochs !== undefined && { epochs: flags.epochs }),
  });
}

function trapSentence({ rate, gain, expert, model }: Headline, trap: number): string {
  return `Mind the trap: the moderator's own vote is part of the published label. Against that label, handing over ${percent(rate, 0)} would seem to gain ${signed(trap, 1)} points; against the other voters it is ${points(gain.estimate)}, and handing over everything changes accuracy by ${points(expert - model)}. cede check warns of it.`;
}
