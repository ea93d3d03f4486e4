import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TableOptions } from '@cede/data';
import { loadTable } from '@cede/data/node';
import {
  DEMO_STORIES,
  DIGITS_OPENING,
  DIGITS_REMARKS,
  moderationOpening,
  OTHER_VOTERS,
  TWO_LLMS_REMARKS,
  trapSentence,
  twoLlmsOpening,
} from '@cede/report/words';
import { CALIBRATION_SHARE, claimedGain, PAPER_RATES } from '@cede/study';
import { splitSides } from '@cede/study/node';
import { askOf, type CompareFlags } from '../compare/flags.js';
import type { CompareInput, ToldBeside } from '../compare/input.js';
import { runCompare } from '../compare/run-compare.js';
import type { OutputFlags } from '../options/output.js';
import { say } from '../terminal/print.js';

export interface DemoFlags extends OutputFlags {
  out: string;
  seed: number;
  seeds?: number;
  epochs?: number;
  method?: string;
  jobs?: number;
}

export type StoryName = keyof typeof DEMO_STORIES;

/** What a newcomer sees first: an embedded table, from its rows to a finding and a policy. */
export const DEMOS: Readonly<Record<StoryName, (flags: DemoFlags) => Promise<void>>> = {
  'two-llms': runTwoLlms,
  moderation: runModeration,
  digits: runDigits,
};

export const embedded = (name: string) =>
  fileURLToPath(new URL(`../../data/${name}`, import.meta.url));
const tell = ({ quiet, json }: DemoFlags, text: string) => quiet || json || say(text);

export const TWO_LLMS = {
  model: 'flash_correct',
  modelCost: 'flash_cost',
  expert: ['Pro=pro_correct'],
  expertCost: ['pro_cost'],
  group: 'subject',
};

/** Rate and method are chosen on the fitting half alone, as in every comparison. */
async function runTwoLlms(flags: DemoFlags): Promise<void> {
  const table = await loadTable(embedded('two-llms.csv.gz'), { ...TWO_LLMS, seed: flags.seed });
  tell(flags, twoLlmsOpening(table.table.rows));
  await tellStory('two-llms', flags, {
    ...splitSides(table, 0.5, flags.seed),
    ...{ modelName: 'Flash', expertName: 'Pro', currency: '$' },
    compare: { seeds: flags.seeds ?? 3, method: flags.method ?? 'auto', group: 'subject' },
    remarks: async () => TWO_LLMS_REMARKS,
  });
}

const MODERATION = { model: 'p_*', expert: ['the moderator=human'], features: [] };

/**
 * The moderator is one of the voters behind the label, so the honest truth is the majority of the
 * *other* votes; the demo also shows what the trap would have claimed.
 */
async function runModeration(flags: DemoFlags): Promise<void> {
  const { seed, epochs } = flags;
  const read = (truth: TableOptions) =>
    loadTable(embedded('moderation.csv.gz'), { ...MODERATION, ...truth, seed });
  const honest = await read({ labelVotes: 'votes_*', leaveExpertOut: true });
  tell(flags, moderationOpening(honest.table.rows));
  await tellStory('moderation', flags, {
    ...splitSides(honest, 0.5, seed),
    compare: { seeds: flags.seeds ?? 11 },
    remarks: async ({ headline, choice }) => {
      const naive = (await read({ label: 'label' })).table;
      const fit = { seed, ...(epochs !== undefined && { epochs }) };
      const method = choice?.method ?? headline.method;
      const trap = trapSentence(headline, claimedGain(naive, headline.rate, method, fit));
      tell(flags, `${trap}\n`);
      return [OTHER_VOTERS, trap];
    },
  });
}

interface Story extends Pick<CompareInput, 'fit' | 'test'>, Omit<ToldBeside, 'title'> {
  readonly compare: Partial<CompareFlags> & { readonly seeds: number };
}

async function tellStory(
  story: StoryName,
  flags: DemoFlags,
  { compare, fit, test, ...told }: Story,
): Promise<void> {
  const compareFlags: CompareFlags = {
    overwrite: true, // another seed is another split of the same table
    ...flags,
    ...compare,
    rates: PAPER_RATES,
    calibrationShare: CALIBRATION_SHARE,
  };
  await runCompare({
    ...{ fit, test, between: [], ask: askOf(compareFlags), flags: compareFlags },
    told: { title: DEMO_STORIES[story].title, command: `cede demo ${story}`, ...told },
  });
}

/** Four digits of ten are the specialist's, so four cases of ten go to it. */
const DIGITS_RATE = 0.4;

/** The networks are trained here and now, by the lab's smallest preset; then it is a table like any other. */
async function runDigits(flags: DemoFlags): Promise<void> {
  // Loaded by this story alone: the others need no networks.
  const { findPreset, runPreset } = await import('@cede/lab');
  const { labWatched } = await import('../lab/watched.js');
  tell(flags, DIGITS_OPENING);
  const ask = { out: join(flags.out, 'lab'), source: 'digits-specialist' };
  await labWatched(flags, (run) => runPreset(findPreset(ask.source), ask, run));
  const side = (name: string) => loadTable(join(ask.out, 'tables', `1-${name}.npz`), {});
  await tellStory('digits', flags, {
    ...{ fit: await side('fit'), test: await side('test') },
    expertName: 'the specialist',
    compare: { seeds: flags.seeds ?? 3, method: flags.method ?? 'auto', rate: DIGITS_RATE },
    remarks: async () => DIGITS_REMARKS,
  });
}
