import { closest, count, InputError, optionText } from '@cede/core';
import { lacking } from './assemble/classes.js';
import { alternatives, type ColumnPatterns, capturedNames } from './column-patterns.js';
import { COLUMN_ROLES, columnRoles, optionOfRole, type SingleRole } from './column-roles.js';
import { globPattern, isGlob } from './glob.js';
import type { FeaturePlan, Matrix } from './plan.js';
import type { Field, Want } from './read/contract.js';

/** The roles that are one column a row, for the case or for each expert. */
type RoleWithColumn = SingleRole | 'expertCost' | 'propensity';

/** Looks for columns among a file's fields, by glob or by their usual names, and notes what to read. */
export class ColumnSearch {
  readonly wants: Want[] = [];
  readonly #fields: Map<string, Field>;
  readonly #table: string;
  readonly #classes: readonly string[];
  readonly #taken = new Set<string>();
  /** Places among the wants, by how a column is read. */
  readonly #places = new Map<string, number>();

  constructor(fields: readonly Field[], table: string, classes: readonly string[] = []) {
    this.#fields = new Map();
    this.#table = table;
    this.#classes = classes;
    for (const field of fields) {
      if (this.#fields.has(field.name)) {
        throw new InputError(
          `two columns are called "${field.name}". Rename one.`,
          'columns-differ',
          { columns: [field.name] },
          `table ${table}`,
        );
      }
      this.#fields.set(field.name, field);
    }
  }

  /** The table's name, for messages. */
  get table(): string {
    return this.#table;
  }

  get names(): string[] {
    return [...this.#fields.keys()];
  }

  /** How many numbers a row of a column holds; undefined where there is no such column. */
  width(name: string): number | undefined {
    return this.#fields.get(name)?.width;
  }

  /** The names as a sentence lists them. */
  listed(): string {
    const { names } = this;
    const shown = names.slice(0, 12).join(', ');
    return names.length > 12
      ? `${shown}, … (${count(names.length)} columns)`
      : shown || 'no columns';
  }

  /** A role's one column: the one asked for, which must exist, or the one of the usual name, which may. */
  role(name: RoleWithColumn, asked: string | undefined, usual?: string): number | undefined {
    const { name: own, as } = COLUMN_ROLES[name].usual;
    if (asked === undefined) return this.named(usual ?? own, as);
    const option = optionOfRole(name);
    const names = this.matching(asked);
    if (names.length !== 1) throw this.missing(option, asked, names);
    return this.single(names[0]!, as, option);
  }

  named(name: string, as: Want['as']): number | undefined {
    return this.#fields.has(name) ? this.single(name, as, name) : undefined;
  }

  /** A column with one value a row: of a list, every row after the first would be another's. */
  single(name: string, as: Want['as'], role: string): number {
    const { width, misfit } = this.#fields.get(name)!;
    if (width !== 1 && misfit === undefined) {
      throw this.#unusable(
        `"${name}" holds ${width} values a row (expected one). ${oneValue(role, name, width)}`,
        role,
        [name],
      );
    }
    return this.want(name, as, role);
  }

  /** Why the column that a list is looked for in is none, if it is there. */
  misfit(name: string): string | undefined {
    const misfit = this.#fields.get(name)?.misfit;
    return (
      misfit &&
      `"${name}" ${misfit} (expected a list of numbers, one a class). Write one flat list a row, or a column for each class.`
    );
  }

  /** A column that says how right an answer was instead of what it was: `small_correct`, "Small right", `small_loss`. */
  outcome(
    role: string,
    asked: ColumnPatterns | undefined,
  ): { readonly correct?: number; readonly losses?: number } | undefined {
    const [only, ...others] = asked === undefined ? [] : this.allMatching(role, asked);
    if (only === undefined || others.length > 0 || this.width(only) !== 1) return undefined;
    if (/[_ .-]loss$/i.test(only)) return { losses: this.want(only, 'float32', role) };
    return /[_ .-](correct|right)$/i.test(only)
      ? { correct: this.want(only, 'float32', role) }
      : undefined;
  }

  /** One number a class for a role, as asked or by its usual names. */
  matrix(role: string, asked: ColumnPatterns | undefined): Matrix | undefined {
    if (asked === undefined) return this.usualMatrix(role);
    return this.matrixOf(this.allMatching(role.replace(' ', '-'), asked), asked, role);
  }

  /** Columns by name or `f_*`, and those that were declared to be categories. */
  features(asked: ColumnPatterns | undefined, declared?: ColumnPatterns): FeaturePlan[] {
    const named =
      asked === undefined ? this.matching('f_*') : this.allMatching('features', listOf(asked));
    const categories = this.allMatching('categories', listOf(declared));
    return [...new Set([...named, ...categories])].map((name) => {
      const { width, kind, words, misfit } = this.#fields.get(name)!;
      if (width > 1 && misfit === undefined) {
        if (kind !== 'text' && !categories.includes(name))
          return { name, category: false, width, want: this.want(name, 'float32', 'features') };
        throw this.#unusable(
          `the feature column "${name}" holds ${width} values a row (expected one, or a list of numbers).`,
          'features',
          [name],
        );
      }
      const category = kind === 'text' || words === true || categories.includes(name);
      // As doubles: a number that a float can't hold must not look like a gap.
      const as = category ? 'text' : 'float64';
      return { name, category, want: this.want(name, as, 'features') };
    });
  }

  /** The columns that nothing has asked for. */
  unused(): string[] {
    return this.names.filter((name) => !this.#taken.has(name));
  }

  /** A family of columns, one a class, that calls itself counts or votes and has no role. */
  spareVotes(width: number): Matrix | undefined {
    const families = new Map<string, string[]>();
    for (const { name, kind, width, misfit } of this.#fields.values()) {
      const stem = /^(.*(?:count|vote).*?)\d+$/i.exec(name)?.[1];
      if (stem === undefined || kind === 'text' || this.#taken.has(name)) continue;
      if (width !== 1 || misfit !== undefined) continue;
      const family = families.get(stem);
      if (family) family.push(name);
      else families.set(stem, [name]);
    }
    for (const [stem, names] of families) {
      if (names.length === width) return this.matrixOf(names, `${stem}*`, 'votes');
    }
    return undefined;
  }

  /** A list of the role's name, or columns that begin with it. */
  usualMatrix(role: string): Matrix | undefined {
    const list = this.#fields.get(role);
    if (list && list.width > 1) return this.matrixOf([role], role, role);
    for (const prefix of [`${role}_p_`, `${role}_p`, `${role}_`]) {
      const numbered = !prefix.endsWith('_p_');
      const names = this.names.filter((name) => {
        if (!name.startsWith(prefix)) return false;
        const ending = name.slice(prefix.length);
        return numbered ? /^\d+$/.test(ending) : ending !== '';
      });
      if (names.length > 0) return this.matrixOf(names, `${prefix}*`, role);
    }
    return undefined;
  }

  /** Columns, one a class, or one list column. */
  matrixOf(names: readonly string[], asked: ColumnPatterns, role: string): Matrix {
    const glob = listOf(asked).join(',');
    const only = names.length === 1 ? this.#fields.get(names[0]!)! : undefined;
    if (only) {
      const misfit = this.misfit(only.name);
      if (misfit !== undefined) throw this.#unusable(misfit, role, [only.name]);
      if (only.width < 2) {
        const fix =
          lacking(capturedNames(asked, names), this.#classes) ||
          ` If it says whether the answer was right (1 or 0), let its name end in _correct or _right. Else give all of them, for instance ${optionText(optionOf(role), `${only.name.replace(/(\d+|[^_\d]+)$/, '') || 'p_'}*`)}; of two classes, add a column for the other one that holds 1 minus this one.${role === 'model' ? onlyConfidence() : ''}`;
        throw this.#unusable(
          `${role} has one column, "${only.name}" (expected one probability a class, at least 2).${fix}`,
          role,
          [only.name],
        );
      }
      return { wants: [this.want(only.name, 'float32', role)], width: only.width, glob };
    }
    const list = names.find((name) => this.#fields.get(name)!.width !== 1);
    if (list !== undefined) {
      throw this.#unusable(
        `"${glob}" matches the list column "${list}" and ${names.length - 1} other columns. Name the list column alone.`,
        role,
        [list],
      );
    }
    const endings = capturedNames(asked, names);
    const columns = names.map((name, k) => ({ name, ending: endings[k]! }));
    const numbered = endings.every((ending) => /^\d+$/.test(ending));
    if (numbered) columns.sort((a, b) => Number(a.ending) - Number(b.ending));
    const classes = columns.map(({ ending }) => (numbered ? String(Number(ending)) : ending));
    if (numbered) this.#insistOnRun(classes, glob, role);
    return {
      wants: columns.map(({ name }) => this.want(name, 'float32', role)),
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
    throw this.#unusable(
      `${role} columns "${glob}" are numbered ${classes[0]} … ${classes.at(-1)} but ${missing} is missing (expected one column a class, counted from 0 or 1).`,
      role,
      [glob],
    );
  }

  /** The columns of that name, glob or braces. */
  matching(pattern: string): string[] {
    if (this.#fields.has(pattern)) return [pattern];
    return [...new Set(alternatives(pattern).flatMap((part) => this.#matchingOne(part)))];
  }

  #matchingOne(glob: string): string[] {
    if (this.#fields.has(glob)) return [glob];
    if (!isGlob(glob)) return [];
    const pattern = globPattern(glob);
    return this.names.filter((name) => pattern.test(name));
  }

  /** The columns of all patterns, each once; a part that finds none is refused by its own name. */
  allMatching(role: string, asked: ColumnPatterns): string[] {
    const names = listOf(asked).flatMap((pattern) => {
      const parts = this.#fields.has(pattern) ? [pattern] : alternatives(pattern);
      return parts.map((part) => {
        const found = this.#matchingOne(part);
        if (found.length === 0) throw this.missing(role, part, found, pattern);
        return found;
      });
    });
    return [...new Set(names.flat())];
  }

  /** Notes a column to read, once for each way to read it: its place among the wants. */
  want(name: string, as: Want['as'], role: string): number {
    const field = this.#fields.get(name)!;
    if (field.misfit !== undefined) {
      throw this.#unusable(
        `"${name}" ${field.misfit} (expected one value a row). ${oneValue(role, name, 1)}`,
        role,
        [name],
      );
    }
    if (field.kind === 'text' && as.startsWith('float')) {
      throw this.#unusable(`column "${name}" holds text (expected numbers for ${role}).`, role, [
        name,
      ]);
    }
    this.#taken.add(name);
    const key = `${as} ${name}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.wants.push({ field: name, as, width: field.width }) - 1;
    this.#places.set(key, place);
    return place;
  }

  /** A refusal: no column is what was asked for, or several are. */
  missing(
    role: string,
    asked: string,
    found: readonly string[],
    /** As it was given, where `asked` is a part of it. */
    given = asked,
  ): InputError {
    // Two letters are within two edits of anything, and a glob is not to be spelled right.
    const word = asked.length > 2 && !isGlob(asked);
    const near = word ? closest(asked, this.names) : undefined;
    const details = { role: optionOf(role), asked: given };
    return found.length > 1
      ? new InputError(
          `${optionText(optionOf(role), asked)} matches ${count(found.length)} columns (${found.slice(0, 4).join(', ')} …; expected one).`,
          'column-ambiguous',
          { ...details, found },
          `table ${this.#table}`,
        )
      : new InputError(
          `no column ${isGlob(asked) ? `matches "${asked}"` : `"${asked}"`} (${optionText(optionOf(role))}; the table has ${this.listed()}).${near === undefined ? '' : ` Did you mean ${near}?`}`,
          'column-missing',
          { ...details, ...(near !== undefined && { near }) },
          `table ${this.#table}`,
        );
  }

  #unusable(sentence: string, role: string, columns: readonly string[]): InputError {
    return new InputError(sentence, 'column-unusable', { role, columns }, `table ${this.#table}`);
  }
}

/** A role as table options call it: `model-cost` is `modelCost`. */
const optionOf = (role: string) =>
  role.replace(/[- ]([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The option that gives a role to another column; the second expert's are the experts'. */
function optionFor(role: string): string | undefined {
  const first = role.replace(/^expert\d+_/, 'expert_');
  const known = columnRoles().find(
    ([name, { usual }]) => usual && [usual.name, optionOfRole(name)].includes(first),
  );
  return known?.[0];
}

/** How to come to one value a row. */
function oneValue(role: string, name: string, width: number): string {
  if (width > 1 && role === 'label')
    return `If they are one-hot or votes, one number a class, pass ${optionText('labelVotes', name)}.`;
  if (width > 1 && role === 'expert')
    return `If they are one number a class, pass ${optionText('expert', name)}.`;
  const option = optionFor(role);
  return `Write one value a row${option ? `, or name another column with ${optionText(option)}` : ''}.`;
}

export function listOf(value: ColumnPatterns | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

/** Many tables have the answer and how sure the model was of it, and no more. */
const onlyConfidence = () =>
  ` If you know only the answer and how sure the model was of it, add a column model_correct that says whether the answer was right (1 or 0), and the same for the expert (expert_correct); the confidence is then a feature (${optionText('features')}).`;
