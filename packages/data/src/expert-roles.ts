import { InputError, optionText } from '@cede/core';
import { alternatives, commonBeginning } from './column-patterns.js';
import { COLUMN_ROLES } from './column-roles.js';
import { type ColumnSearch, listOf } from './column-search.js';
import { constantOf } from './constant.js';
import type { TableOptions } from './options.js';
import type { ExpertPlan } from './plan.js';

/** The experts of a table: those asked for, or those found by their usual names. */
export function findExperts(
  search: ColumnSearch,
  options: TableOptions,
  classes: boolean,
): ExpertPlan[] {
  const named = listOf(options.expert);
  const costs = listOf(options.expertCost);
  const propensities = listOf(options.propensity);
  const forms =
    named.length > 0 ? named.map((text) => asked(search, text, classes)) : byName(search, classes);
  insistOnPlaces('expert-cost', costs, forms, search);
  insistOnPlaces('propensity', propensities, forms, search);
  return forms.map((form, position) => {
    const [costAsked, chanceAsked] = [costs[position], propensities[position]];
    const cost = constantOf(search, 'expertCost', costAsked);
    const propensity = constantOf(search, 'propensity', chanceAsked);
    return {
      ...form,
      constants: { cost, propensity },
      ...(cost === undefined && {
        cost: search.role('expertCost', costAsked, ownColumn(search, form, '_cost')),
      }),
      ...(propensity === undefined && {
        propensity: search.role(
          'propensity',
          chanceAsked,
          chanceAsked ?? propensityOf(search, form, position),
        ),
      }),
    };
  });
}

/** The column of an expert's own: by the beginning of its columns, else by its name, else the usual one. */
function ownColumn(search: ColumnSearch, { prefix, name }: Found, ending: string): string {
  const own = [prefix, name].map((stem) => `${stem}${ending}`);
  const usual = `${prefix ?? 'expert'}${ending}`;
  return own.find((column) => search.names.includes(column)) ?? usual;
}

/** `human_propensity`, or for the first expert `propensity`; which of the two counts can't be guessed. */
function propensityOf(search: ColumnSearch, form: Found, position: number): string {
  const own = ownColumn(search, form, '_propensity');
  const { name: shared } = COLUMN_ROLES.propensity.usual;
  if (position > 0 || !search.names.includes(shared)) return own;
  if (!search.names.includes(own)) return shared;
  throw new InputError(
    `columns "${shared}" and "${own}" both look like the probability that ${form.name} was asked. Name the right one with ${optionText('propensity')}.`,
    'column-ambiguous',
    { role: 'propensity', asked: shared, found: [shared, own] },
    `table ${search.table}`,
  );
}

/** One column for each expert, in their order: what is left over would be ignored. */
function insistOnPlaces(
  role: string,
  columns: readonly string[],
  forms: readonly Found[],
  search: ColumnSearch,
): void {
  if (columns.length <= forms.length) return;
  const who = forms.map(({ name }) => name).join(', ') || 'none';
  throw new InputError(
    `${columns.length} columns for ${optionText(role === 'expert-cost' ? 'expertCost' : role)} (${columns.join(', ')}), but ${forms.length} ${forms.length === 1 ? 'expert' : 'experts'} (${who}). Give one for each expert, in their order.`,
    'column-unusable',
    { role: role === 'expert-cost' ? 'expertCost' : role, columns },
    `table ${search.table}`,
  );
}

type Found = ExpertPlan & { readonly prefix?: string };

/**
 * `name=columns` or `columns`; one scalar column is a label, several are one number a class. A name
 * that is no column stands for the columns that begin with it: `human_label`, `human_correct` …
 */
function asked(search: ColumnSearch, text: string, classes: boolean): Found {
  const cut = text.indexOf('=');
  const glob = cut < 0 ? text : text.slice(cut + 1);
  const name = cut < 0 ? expertName(glob) : text.slice(0, cut);
  if (/^[\w.-]+$/.test(glob) && !search.names.includes(glob)) {
    // A table with classes may still tell of an expert only whether it was right.
    const found = formAt(search, glob, classes) ?? formAt(search, glob, false);
    if (found) return { ...found, name: cut < 0 ? glob : name, prefix: glob };
  }
  const stem = ownStem(glob);
  const prefix = ['_cost', '_propensity'].some((end) => search.names.includes(`${stem}${end}`))
    ? stem
    : undefined;
  const names = search.allMatching('expert', glob);
  const [only] = names;
  if (only !== undefined && names.length === 1 && search.width(only) === 1) {
    const outcome = search.outcome('expert', only);
    if (outcome?.losses !== undefined)
      return { name, prefix, form: 'losses', want: outcome.losses };
    if (outcome?.correct !== undefined)
      return { name, prefix, form: 'correct', want: outcome.correct };
    return { name, prefix, form: 'label', want: search.want(only, 'label', 'expert') };
  }
  return { name, prefix, form: 'matrix', matrix: search.matrixOf(names, glob, 'expert') };
}

/** Whose a column is: `opus_correct` is of `opus`, and so are `opus_cost` and `opus_propensity`. */
export const ownStem = (glob: string): string | undefined =>
  /^(.+)(?:[_ .-](?:correct|right|loss)|_(?:label|p\*|p_\*|votes_\*))$/i.exec(glob)?.[1];

/** `expert…`, or `expert1…`, `expert2…` where there are several. */
function byName(search: ColumnSearch, classes: boolean): Found[] {
  const found: Found[] = [];
  for (let number = 0; number <= 99; number++) {
    const prefix = number === 0 ? 'expert' : `expert${number}`;
    const form = formAt(search, prefix, classes);
    if (form) found.push({ ...form, name: prefix, prefix });
    else if (number > 0) break;
  }
  return found;
}

function formAt(search: ColumnSearch, prefix: string, classes: boolean): Found | undefined {
  if (!classes) {
    const losses = search.named(`${prefix}_loss`, 'float32');
    if (losses !== undefined) return { name: prefix, form: 'losses', want: losses };
    const correct = search.named(`${prefix}_correct`, 'float32');
    return correct === undefined ? undefined : { name: prefix, form: 'correct', want: correct };
  }
  const matrix = search.usualMatrix(prefix);
  if (matrix) return { name: prefix, form: 'matrix', matrix };
  const votes = search.names.filter((name) => name.startsWith(`${prefix}_votes_`));
  if (votes.length > 1) {
    const glob = `${prefix}_votes_*`;
    return {
      name: prefix,
      form: 'matrix',
      matrix: search.matrixOf(votes, glob, 'expert'),
      votes: true,
    };
  }
  for (const usual of [`${prefix}_label`, prefix]) {
    if (search.width(usual) !== undefined) {
      return { name: prefix, form: 'label', want: search.single(usual, 'label', 'expert') };
    }
  }
  return undefined;
}

/** `densenet190_p*` is called densenet190, and `RF: *` RF. */
function expertName(glob: string): string {
  return (
    commonBeginning(alternatives(glob))
      .replace(/[*?]/g, '')
      .replace(/(_p)?[_.:([\s-]*$/, '') || 'expert'
  );
}
