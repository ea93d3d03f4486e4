import { type Categories, type Expert, InputError, stream, type Table } from '@cede/core';
import { rememberAnswers } from '../answers.js';
import { WORDS_HINT } from '../column-search.js';
import type { Finding } from '../finding.js';
import type { TableOptions } from '../options.js';
import type { ExpertPlan, Plan } from '../plan.js';
import { Problems } from '../problems.js';
import type { Batch } from '../read/contract.js';
import { alignColumns, alignModel, countedFromOne, nameClasses, reorder } from './classes.js';
import { MatrixColumn, type Meaning } from './matrix.js';
import { NamesColumn } from './names.js';
import { type LogitSide, notLogits, rescaledNote } from './notes.js';
import {
  CHANCE,
  FINITE,
  NOT_NEGATIVE,
  NumbersColumn,
  type Range,
  SHARE,
  TimeColumn,
} from './numbers.js';
import { majority, voteShares, withoutVoter } from './votes.js';

/** A table as it was read: where from, and what was noticed on the way. */
export interface LoadedTable extends Table {
  readonly sources: readonly Source[];
  readonly notes: readonly Finding[];
  /** Vote counts found in the file that play no role, rows × classes; checks look at them. */
  readonly spareVotes?: Float32Array;
}

export interface Source {
  readonly name: string;
  readonly rows: number;
}

type Add = (batch: Batch, firstRow: number) => void;

/** Collects the batches of one or several files into one table. */
export class Assembler {
  readonly problems = new Problems();
  readonly sources: { name: string; rows: number }[] = [];
  readonly #adds: Add[] = [];
  readonly #plan: Plan;
  readonly #options: TableOptions;
  readonly #stored: readonly string[] | undefined;
  readonly #expected: number;
  readonly #experts: readonly ExpertColumn[];
  readonly #model: MatrixColumn | undefined;
  readonly #label: NamesColumn | undefined;
  readonly #labelVotes: MatrixColumn | undefined;
  readonly #spareVotes: MatrixColumn | undefined;
  readonly #numbers = new Map<string, NumbersColumn>();
  readonly #texts = new Map<string, NamesColumn>();
  readonly #time: TimeColumn | undefined;
  readonly #ids: string[] | undefined;

  constructor(plan: Plan, options: TableOptions, expected: number, stored?: readonly string[]) {
    this.#plan = plan;
    this.#options = options;
    this.#expected = expected;
    this.#stored = stored;
    const logits = (side: 'model' | 'expert') => options.logits === true || options.logits === side;
    const missing = options.unlabelled === true;
    this.#model = this.#matrix(
      plan.model,
      'model',
      logits('model') ? 'logits' : 'probabilities',
      false,
    );
    this.#labelVotes = this.#matrix(plan.labelVotes, 'label', 'votes', missing);
    this.#spareVotes = this.#matrix(plan.spareVotes, 'spare', 'votes', true);
    this.#label = this.#names(plan.label, true);
    this.#experts = plan.experts.map((expert) => this.#expert(expert, logits('expert')));
    for (const role of ['group', 'cluster'] as const) {
      const column = this.#names(plan[role], false);
      if (column) this.#texts.set(role, column);
    }
    this.#number('weight', plan.weight, NOT_NEGATIVE);
    this.#number('modelCost', plan.modelCost, NOT_NEGATIVE);
    this.#number('modelLoss', plan.modelLoss, FINITE);
    this.#number('modelCorrect', plan.modelCorrect, SHARE);
    for (const { name, want } of plan.features) {
      this.#number(`feature ${name}`, want, FINITE);
      this.problems.advise(`number:${name}`, WORDS_HINT);
    }
    if (plan.time !== undefined) {
      const time = new TimeColumn(expected);
      const want = plan.time;
      this.#time = time;
      this.#adds.push((batch, row) =>
        time.add(batch.columns[want]!, batch.rows, row, this.problems),
      );
    }
    if (plan.id !== undefined) {
      this.#ids = [];
      this.#adds.push((batch, row) => this.#addIds(batch, row));
    }
  }

  startFile(name: string): void {
    this.sources.push({ name, rows: 0 });
    this.problems.startFile(name);
  }

  add(batch: Batch): void {
    const source = this.sources.at(-1)!;
    for (const add of this.#adds) add(batch, source.rows + 1);
    source.rows += batch.rows;
  }

  /** The table, or a TableError with everything that is wrong. */
  finish(): LoadedTable {
    const name = this.sources.map((source) => source.name).join(' + ');
    const rows = this.sources.reduce((sum, source) => sum + source.rows, 0);
    if (rows === 0) throw new InputError(`table ${name}: there are no rows below the header.`);
    const notes: Finding[] = [];
    const classes = this.#classes(name, notes);
    const order = this.#plan.model && alignModel(this.#plan.model, classes, name);
    const model = this.#model && inOrder(this.#model.finish(this.problems), order);
    let label =
      this.#label &&
      this.#indices(this.#label, classes, 'label', this.#options.unlabelled === true);
    const experts = this.#experts.map((expert) => this.#finishExpert(expert, classes, name, notes));
    this.problems.throwIfAny();
    if (this.#options.logits) notes.push(...notLogits(name, this.#logitSides(), rows));
    if (this.#model && this.#model.rescaled > 0) notes.push(rescaledNote(this.#model));
    const labelVotes = this.#votes(
      this.#labelVotes,
      this.#plan.labelVotes,
      classes,
      name,
      experts[0],
    );
    if (labelVotes)
      label = majority(labelVotes, classes.length, stream(this.#options.seed ?? 0, 'label ties'));
    const read = (role: string) => this.#numbers.get(role)?.finish();
    return dropUndefined({
      rows,
      classes,
      label,
      model,
      modelLoss: read('modelLoss'),
      modelCorrect: read('modelCorrect'),
      experts,
      columns: this.#plan.features.map(({ name }) => ({ name, values: read(`feature ${name}`)! })),
      weight: read('weight'),
      modelCost: read('modelCost'),
      id: this.#ids,
      group: this.#categories('group'),
      cluster: this.#categories('cluster'),
      time: this.#time?.finish(),
      labelVotes,
      costMatrix: costMatrix(this.#options, classes.length),
      sources: this.sources,
      notes,
      spareVotes: this.#spareVotes?.finish(new Problems()).values,
    });
  }

  #classes(table: string, notes: Finding[]): readonly string[] {
    if (!this.#plan.model) return [];
    const found = nameClasses(this.#plan.model, this.#answers, this.#options, this.#stored, table);
    notes.push(...found.notes);
    return found.names;
  }

  /** The names that labels and experts were found to give. */
  get #answers(): string[][] {
    return [this.#label?.names ?? [], ...this.#experts.map((expert) => expert.names?.names ?? [])];
  }

  #logitSides(): LogitSide[] {
    const { logits } = this.#options;
    const model = this.#model && { who: 'the model', column: this.#model };
    const experts = this.#experts.flatMap(({ plan, matrix }) =>
      matrix && !(plan.form === 'matrix' && plan.votes) ? [{ who: plan.name, column: matrix }] : [],
    );
    return [
      ...(model && logits !== 'expert' ? [model] : []),
      ...(logits !== 'model' ? experts : []),
    ];
  }

  #matrix(plan: Plan['model'], role: string, meaning: Meaning, mayBeMissing: boolean) {
    if (!plan) return undefined;
    const column = new MatrixColumn(plan, role, meaning, this.#expected, mayBeMissing);
    // Spare votes have no role: whatever is wrong with them is nobody's problem.
    const problems = role === 'spare' ? new Problems() : this.problems;
    this.#adds.push((batch, row) => column.add(batch, row, problems));
    return column;
  }

  #names(want: number | undefined, numeric: boolean): NamesColumn | undefined {
    if (want === undefined) return undefined;
    const column = new NamesColumn(this.#expected, numeric);
    this.#adds.push((batch) => column.add(batch.columns[want]!, batch.rows));
    return column;
  }

  #number(role: string, want: number | undefined, range: Range): void {
    if (want === undefined) return;
    const column = new NumbersColumn(this.#plan.wants[want]!.field, range, this.#expected);
    this.#numbers.set(role, column);
    this.#adds.push((batch, row) =>
      column.add(batch.columns[want]!, batch.rows, row, this.problems),
    );
  }

  #expert(plan: ExpertPlan, logits: boolean): ExpertColumn {
    this.#number(`${plan.name} cost`, plan.cost, NOT_NEGATIVE);
    this.#number(`${plan.name} propensity`, plan.propensity, CHANCE);
    if (plan.form === 'matrix') {
      const meaning = plan.votes ? 'votes' : logits ? 'logits' : 'guess';
      return { plan, matrix: this.#matrix(plan.matrix, 'expert', meaning, true)! };
    }
    if (plan.form === 'label') return { plan, names: this.#names(plan.want, true)! };
    const range = plan.form === 'correct' ? SHARE : FINITE;
    this.#number(`${plan.name} answers`, plan.want, { ...range, mayBeMissing: true });
    return { plan };
  }

  #finishExpert(
    column: ExpertColumn,
    classes: readonly string[],
    table: string,
    notes: Finding[],
  ): Expert {
    const { plan } = column;
    const read = (role: string) => this.#numbers.get(`${plan.name} ${role}`)?.finish();
    const shared = dropUndefined({
      name: plan.name,
      cost: read('cost'),
      propensity: read('propensity'),
    });
    if (plan.form === 'losses') return { ...shared, kind: 'losses', losses: read('answers')! };
    if (plan.form === 'correct') return { ...shared, kind: 'correct', correct: read('answers')! };
    if (classes.length === 0) {
      throw new InputError(
        `table ${table}: expert "${plan.name}" is ${plan.form === 'label' ? 'a label' : 'one number a class'} but the model has no class probabilities. Give expert_correct or expert_loss, or name the model's probabilities with --model.`,
      );
    }
    if (plan.form === 'label') {
      return {
        ...shared,
        kind: 'labels',
        labels: this.#indices(column.names!, classes, 'expert label', true),
      };
    }
    const order = alignColumns(plan.matrix, classes, 'expert', table);
    const finished = column.matrix!.finish(this.problems);
    const { votes } = finished;
    const values = inOrder(finished, order);
    if (column.matrix!.rescaled > 0 && !votes) notes.push(rescaledNote(column.matrix!, plan.name));
    if (!votes) return { ...shared, kind: 'probabilities', probabilities: values };
    if (!this.#options.expertPanel) return { ...shared, kind: 'votes', votes: values };
    return { ...shared, kind: 'probabilities', probabilities: voteShares(values, classes.length) };
  }

  /** Names to class indices; a name that is no class is a problem of its row. */
  #indices(
    column: NamesColumn,
    classes: readonly string[],
    role: string,
    mayBeMissing: boolean,
  ): Int32Array {
    const codes = column.codes;
    const known = new Map(classes.map((name, k) => [name, k]));
    const places = column.names.map((name) => known.get(name) ?? -2);
    const sound = places.every((place) => place >= 0) && (mayBeMissing || !codes.includes(-1));
    if (!sound) this.#complain(column, codes, places, classes, role, mayBeMissing);
    renumber(codes, Int32Array.from([-1, ...places])); // at 0 what is missing
    return codes;
  }

  #complain(
    column: NamesColumn,
    codes: Int32Array,
    places: readonly number[],
    classes: readonly string[],
    role: string,
    mayBeMissing: boolean,
  ): void {
    const known = classes.length > 8 ? `${classes[0]} … ${classes.at(-1)}` : classes.join(', ');
    const fromOne = countedFromOne(classes, this.#answers.flat());
    const fix = fromOne
      ? `Labels seem to count from 1: pass ${fromOne}.`
      : 'If the columns stand for other names, pass --classes.';
    let row = 0;
    for (const source of this.sources) {
      this.problems.startFile(source.name);
      for (let inFile = 1; inFile <= source.rows; inFile++, row++) {
        const code = codes[row]!;
        if (code < 0 && !mayBeMissing) {
          this.problems.add(`missing:${role}`, inFile, () => `the ${role} is empty`);
        } else if (code >= 0 && places[code]! < 0) {
          const name = column.names[code];
          this.problems.add(
            `outside:${role}`,
            inFile,
            () =>
              `the ${role} is "${name}", which is none of the ${classes.length} classes (${known})`,
            fix,
          );
        }
      }
    }
  }

  #votes(
    column: MatrixColumn | undefined,
    plan: Plan['labelVotes'],
    classes: readonly string[],
    table: string,
    expert: Expert | undefined,
  ): Float32Array | undefined {
    if (!column || !plan) return undefined;
    const { values } = column.finish(this.problems);
    const order = alignColumns(plan, classes, 'label votes', table);
    if (order) reorder(values, order);
    if (!this.#options.leaveExpertOut) return values;
    if (expert?.kind !== 'labels') {
      throw new InputError(
        `table ${table}: leaving the expert out of the label votes needs an expert with one label a row (found ${expert?.kind ?? 'none'}).`,
      );
    }
    return withoutVoter(values, classes.length, expert.labels, table);
  }

  #addIds(batch: Batch, firstRow: number): void {
    const column = batch.columns[this.#plan.id!]!;
    for (let row = 0; row < batch.rows; row++) {
      const id = column[row];
      if (id === null || id === undefined)
        this.problems.add('missing:id', firstRow + row, () => 'the id is empty');
      this.#ids!.push(typeof id === 'string' ? id : String(id ?? ''));
    }
  }

  #categories(role: 'group' | 'cluster'): Categories | undefined {
    const column = this.#texts.get(role);
    if (!column) return undefined;
    const index = column.codes;
    if (!index.includes(-1)) return { names: column.names, index };
    // Rows without a group are a group of their own; without a cluster, they share none to leak from.
    const names = [...column.names];
    let empty = -1;
    for (let row = 0; row < index.length; row++) {
      if (index[row]! >= 0) continue;
      if (empty < 0 || role === 'cluster')
        empty = names.push(role === 'cluster' ? `(row ${row + 1})` : '') - 1;
      index[row] = empty;
    }
    return { names, index };
  }
}

interface ExpertColumn {
  readonly plan: ExpertPlan;
  readonly matrix?: MatrixColumn;
  readonly names?: NamesColumn;
}

/** A matrix with its columns in the order of the classes; answers found on the way count for it if they were so. */
function inOrder(
  { values, answers }: { values: Float32Array; answers?: Int16Array },
  order: number[] | undefined,
): Float32Array {
  if (order) reorder(values, order);
  else if (answers) rememberAnswers(values, answers);
  return values;
}

function renumber(codes: Int32Array, places: Int32Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = places[codes[row]! + 1]!;
}

function costMatrix({ costMatrix }: TableOptions, classes: number): Float64Array | undefined {
  if (!costMatrix) return undefined;
  const square = costMatrix.length === classes && costMatrix.every((row) => row.length === classes);
  if (!square || !costMatrix.flat().every(Number.isFinite)) {
    throw new InputError(
      `the cost matrix has ${costMatrix.length} rows of ${costMatrix[0]?.length ?? 0} (expected ${classes} × ${classes} finite numbers: one row a true class, one column an answer).`,
    );
  }
  return Float64Array.from(costMatrix.flat());
}

function dropUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
