import { InputError, optionText } from '@cede/core';
import { COLUMN_ROLES, columnRoles, type SingleRole } from './column-roles.js';
import { ColumnSearch } from './column-search.js';
import { constantOf } from './constant.js';
import { findExperts, ownStem } from './expert-roles.js';
import type { TableOptions } from './options.js';
import type { Plan } from './plan.js';
import type { Field } from './read/contract.js';

/** Finds the roles among a file's fields, by the options first and by name otherwise. */
export function findRoles(fields: readonly Field[], options: TableOptions, table: string): Plan {
  const search = new ColumnSearch(fields, table, options.classes);
  const outcome = search.outcome('model', options.model);
  const model = outcome ? undefined : search.matrix('model', options.model);
  const modelLoss = outcome
    ? outcome.losses
    : model
      ? undefined
      : search.named('model_loss', 'float32');
  const modelCorrect = outcome
    ? outcome.correct
    : model || modelLoss !== undefined
      ? undefined
      : search.named('model_correct', 'float32');
  if (!model && modelLoss === undefined && modelCorrect === undefined) {
    const misfit = search.misfit('model');
    if (misfit !== undefined)
      throw new InputError(
        misfit,
        'column-unusable',
        { role: 'model', columns: ['model'] },
        `table ${table}`,
      );
    // A single column of that very name is meant, and can't be all of it.
    if (search.names.includes('model')) search.matrixOf(['model'], 'model', 'model');
    throw new InputError(
      `no model columns found (looked for model_0, model_p0, a list "model", model_loss and model_correct; the table has ${search.listed()}). Name them with ${optionText('model')}, for instance ${optionText('model', 'resnet_p*')}.${alsoMissing(search, options, ['label', 'expert'])}${options.unlabelled ? '' : onlyWhoWasRight()}`,
      'columns-not-found',
      { role: 'model' },
      `table ${table}`,
    );
  }
  const experts = findExperts(search, options, model !== undefined);
  const labelVotes = options.labelVotes && search.matrix('label votes', options.labelVotes);
  if (!model && !options.unlabelled && (options.label ?? options.labelVotes) !== undefined) {
    throw new InputError(
      `no model columns found that hold probabilities, which a label needs (the table has ${search.listed()}). Name them with ${optionText('model')}, or leave the label out.`,
      'columns-not-found',
      { role: 'model' },
      `table ${table}`,
    );
  }
  // Where answers are only right or wrong, a column that happens to be called label says nothing.
  const label = labelVotes || !model ? undefined : search.role('label', options.label);
  if (!options.unlabelled) {
    if (model && label === undefined && !labelVotes) {
      throw new InputError(
        `no column "label" (the table has ${search.listed()}). Name the true class with ${optionText('label')}.${alsoMissing(search, options, ['expert'])}`,
        'columns-not-found',
        { role: 'label' },
        `table ${table}`,
      );
    }
    if (experts.length === 0) {
      throw new InputError(
        `no expert columns found (looked for expert_label, expert_0, expert_p0, a list "expert"${model ? '' : ', expert_loss, expert_correct'}; the table has ${search.listed()}). Name them with ${optionText('expert')}.`,
        'columns-not-found',
        { role: 'expert' },
        `table ${table}`,
      );
    }
  }
  const features = search.features(options.features, options.categories);
  const plan = {
    model,
    modelLoss,
    modelCorrect,
    label,
    labelVotes: labelVotes || undefined,
    experts,
    features,
    ...singleColumns(search, options, table),
  };
  refuseAnswersAsFeatures({ ...plan, wants: search.wants }, table);
  const unused = search.unused();
  const spareVotes = !plan.labelVotes && model ? search.spareVotes(model.width) : undefined;
  return { ...plan, spareVotes, unused, wants: search.wants };
}

type Answers = Pick<
  Plan,
  'wants' | 'label' | 'labelVotes' | 'modelCorrect' | 'modelLoss' | 'experts'
>;

/**
 * A scorer decides before anybody is asked: what is right, and what the expert says, it can't see. As
 * features they would make every figure too good, and every later decision impossible.
 */
function refuseAnswersAsFeatures(
  { features, ...answers }: Answers & Pick<Plan, 'features'>,
  table: string,
): void {
  const { wants, label, labelVotes, modelCorrect, modelLoss, experts } = answers;
  const columns = (found: readonly (number | undefined)[]) =>
    new Set(found.flatMap((want) => (want === undefined ? [] : [wants[want]!.field])));
  const truth = columns([label, modelCorrect, modelLoss, ...(labelVotes?.wants ?? [])]);
  const said = columns(
    experts.flatMap((each) => (each.form === 'matrix' ? each.matrix.wants : [each.want])),
  );
  for (const { name } of features) {
    const what = truth.has(name)
      ? 'tells what is right'
      : said.has(name)
        ? 'is what the expert says'
        : undefined;
    if (what === undefined) continue;
    throw new InputError(
      `the feature column "${name}" ${what}, which nobody knows when a case is decided. Leave it out of ${optionText('features')}.`,
      'column-unusable',
      { role: 'features', columns: [name] },
      `table ${table}`,
    );
  }
}

/** What a table without classes has instead. Options are named as the command line says, so when asked. */
const onlyWhoWasRight = () =>
  ` If the table only says who was right, name two columns of 1 and 0 that end in _correct: ${optionText('model', 'small_correct')} ${optionText('expert', 'large_correct')}.`;

const NEEDED = { label: 'the true class', expert: 'the expert' } as const;

/** What else a person will have to name, so that it takes one try and not three. */
function alsoMissing(
  search: ColumnSearch,
  options: TableOptions,
  roles: readonly (keyof typeof NEEDED)[],
): string {
  if (options.unlabelled) return '';
  const named = { ...options, label: options.label ?? options.labelVotes };
  const lacking = roles.filter(
    (role) => named[role] === undefined && !search.names.some((name) => name.startsWith(role)),
  );
  const told = lacking.map((role) => `${NEEDED[role]} with ${optionText(role)}`);
  return told.length === 0 ? '' : ` Name also ${told.join(', and ')}.`;
}

/** The roles that one column plays; which column is the label hangs on the others. */
function singleColumns(search: ColumnSearch, options: TableOptions, table: string) {
  const names = columnRoles().flatMap(([name, { kind }]) =>
    kind === 'column' && name !== 'label' ? [name as SingleRole] : [],
  );
  const usual = {
    modelCost:
      options.modelCost === undefined ? modelCostOf(search, options.model, table) : undefined,
  };
  const modelPrice = constantOf(search, 'modelCost', options.modelCost);
  const columns = names
    .filter((name) => name !== 'modelCost' || modelPrice === undefined)
    .map((name) => [name, search.role(name, options[name], usual[name as keyof typeof usual])]);
  return { ...Object.fromEntries(columns), ...(modelPrice !== undefined && { modelPrice }) };
}

/** `small_correct` has its price in `small_cost`, as an expert has; both that and `model_cost` can't be. */
function modelCostOf(
  search: ColumnSearch,
  model: TableOptions['model'],
  table: string,
): string | undefined {
  const own = typeof model === 'string' ? ownStem(model) : undefined;
  const column = `${own}_cost`;
  const usual = COLUMN_ROLES.modelCost.usual.name;
  if (own === undefined || column === usual || !search.names.includes(column)) return undefined;
  if (search.names.includes(usual))
    throw new InputError(
      `the model is ${own}, and both ${column} and ${usual} are there: which of them is its price can't be told. Name it with ${optionText('modelCost', column)}.`,
      'column-ambiguous',
      { role: 'modelCost', columns: [column, usual] },
      `table ${table}`,
    );
  return column;
}
