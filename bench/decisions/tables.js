// The tables that decisions are measured on: how each is read, and which half it belongs to
// (halves.md was written before any result). Generated worlds stand in worlds.js; tables made of
// public datasets by bench/peer/made_tables.py are read from CEDE_MADE.
import { join } from 'node:path';
import { outcomesOf, permutation, stream, takeRows } from '@cede/core';
import { readTable } from '@cede/data/node';
import { WORLDS } from './worlds.js';

/** Larger tables are cut to a seeded sample of so many rows: half of them fit, half test. */
export const MOST_ROWS = 10_000;

const classes = (file, model, expert) => ({
  file,
  roles: { model, expert: [expert], label: 'label', features: [] },
});
const cifar10h = (model, expert) => classes('cifar10h/cifar10h.csv', model, expert);
const snli = (model, expert) => classes('snli_bert_roberta/snli.csv', model, expert);
const ladder = (file, model, expert, features, cluster) => ({
  file,
  roles: { model, expert: [expert], features, ...(cluster && { cluster }) },
});
/** The person is one of the voters behind the majority, so the other votes are the truth. */
const voted = (file, model, expert, labelVotes, features, cluster) => ({
  file,
  roles: {
    model,
    expert: [expert],
    labelVotes,
    leaveExpertOut: true,
    features,
    ...(cluster && { cluster }),
  },
});

const code = 'code_ladder/code_ladder.csv.gz';
const llm = 'llm_ladder/llm_ladder.csv.gz';
const chat = 'chat_abuse/chat_abuse.csv.gz';
const CHAT_TEXT = ['f_user_*', 'f_agent_len', 'f_bot_carbon', 'f_has_prev', 'f_lsa*'];
const QUESTION = ['f_q_*', 'f_opt_*', 'f_n_options', 'f_latex', 'f_lsa*'];

/** A cheap model and a dear expert on a public dataset, with all of its columns. */
const made = (name, expert) => ({
  made: `${name}.csv`,
  roles: { model: 'model_p*', expert: [expert], label: 'label', features: 'f_*' },
});

const READ = {
  design: {
    'made adult': made('adult', 'expert_label'),
    'made winequality-red': made('winequality-red', 'expert_p*'),
    'made phoneme': made('phoneme', 'expert_label'),
    'made digits': made('digits', 'expert_p*'),
    'made hypothyroid': made('hypothyroid', 'expert_label'),
    'cifar10h lowacc → human': cifar10h('lowacc_p*', 'human_single'),
    'cifar10h lowacc → densenet190': cifar10h('lowacc_p*', 'densenet190_p*'),
    'cifar10h resnet110 → human': cifar10h('resnet110_p*', 'human_single'),
    'cifar10h resnet110 → densenet190': cifar10h('resnet110_p*', 'densenet190_p*'),
    'code_ladder → haiku2': ladder(code, 'model_correct', 'haiku2_correct', 'f_*'),
    'code_ladder → opus': ladder(code, 'model_correct', 'opus_correct', 'f_*'),
    llm_mmlu: { file: 'llm_mmlu/llm_mmlu.csv', roles: { features: 'f_*' } },
  },
  judge: {
    'chat_abuse model → annotator1': voted(
      chat,
      'model_p*',
      'annotator1_label',
      'votes_*',
      CHAT_TEXT,
      'x_conv',
    ),
    'chat_abuse weak → annotator1': voted(
      chat,
      'weak_p*',
      'annotator1_label',
      'votes_*',
      CHAT_TEXT,
      'x_conv',
    ),
    'hatespeech → human': voted(
      'hatespeech_human/hatespeech.csv',
      'base_p*',
      'human_single',
      'human_count*',
      [],
    ),
    'llm_ladder → mathstral7b': ladder(
      llm,
      'model_correct',
      'mathstral7b_correct',
      'f_*',
      'x_text',
    ),
    'llm_ladder flash → pro': ladder(
      llm,
      'flash_correct',
      'pro_correct',
      [...QUESTION, 'after_flash_out_len', 'after_flash_extracted', 'after_flash_hedges'],
      'x_text',
    ),
    'snli bert0 → roberta0': snli('bert0_p*', 'roberta0_p*'),
    'snli bert1 → roberta2': snli('bert1_p*', 'roberta2_p*'),
  },
};

/** Of the third group nothing was looked at before the design was fixed. */
const BLIND = {
  'made mammography': made('mammography', 'expert_p*'),
  'made winequality-white': made('winequality-white', 'expert_label'),
  'made abalone': made('abalone', 'expert_p*'),
  'made german': made('german', 'expert_label'),
  'made segment': made('segment', 'expert_p*'),
  'made pollution': made('pollution', 'expert_label'),
  'made reviews': made('reviews', 'expert_p*'),
  'made breast-cancer': made('breast-cancer', 'expert_label'),
};

const ALL = { ...READ.design, ...READ.judge, ...BLIND };
const isThere = (name) => (ALL[name].made ? process.env.CEDE_MADE : process.env.CEDE_DATA);

/** Every table whose folder is named: its name and its half. */
export const TABLES = [
  ...Object.keys(READ.design).map((name) => ({ name, half: 'design', made: !!ALL[name].made })),
  ...Object.keys(WORLDS).map((name) => ({ name, half: 'design', world: true })),
  ...Object.keys(READ.judge).map((name) => ({ name, half: 'judge' })),
  ...Object.keys(BLIND).map((name) => ({ name, half: 'blind', made: true })),
].filter(({ name, world }) => world || isThere(name));

const tables = new Map();

/** A table by its name; rows that the expert did not answer are left out. */
export function tableNamed(name) {
  if (!tables.has(name)) tables.set(name, load(name));
  return tables.get(name);
}

async function load(name) {
  if (WORLDS[name]) return WORLDS[name]();
  const { file, made: own, roles } = ALL[name];
  const path = own ? join(process.env.CEDE_MADE, own) : join(process.env.CEDE_DATA, 'tables', file);
  const table = await readTable(path, { ...roles, seed: 0 });
  const { expert } = outcomesOf(table, 0);
  const answered = Uint32Array.from(expert.keys()).filter((i) => !Number.isNaN(expert[i]));
  const kept =
    answered.length <= MOST_ROWS
      ? answered
      : permutation(answered.length, stream(0, 'decisions sample'))
          .slice(0, MOST_ROWS)
          .sort()
          .map((k) => answered[k]);
  return kept.length === table.rows ? table : takeRows(table, kept);
}
