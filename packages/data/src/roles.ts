import { closest, InputError } from '@cede/core';
import { lacking } from './assemble/classes.js';
import { capturedNames, globPattern, isGlob } from './glob.js';
import type { TableOptions } from './options.js';
import type { ExpertPlan, Matrix, Plan } from './plan.js';
import type { Field, Want } from './read/contract.js';

/** What to do with words where a feature should be. */
export const WORDS_HINT = 'For words, give columns of 0 and 1 instead, one for each word.';

/** Finds the roles among a file's fields, by the options first and by name otherwise. */
export function findRoles(fields: readonly Field[], options: TableOptions, table: string): Plan {
  const search = new Search(fields, table, options.classes);
  const model = search.matrix('model', options.model);
  const modelLoss = model ? undefined : search.named('model_loss', 'float32');
  const modelCorrect =
    model || modelLoss !== undefined ? undefined : search.named('model_correct', 'float32');
  if (!model && modelLoss === undefined && modelCorrect === undefined) {
    throw new InputError(
      `table ${table}: no model columns found (looked for model_0, model_p0, a list "model", model_loss and model_correct; the table has ${search.listed()}). Name them with --model, for instance --model 'resnet_p*'.`,
    );
  }
  const experts = findExperts(search, options, model !== undefined);
  const labelVotes = options.labelVotes && search.matrix('label votes', options.labelVotes);
  if (!model && !options.unlabelled && (options.label ?? options.labelVotes) !== undefined) {
    throw new InputError(
      `table ${table}: no model columns found that hold probabilities, which a label needs (the table has ${search.listed()}). Name them with --model, or leave the label out.`,
    );
  }
  // Where answers are only right or wrong, a column that happens to be called label says nothing.
  const label =
    labelVotes || !model ? undefined : search.column('label', options.label, 'label', 'label');
  if (!options.unlabelled) {
    if (model && label === undefined && !labelVotes) {
      throw new InputError(
        `table ${table}: no column "label" (the table has ${search.listed()}). Name the true class with --label.`,
      );
    }
    if (experts.length === 0) {
      throw new InputError(
        `table ${table}: no expert columns found (looked for expert_label, expert_0, expert_p0, a list "expert"${model ? '' : ', expert_loss, expert_correct'}; the table has ${search.listed()}). Name them with --expert.`,
      );
    }
  }
  const features = search.features(options.features);
  const plan = {
    model,
    modelLoss,
    modelCorrect,
    label,
    labelVotes: labelVotes || undefined,
    experts,
    features,
    id: search.column('id', options.id, 'id', 'text'),
    group: search.column('group', options.group, 'group', 'text'),
    cluster: search.column('cluster', options.cluster, 'cluster', 'text'),
    time: search.column('time', options.time, 'time', 'time'),
    weight: search.column('weight', options.weight, 'weight', 'float32'),
    modelCost: search.column('model-cost', options.modelCost, 'model_cost', 'float32'),
  };
  const spareVotes = !plan.labelVotes && model ? search.spareVotes(model.width) : undefined;
  return { ...plan, spareVotes, wants: search.wants };
}

function findExperts(search: Search, options: TableOptions, classes: boolean): ExpertPlan[] {
  const asked = listOf(options.expert);
  const costs = listOf(options.expertCost);
  const propensities = listOf(options.propensity);
  const forms =
    asked.length > 0 ? asked.map((text) => search.expert(text)) : search.expertsByName(classes);
  return forms.map((form, position) => {
    const prefix = form.prefix ?? 'expert';
    return {
      ...form,
      cost: search.column('expert-cost', costs[position], `${prefix}_cost`, 'float32'),
      propensity: search.column(
        'propensity',
        propensities[position],
        position === 0 ? 'propensity' : `${prefix}_propensity`,
        'float32',
      ),
    };
  });
}

type Found = ExpertPlan & { readonly prefix?: string };

class Search {
  readonly wants: Want[] = [];
  readonly #fields: Map<string, Field>;
  readonly #table: string;
  readonly #classes: readonly string[];
  readonly #taken = new Set<string>();

  constructor(fields: readonly Field[], table: string, classes: readonly string[] = []) {
    this.#fields = new Map();
    this.#table = table;
    this.#classes = classes;
    for (const field of fields) {
      if (this.#fields.has(field.name)) {
        throw new InputError(`table ${table}: two columns are called "${field.name}". Rename one.`);
      }
      this.#fields.set(field.name, field);
    }
  }

  listed(): string {
    const names = [...this.#fields.keys()];
    const shown = names.slice(0, 12).join(', ');
    return names.length > 12 ? `${shown}, … (${names.length} columns)` : shown || 'no columns';
  }

  /** A single column: the one asked for, which must exist, or the one of the usual name, which may. */
  column(
    role: string,
    asked: string | undefined,
    usual: string,
    as: Want['as'],
  ): number | undefined {
    if (asked === undefined) return this.named(usual, as);
    const names = this.#matching(asked);
    if (names.length !== 1) throw this.#missing(role, asked, names);
    return this.#want(names[0]!, as, role);
  }

  named(name: string, as: Want['as']): number | undefined {
    return this.#fields.has(name) ? this.#want(name, as, name) : undefined;
  }

  /** One number a class for a role, as asked or by its usual names. */
  matrix(role: string, asked: string | undefined): Matrix | undefined {
    if (asked === undefined) return this.#usualMatrix(role);
    const names = this.#matching(asked);
    if (names.length === 0) throw this.#missing(role.replace(' ', '-'), asked, names);
    return this.#matrixOf(names, asked, role);
  }

  /** `name=columns` or `columns`; one scalar column is a label, several are one number a class. */
  expert(text: string): Found {
    const cut = text.indexOf('=');
    const glob = cut < 0 ? text : text.slice(cut + 1);
    const name = cut < 0 ? expertName(glob) : text.slice(0, cut);
    const names = this.#matching(glob);
    if (names.length === 0) throw this.#missing('expert', glob, names);
    const only = names.length === 1 ? this.#fields.get(names[0]!)! : undefined;
    if (only && only.width === 1) {
      if (/_loss$/.test(only.name)) {
        return { name, form: 'losses', want: this.#want(only.name, 'float32', 'expert') };
      }
      if (/_correct$/.test(only.name)) {
        return { name, form: 'correct', want: this.#want(only.name, 'float32', 'expert') };
      }
      return { name, form: 'label', want: this.#want(only.name, 'label', 'expert') };
    }
    return { name, form: 'matrix', matrix: this.#matrixOf(names, glob, 'expert') };
  }

  /** `expert…`, or `expert1…`, `expert2…` where there are several. */
  expertsByName(classes: boolean): Found[] {
    const found: Found[] = [];
    for (let number = 0; number <= 99; number++) {
      const prefix = number === 0 ? 'expert' : `expert${number}`;
      const form = this.#expertAt(prefix, classes);
      if (form) found.push({ ...form, name: prefix, prefix });
      else if (number > 0) break;
    }
    return found;
  }

  #expertAt(prefix: string, classes: boolean): Found | undefined {
    if (!classes) {
      const losses = this.named(`${prefix}_loss`, 'float32');
      if (losses !== undefined) return { name: prefix, form: 'losses', want: losses };
      const correct = this.named(`${prefix}_correct`, 'float32');
      return correct === undefined ? undefined : { name: prefix, form: 'correct', want: correct };
    }
    const matrix = this.#usualMatrix(prefix);
    if (matrix) return { name: prefix, form: 'matrix', matrix };
    const votes = [...this.#fields.keys()].filter((name) => name.startsWith(`${prefix}_votes_`));
    if (votes.length > 1) {
      const glob = `${prefix}_votes_*`;
      return {
        name: prefix,
        form: 'matrix',
        matrix: this.#matrixOf(votes, glob, 'expert'),
        votes: true,
      };
    }
    for (const usual of [`${prefix}_label`, prefix]) {
      if (this.#fields.get(usual)?.width === 1) {
        return { name: prefix, form: 'label', want: this.#want(usual, 'label', 'expert') };
      }
    }
    return undefined;
  }

  features(asked: string | readonly string[] | undefined): { name: string; want: number }[] {
    const globs = asked === undefined ? ['f_*'] : listOf(asked);
    const found: { name: string; want: number }[] = [];
    for (const glob of globs) {
      const names = this.#matching(glob);
      if (names.length === 0 && asked !== undefined) throw this.#missing('features', glob, names);
      for (const name of names) {
        if (found.some((feature) => feature.name === name)) continue;
        if (this.#fields.get(name)!.width !== 1) {
          throw new InputError(
            `table ${this.#table}: the feature column "${name}" holds ${this.#fields.get(name)!.width} numbers a row (expected one). Write each as its own column.`,
          );
        }
        found.push({ name, want: this.#want(name, 'float32', 'features') });
      }
    }
    return found;
  }

  /** A family of columns, one a class, that calls itself counts or votes and has no role. */
  spareVotes(width: number): Matrix | undefined {
    const families = new Map<string, string[]>();
    for (const { name, kind } of this.#fields.values()) {
      const stem = /^(.*(?:count|vote).*?)\d+$/i.exec(name)?.[1];
      if (stem === undefined || kind === 'text' || this.#taken.has(name)) continue;
      families.set(stem, [...(families.get(stem) ?? []), name]);
    }
    for (const [stem, names] of families) {
      if (names.length === width) return this.#matrixOf(names, `${stem}*`, 'votes');
    }
    return undefined;
  }

  #usualMatrix(role: string): Matrix | undefined {
    const list = this.#fields.get(role);
    if (list && list.width > 1) return this.#matrixOf([role], role, role);
    for (const prefix of [`${role}_p_`, `${role}_p`, `${role}_`]) {
      const numbered = !prefix.endsWith('_p_');
      const names = [...this.#fields.keys()].filter((name) => {
        if (!name.startsWith(prefix)) return false;
        const ending = name.slice(prefix.length);
        return numbered ? /^\d+$/.test(ending) : ending !== '';
      });
      if (names.length > 0) return this.#matrixOf(names, `${prefix}*`, role);
    }
    return undefined;
  }

  #matrixOf(names: readonly string[], glob: string, role: string): Matrix {
    const only = names.length === 1 ? this.#fields.get(names[0]!)! : undefined;
    if (only) {
      if (only.width < 2) {
        const fix =
          lacking(capturedNames(glob, names), this.#classes) ||
          ` Give all of them, for instance --${role} '${only.name.replace(/(\d+|[^_\d]+)$/, '')}*'.`;
        throw new InputError(
          `table ${this.#table}: ${role} has one column, "${only.name}" (expected one probability a class, at least 2).${fix}`,
        );
      }
      return { wants: [this.#want(only.name, 'float32', role)], width: only.width, glob };
    }
    const list = names.find((name) => this.#fields.get(name)!.width !== 1);
    if (list !== undefined) {
      throw new InputError(
        `table ${this.#table}: "${glob}" matches the list column "${list}" and ${names.length - 1} other columns. Name the list column alone.`,
      );
    }
    const endings = capturedNames(glob, names);
    const columns = names.map((name, k) => ({ name, ending: endings[k]! }));
    const numbered = endings.every((ending) => /^\d+$/.test(ending));
    if (numbered) columns.sort((a, b) => Number(a.ending) - Number(b.ending));
    const classes = columns.map(({ ending }) => (numbered ? String(Number(ending)) : ending));
    if (numbered) this.#insistOnRun(classes, glob, role);
    return {
      wants: columns.map(({ name }) => this.#want(name, 'float32', role)),
      width: columns.length,
      names: classes,
      glob,
    };
  }

  #insistOnRun(classes: readonly string[], glob: string, role: string): void {
    const first = Number(classes[0]);
    const gap = classes.findIndex((name, position) => Number(name) !== first + position);
    if (gap < 0 && first <= 1) return;
    const missing = gap < 0 ? 0 : first + gap;
    throw new InputError(
      `table ${this.#table}: ${role} columns "${glob}" are numbered ${classes[0]} … ${classes.at(-1)} but ${missing} is missing (expected one column a class, counted from 0 or 1).`,
    );
  }

  #matching(glob: string): string[] {
    if (this.#fields.has(glob)) return [glob];
    if (!isGlob(glob)) return [];
    const pattern = globPattern(glob);
    return [...this.#fields.keys()].filter((name) => pattern.test(name));
  }

  #want(name: string, as: Want['as'], role: string): number {
    const field = this.#fields.get(name)!;
    if (field.kind === 'text' && as.startsWith('float')) {
      throw new InputError(
        `table ${this.#table}: column "${name}" holds text (expected numbers for ${role}).${role === 'features' ? ` ${WORDS_HINT}` : ''}`,
      );
    }
    this.#taken.add(name);
    const known = this.wants.findIndex((want) => want.field === name && want.as === as);
    return known >= 0 ? known : this.wants.push({ field: name, as, width: field.width }) - 1;
  }

  #missing(role: string, asked: string, found: readonly string[]): InputError {
    // Two letters are within two edits of anything, and a glob is not to be spelled right.
    const word = asked.length > 2 && !isGlob(asked);
    const near = word ? closest(asked, [...this.#fields.keys()]) : undefined;
    return new InputError(
      found.length > 1
        ? `table ${this.#table}: --${role} '${asked}' matches ${found.length} columns (${found.slice(0, 4).join(', ')} …; expected one).`
        : `table ${this.#table}: no column ${isGlob(asked) ? `matches "${asked}"` : `"${asked}"`} (--${role}; the table has ${this.listed()}).${near === undefined ? '' : ` Did you mean ${near}?`}`,
    );
  }
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

/** `densenet190_p*` is called densenet190. */
function expertName(glob: string): string {
  return glob.replace(/[*?]/g, '').replace(/(_p)?[_.-]*$/, '') || 'expert';
}
