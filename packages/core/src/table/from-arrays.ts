import { InputError } from '../error.js';
import { stream } from '../random/stream.js';
import { type Keys, refuseUnknown } from '../validate/known-keys.js';
import { LevelCollector } from './levels.js';
import { majority } from './majority.js';
import { scaleOf } from './sums.js';
import type { Block, Categories, Column, Expert, ExpertAnswers, Table } from './table.js';
import { validateTable } from './validate.js';

/** A table as most callers have it: rows of numbers, labels as class indices or names. */
export interface Arrays {
  readonly label?: ArrayLike<number | string>;
  /** Votes of several annotators as the truth, one row a case; the label is their majority unless given. */
  readonly labelVotes?: ArrayLike<ArrayLike<number>>;
  /** The model's probabilities, one row a case. */
  readonly model?: ArrayLike<ArrayLike<number>>;
  /** The expert's probabilities, or its labels; null where the expert was not asked. */
  readonly expert?: ArrayLike<ArrayLike<number>> | ArrayLike<number | string | null>;
  readonly expertName?: string;
  /** Class names, in the order of the probabilities; "0", "1", … if left out. */
  readonly classes?: readonly string[];
  /** Feature columns by name: numbers, or texts for a category; null or NaN where missing. */
  readonly columns?: Readonly<Record<string, ArrayLike<FeatureCell>>>;
  /** Blocks of numbers by name, such as embeddings: one list a case. */
  readonly blocks?: Readonly<Record<string, ArrayLike<ArrayLike<number>>>>;
  /** Feature columns of numbers that are names, not amounts: codes of wards, say. */
  readonly categories?: readonly string[];
  readonly modelCorrect?: ArrayLike<number>;
  readonly expertCorrect?: ArrayLike<number>;
  readonly modelLoss?: ArrayLike<number>;
  readonly expertLoss?: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  /** What an answer costs. */
  readonly modelCost?: ArrayLike<number>;
  readonly expertCost?: ArrayLike<number>;
  /** The probability that the expert's answer was asked for. */
  readonly propensity?: ArrayLike<number>;
  /** What a wrong answer costs: a row for each true class, a number for each answer. */
  readonly costMatrix?: readonly (readonly number[])[];
  readonly id?: ArrayLike<number | string>;
  /** A group to report on, and rows that belong together (a patient, a thread). */
  readonly group?: ArrayLike<number | string>;
  readonly cluster?: ArrayLike<number | string>;
  /** When the case was: dates, or numbers that rise with time. Splits then go forward. */
  readonly time?: ArrayLike<number | Date>;
  /** Several experts by name, in place of `expert…` and `propensity` above. */
  readonly experts?: Readonly<Record<string, ExpertArrays>>;
}

/** One of several experts: what it answered in one of the four forms, and what asking it costs. */
export interface ExpertArrays {
  /** Its probabilities, one row a case, or its labels; null where it was not asked. */
  readonly answers?: ArrayLike<ArrayLike<number>> | ArrayLike<number | string | null>;
  /** Vote counts, one row a case: the expert is one person drawn from the voters. */
  readonly votes?: ArrayLike<ArrayLike<number>>;
  /** Whether it was right, or what its answer lost; NaN where it was not asked. */
  readonly correct?: ArrayLike<number>;
  readonly loss?: ArrayLike<number>;
  readonly cost?: ArrayLike<number>;
  readonly propensity?: ArrayLike<number>;
}

const ARRAYS: Keys<Arrays> = {
  ...{ label: true, labelVotes: true, model: true, expert: true, expertName: true, classes: true },
  ...{
    columns: true,
    categories: true,
    modelCorrect: true,
    expertCorrect: true,
    modelLoss: true,
    expertLoss: true,
  },
  ...{ weight: true, modelCost: true, expertCost: true, propensity: true, costMatrix: true },
  ...{ id: true, group: true, cluster: true, time: true, experts: true, blocks: true },
};
const EXPERT: Keys<ExpertArrays> = {
  ...{ answers: true, votes: true, correct: true, loss: true, cost: true, propensity: true },
};

/** A table from plain arrays. */
export function tableFromArrays(arrays: Arrays): Table {
  refuseUnknown('tableFromArrays', arrays, Object.keys(ARRAYS));
  const { model } = arrays;
  const rows =
    (model ?? arrays.label ?? arrays.labelVotes ?? arrays.modelCorrect ?? arrays.modelLoss)
      ?.length ?? 0;
  const classes =
    arrays.classes ??
    (model ? Array.from({ length: model[0]?.length ?? 0 }, (_, c) => String(c)) : []);
  const table: Table = {
    rows,
    classes,
    ...truthOf(arrays, classes),
    ...(model && { model: matrix(model, classes.length, 'model') }),
    ...(arrays.modelCorrect && { modelCorrect: Float32Array.from(arrays.modelCorrect) }),
    ...(arrays.modelLoss && { modelLoss: Float32Array.from(arrays.modelLoss) }),
    ...(arrays.weight && { weight: Float32Array.from(arrays.weight) }),
    ...(arrays.modelCost && { modelCost: Float32Array.from(arrays.modelCost) }),
    ...(arrays.costMatrix && { costMatrix: Float64Array.from(arrays.costMatrix.flat()) }),
    ...(arrays.id && { id: Array.from(arrays.id, String) }),
    ...(arrays.group && { group: categories(arrays.group) }),
    ...(arrays.cluster && { cluster: categories(arrays.cluster) }),
    ...(arrays.time && { time: Float64Array.from(arrays.time, Number) }),
    experts: expertsOf(arrays, classes),
    columns: columnsOf(arrays),
    ...(arrays.blocks && { blocks: Object.entries(arrays.blocks).map(blockOf) }),
  };
  validateTable(table);
  return table;
}

/** A value of a feature column as arrays hold it. */
export type FeatureCell = number | string | boolean | null;

function columnsOf({ columns = {}, categories = [] }: Arrays): Column[] {
  const unknown = categories.find((name) => !Object.hasOwn(columns, name));
  if (unknown !== undefined)
    throw new InputError(
      `categories: there is no column ${unknown}.`,
      'column-missing',
      { role: 'categories', asked: unknown },
      'arrays',
    );
  return Object.entries(columns).map(([name, values]) => {
    const cells = Array.from(values);
    const isText = cells.some((cell) => typeof cell === 'string');
    const odd = cells.findIndex((cell) => cell !== null && typeof cell !== 'string');
    if (categories.includes(name) || (isText && odd < 0)) {
      const levels = new LevelCollector();
      const codes = Float32Array.from(cells, (cell) => levels.place(cell));
      return { name, values: codes, levels: levels.names };
    }
    if (isText)
      throw new InputError(
        `row ${odd + 1}: feature ${name} is ${String(cells[odd])}, and text in other rows (expected one or the other; name it in categories if these are names).`,
      );
    return {
      name,
      values: Float32Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell))),
    };
  });
}

function blockOf([name, rows]: [string, ArrayLike<ArrayLike<number>>]): Block {
  const width = rows[0]?.length ?? 0;
  return { name, width, values: rowsOf(rows, width, `feature ${name}`) };
}

/** The label as given; of votes, the class with most of them, ties broken as readers of files do. */
function truthOf(
  { label, labelVotes }: Arrays,
  classes: readonly string[],
): Pick<Table, 'label' | 'labelVotes'> {
  const given = label && indices(label, classes, 'label');
  if (!labelVotes) return given ? { label: given } : {};
  const votes = rowsOf(labelVotes, classes.length, 'label votes');
  return {
    label: given ?? majority(votes, classes.length, stream(0, 'label ties')),
    labelVotes: votes,
  };
}

/** What one expert is given by, where there is only one. */
const ALONE = [
  'expert',
  'expertName',
  'expertCorrect',
  'expertLoss',
  'expertCost',
  'propensity',
] as const satisfies readonly (keyof Arrays)[];

/** The forms that answers come in. */
const FORMS = ['answers', 'votes', 'correct', 'loss'] as const satisfies (keyof ExpertArrays)[];

function expertsOf(arrays: Arrays, classes: readonly string[]): Expert[] {
  if (arrays.experts) {
    const alone = ALONE.find((key) => arrays[key] !== undefined);
    if (alone !== undefined)
      throw new InputError(
        `arrays: ${alone} speaks of one expert and experts of several. Put it into the entry of the expert it belongs to.`,
        'invalid-value',
        { path: alone },
      );
    return Object.entries(arrays.experts).map(([name, given]) => {
      refuseUnknown(`expert ${name}`, given, Object.keys(EXPERT));
      const forms = FORMS.filter((form) => given[form] !== undefined);
      if (forms.length !== 1)
        throw new InputError(
          `expert ${name}: is given by ${forms.join(' and ') || 'nothing'} (expected one of ${FORMS.join(', ')}).`,
          'invalid-value',
          { path: `experts.${name}`, expected: FORMS, found: forms },
        );
      return { name, ...answersOf(name, given, classes)!, ...pricesOf(given) };
    });
  }
  const name = arrays.expertName ?? 'expert';
  const { expert, expertCorrect, expertLoss, expertCost, propensity } = arrays;
  const given = { answers: expert, correct: expertCorrect, loss: expertLoss };
  const answers = answersOf('expert', given, classes);
  return answers ? [{ name, ...answers, ...pricesOf({ cost: expertCost, propensity }) }] : [];
}

const pricesOf = ({ cost, propensity }: ExpertArrays) => ({
  ...(cost && { cost: Float32Array.from(cost) }),
  ...(propensity && { propensity: Float32Array.from(propensity) }),
});

/** `what` is how messages call the expert. */
function answersOf(
  what: string,
  { answers, votes, correct, loss }: ExpertArrays,
  classes: readonly string[],
): ExpertAnswers | undefined {
  if (correct) return { kind: 'correct', correct: Float32Array.from(correct) };
  if (loss) return { kind: 'losses', losses: Float32Array.from(loss) };
  if (votes) return { kind: 'votes', votes: rowsOf(votes, classes.length, `${what} votes`) };
  if (!answers) return undefined;
  if (isRows(answers))
    return { kind: 'probabilities', probabilities: matrix(answers, classes.length, what) };
  const asked = Array.from(answers, (label) => label !== null);
  const known = indices(
    Array.from(answers, (label) => label ?? 0),
    classes,
    what,
  );
  return { kind: 'labels', labels: known.map((label, i) => (asked[i] ? label : -1)) };
}

/** Names in the order in which they first appear. */
function categories(values: ArrayLike<number | string>): Categories {
  const places = new Map<string, number>();
  const index = Int32Array.from({ length: values.length }, (_, i) => {
    const name = String(values[i]);
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  });
  return { names: [...places.keys()], index };
}

function isRows(values: ArrayLike<unknown>): values is ArrayLike<ArrayLike<number>> {
  const first = Array.from(values).find((value) => value !== null);
  return typeof first === 'object';
}

/** Numbers row by row, as they are. */
function rowsOf(rows: ArrayLike<ArrayLike<number>>, classes: number, what: string): Float32Array {
  const flat = new Float32Array(rows.length * classes);
  for (let i = 0; i < rows.length; i++) {
    if (rows[i].length !== classes)
      throw new InputError(
        `row ${i + 1}: ${what} has ${rows[i].length} numbers (expected ${classes}).`,
        'row-invalid',
        { row: i + 1 },
      );
    flat.set(Array.from(rows[i]), i * classes);
  }
  return flat;
}

function matrix(rows: ArrayLike<ArrayLike<number>>, classes: number, what: string): Float32Array {
  const flat = new Float32Array(rows.length * classes);
  for (let i = 0; i < rows.length; i++) {
    if (rows[i].length !== classes)
      throw new InputError(
        `row ${i + 1}: ${what} has ${rows[i].length} probabilities (expected ${classes}).`,
        'row-invalid',
        { row: i + 1 },
      );
    const from = i * classes;
    // Float32 before they are added up, as the readers of files do it.
    flat.set(Array.from(rows[i]), from);
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += flat[from + c];
    const scale = scaleOf(sum, flat, from, classes);
    if (scale !== 1) for (let c = 0; c < classes; c++) flat[from + c] /= scale;
  }
  return flat;
}

function indices(
  labels: ArrayLike<number | string>,
  classes: readonly string[],
  what: string,
): Int32Array {
  return Int32Array.from({ length: labels.length }, (_, i) => {
    const label = labels[i];
    const index = typeof label === 'number' ? label : classes.indexOf(label);
    if (!(Number.isInteger(index) && index >= 0 && index < classes.length)) {
      throw new InputError(
        `row ${i + 1}: ${what} is ${JSON.stringify(label)} (expected a class index from 0 to ${classes.length - 1}${typeof label === 'string' ? `, or one of ${classes.slice(0, 5).join(', ')}` : ''}).`,
        'row-invalid',
        { row: i + 1 },
      );
    }
    return index;
  });
}
