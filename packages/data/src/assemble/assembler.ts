import { type Column, type Expert, InputError, majority, optionText, stream } from '@cede/core';
import { listOf } from '../column-search.js';
import { flatCosts } from '../cost-matrix.js';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import type { ExpertPlan, FeaturePlan, Matrix, Plan } from '../plan.js';
import { Problems } from '../problems.js';
import type { Batch, RawColumn } from '../read/contract.js';
import type { TableIssue } from '../table-issue.js';
import { BlockColumn } from './block.js';
import { categories } from './categories.js';
import { classIndices, type Naming } from './class-indices.js';
import {
  alignColumns,
  alignModel,
  inOrder,
  nameClasses,
  otherNames,
  reorder,
  withStored,
} from './classes.js';
import { type ExpertColumn, finishExpert } from './expert.js';
import { IdsColumn } from './ids.js';
import { LevelsColumn } from './levels.js';
import { MatrixColumn, type Meaning } from './matrix.js';
import { NamesColumn } from './names.js';
import { type LogitSide, missingWordNote, notLogits, rescaledNote, unusedNote } from './notes.js';
import {
  CHANCE,
  FINITE,
  NOT_NEGATIVE,
  NumbersColumn,
  type Range,
  SHARE,
  TimeColumn,
} from './numbers.js';
import { withoutExpert } from './votes.js';

interface Checked {
  add(column: RawColumn, rows: number, firstRow: number, problems: Problems): void;
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
  readonly #levels = new Map<string, LevelsColumn>();
  readonly #blocks: BlockColumn[] = [];
  readonly #time: TimeColumn | undefined;
  readonly #ids: IdsColumn | undefined;

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
    for (const feature of plan.features) this.#feature(feature);
    this.#time = this.#checked(plan.time, () => new TimeColumn(expected));
    this.#ids = this.#checked(plan.id, () => new IdsColumn());
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
    if (rows === 0)
      throw new InputError('there are no rows below the header.', 'no-rows', {}, `table ${name}`);
    const notes: TableIssue[] = [];
    const classes = this.#classes(name, notes);
    const order =
      this.#plan.model &&
      alignModel(this.#named(this.#plan.model, name), classes, name, this.#options);
    const model = this.#model && inOrder(this.#model.finish(this.problems).values, order);
    const { sources, problems } = this;
    const naming: Naming = { classes, answers: this.#answers.flat(), sources, problems };
    const missing = this.#options.unlabelled === true;
    let label = this.#label && classIndices(this.#label, 'label', missing, naming);
    const experts = this.#experts.map((expert) =>
      this.#finishExpert(expert, naming, name, notes, rows),
    );
    this.problems.throwIfAny();
    if (!missing) this.#refuseIdle(name);
    if (this.#options.logits) notes.push(...notLogits(name, this.#logitSides(), rows));
    if (this.#model && this.#model.rescaled > 0) notes.push(rescaledNote(this.#model));
    const { features } = this.#plan;
    const unused = this.#plan.unused.filter((name) => name !== ''); // after a trailing comma
    const usual = features.length > 0 ? 'f_*' : undefined;
    if (!missing && unused.length > 0)
      notes.push(unusedNote(unused, listOf(this.#options.features ?? usual)));
    const labelVotes = this.#labelVotes && this.#votes(this.#labelVotes, classes, name, experts[0]);
    if (labelVotes)
      label = majority(labelVotes, classes.length, stream(this.#options.seed ?? 0, 'label ties'));
    const read = (role: string) => this.#numbers.get(role)?.finish();
    const texts = (role: 'group' | 'cluster') => {
      const column = this.#texts.get(role);
      if (column && role === 'cluster') notes.push(...this.#clusterWords(column));
      return column && categories(column, role);
    };
    const { costMatrix } = this.#options;
    return dropUndefined({
      rows,
      classes,
      label,
      model,
      modelLoss: read('modelLoss'),
      modelCorrect: read('modelCorrect'),
      experts,
      columns: this.#plan.features
        .filter(({ width }) => width === undefined)
        .map(({ name }) => this.#column(name)),
      blocks: this.#blocks.length > 0 ? this.#blocks.map((block) => block.finish()) : undefined,
      weight: read('weight'),
      modelCost: everyRow(rows, this.#plan.modelPrice) ?? read('modelCost'),
      id: this.#ids?.values,
      group: texts('group'),
      cluster: texts('cluster'),
      time: this.#time?.finish(),
      labelVotes,
      costMatrix: costMatrix && flatCosts(costMatrix, classes),
      sources: this.sources,
      notes,
      columnClasses: this.#plan.model && otherNames(this.#plan.model, classes),
      modelColumns: this.#modelColumns(order),
      spareVotes: this.#spareVotes?.finish(new Problems()).values,
    });
  }

  /** In the order of the classes; of a list, or where they are the usual ones, nothing. */
  #modelColumns(order: readonly number[] | undefined): string[] | undefined {
    const { model, wants } = this.#plan;
    if (!model || model.wants.length < 2) return undefined;
    const names = model.wants.map((want) => wants[want]!.field);
    const ordered = order ? order.map((column) => names[column]!) : names;
    return ordered.every((name, k) => name === `model_${k}`) ? undefined : ordered;
  }

  #classes(table: string, notes: TableIssue[]): readonly string[] {
    if (!this.#plan.model) return [];
    const found = nameClasses(this.#plan.model, this.#answers, this.#options, this.#stored, table);
    notes.push(...found.notes, ...this.#labelWords(found.names));
    return found.names;
  }

  /** Words for "missing" that are answers of an expert or labels, and what they were taken for. */
  #labelWords(classes: readonly string[]): TableIssue[] {
    const { wants, model, label } = this.#plan;
    // Who named the class knows it.
    const named = new Set([
      ...(this.#options.classes ?? this.#stored ?? []),
      ...(model?.names ?? []),
    ]);
    const of = (column: NamesColumn | undefined, want: number | undefined, missing: string) =>
      (column?.missingWords() ?? []).flatMap((found) => {
        if (named.has(found.word)) return [];
        const became = classes.includes(found.word) ? 'taken as the name of a class' : missing;
        return [missingWordNote(wants[want!]!.field, found, became)];
      });
    return [
      ...of(this.#label, label, 'taken as no label'),
      ...this.#experts.flatMap(({ plan, names }) =>
        of(names, plan.form === 'label' ? plan.want : undefined, 'taken as a missing answer'),
      ),
    ];
  }

  #clusterWords(column: NamesColumn): TableIssue[] {
    const { field } = this.#plan.wants[this.#plan.cluster!]!;
    return column
      .missingWords()
      .map((found) => missingWordNote(field, found, 'taken as rows that belong to no cluster'));
  }

  #named(list: Matrix, table: string): Matrix {
    return withStored(list, this.#stored, this.#options, table);
  }

  /** Options about votes or probabilities, where the table has none: nothing would read them. */
  #refuseIdle(table: string): void {
    const { expertPanel, leaveExpertOut, logits, classes, classesOf } = this.#options;
    const votes = this.#experts.some(({ matrix }) => matrix?.finish(new Problems()).votes);
    const own = classesOf === undefined && classes?.length; // not those of a policy
    const [role, sentence] =
      expertPanel && !votes
        ? ['expertPanel', 'is about votes of an expert, and no expert here gives votes.']
        : leaveExpertOut && !this.#labelVotes
          ? ['leaveExpertOut', `needs the votes behind the label: ${optionText('labelVotes')}.`]
          : logits && this.#logitSides().length === 0
            ? ['logits', 'is about probabilities, and nobody gives any here.']
            : own && !this.#plan.model
              ? ['classes', 'names the classes of probabilities, and the model gives none here.']
              : [];
    if (role !== undefined)
      throw new InputError(
        `${optionText(role, role === 'classes' ? undefined : 'true')} ${sentence}`,
        'column-unusable',
        { role, columns: [] },
        `table ${table}`,
      );
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
    const column = this.#checked(want, (field) => new NumbersColumn(field, range, this.#expected));
    if (column) this.#numbers.set(role, column);
  }

  #feature({ name, want, category, width }: FeaturePlan): void {
    if (width !== undefined) {
      const block = this.#checked(want, () => new BlockColumn(name, width, this.#expected))!;
      this.#blocks.push(block);
      return;
    }
    if (category) {
      const column = new LevelsColumn(this.#expected);
      this.#adds.push((batch) => column.add(batch.columns[want]!, batch.rows));
      this.#levels.set(name, column);
      return;
    }
    this.#number(`feature ${name}`, want, { ...FINITE, mayBeMissing: true });
    this.problems.advise(
      `number:${name}`,
      `If its values are names, pass ${optionText('categories', name)}.`,
    );
  }

  #column(name: string): Column {
    const column = this.#levels.get(name)?.finish() ?? {
      values: this.#numbers.get(`feature ${name}`)!.finish(),
    };
    return { name, ...column };
  }

  /** A column that complains of rows as they come. */
  #checked<C extends Checked>(want: number | undefined, make: (field: string) => C): C | undefined {
    if (want === undefined) return undefined;
    const column = make(this.#plan.wants[want]!.field);
    this.#adds.push((batch, row) =>
      column.add(batch.columns[want]!, batch.rows, row, this.problems),
    );
    return column;
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
    naming: Naming,
    table: string,
    notes: TableIssue[],
    rows: number,
  ): Expert {
    const { name, constants } = column.plan;
    return finishExpert(column, {
      ...{ table, notes, classes: naming.classes, problems: this.problems },
      panel: this.#options.expertPanel === true,
      named: (list) => this.#named(list, table),
      read: (role) =>
        everyRow(rows, constants?.[role as keyof typeof constants]) ??
        this.#numbers.get(`${name} ${role}`)?.finish(),
      indices: (names) => classIndices(names, 'expert label', true, naming),
    });
  }

  #votes(column: MatrixColumn, classes: readonly string[], table: string, expert?: Expert) {
    const votes = column.finish(this.problems).values;
    const matrix = this.#named(this.#plan.labelVotes!, table);
    const order = alignColumns(matrix, classes, 'label votes', table);
    if (order) reorder(votes, order);
    return this.#options.leaveExpertOut
      ? withoutExpert(votes, classes.length, expert, table)
      : votes;
  }
}

/** One number for every row, where there is one. */
const everyRow = (rows: number, value: number | undefined) =>
  value === undefined ? undefined : new Float32Array(rows).fill(value);

function dropUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
