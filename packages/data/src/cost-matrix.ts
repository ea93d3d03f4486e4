import { duplicateKey, InputError } from '@cede/core';
import { CsvRecords, findDelimiter } from './read/csv-record.js';
import { isPlainNumber, numberFrom, shown } from './read/number.js';

/** What a wrong answer costs, as a file says it: `costs[truth][answer]`, by name where it has names. */
export interface CostMatrix {
  readonly costs: readonly (readonly number[])[];
  /** The class of every row, and of every column; without names they come in the table's order. */
  readonly truths?: readonly string[];
  readonly answers?: readonly string[];
  /** The file, for messages. */
  readonly name?: string;
}

/** What people call the answers: as the name of the rows it means that truth and answer are turned. */
const TURNED = /^\s*(answers?|predict(ed|ions?)|preds?)\s*$/i;
const FORM = 'one row a true class and one column an answer';

/**
 * From CSV, with or without class names in the first row and column, or from JSON: a list of lists
 * (`[[0, 1], [5, 0]]`), or by name, truth before answer (`{"cat": {"cat": 0, "dog": 1}, …}`).
 */
export function parseCostMatrix(text: string, name: string): CostMatrix {
  const content = text.replace(/^\ufeff/, '').trim();
  if (content === '') throw new InputError(`cost matrix ${name}: the file is empty.`);
  const cells = /^[[{]/.test(content) ? jsonCells(content, name) : csvCells(content, name);
  const [corner] = cells[0]!;
  if (TURNED.test(String(corner)))
    throw new InputError(
      `cost matrix ${name}: the first cell says "${corner}", as if a row were an answer (expected ${FORM}). Turn the matrix over, or write "truth" there.`,
    );
  const { answers, truths, body } = withoutNames(cells);
  const columns = body[0]?.length ?? 0;
  const ragged = body.findIndex((row) => row.length !== columns);
  if (ragged >= 0)
    throw new InputError(
      `cost matrix ${name}, row ${ragged + 1}: has ${count(body[ragged]!.length, 'number')}, the first row ${columns} (expected ${FORM}).`,
    );
  if (body.length < 2 || columns !== body.length || (answers && answers.length !== columns))
    throw new InputError(
      `cost matrix ${name}: has ${count(body.length, 'row')} of ${count(columns, 'number')}${answers ? ` below ${count(answers.length, 'name')}` : ''} (expected a square: ${FORM}).`,
    );
  const costs = body.map((row, i) =>
    row.map((cell, k) => {
      const cost = toNumber(cell);
      if (Number.isFinite(cost) && cost >= 0) return cost;
      throw new InputError(
        `cost matrix ${name}, row ${i + 1}, column ${k + 1}: found ${shown(cell)} (expected a finite cost of 0 or more).`,
      );
    }),
  );
  return { costs, name, ...(truths && { truths }), ...(answers && { answers }) };
}

/**
 * The costs row after row in the order of the table's classes. Where only rows or only columns
 * have names, the others come in the same order.
 */
export function flatCosts(
  matrix: CostMatrix | CostMatrix['costs'],
  classes: readonly string[],
): Float64Array {
  const {
    costs,
    truths,
    answers,
    name = '',
  } = 'costs' in matrix ? matrix : ({ costs: matrix } as CostMatrix);
  const who = `cost matrix ${name}`.trim();
  if (classes.length === 0)
    throw new InputError(
      `${who}: the table has no classes to name a cost for. Leave the matrix out.`,
    );
  const named = truths ?? answers;
  const rows = named && placesOf(named, classes, truths ? 'rows' : 'columns', who);
  const columns = truths && answers ? placesOf(answers, classes, 'columns', who) : rows;
  const square =
    costs.length === classes.length && costs.every((row) => row.length === classes.length);
  if (!square || !costs.flat().every(Number.isFinite))
    throw new InputError(
      `${who}: has ${count(costs.length, 'row')} of ${costs[0]?.length ?? 0} (expected ${classes.length} × ${classes.length} finite numbers: ${FORM}).`,
    );
  const place = (places: readonly number[] | undefined, k: number) => (places ? places[k]! : k);
  return Float64Array.from(
    classes.flatMap((_, i) => classes.map((_, k) => costs[place(rows, i)]![place(columns, k)]!)),
  );
}

/** For each class, which of the names it is; every class must be named once, and nothing else. */
function placesOf(
  names: readonly string[],
  classes: readonly string[],
  what: string,
  who: string,
): number[] {
  const found = names.map(plain);
  const wanted = classes.map(plain);
  const places = wanted.map((name) => found.indexOf(name));
  const wrong = [
    ['missing', classes.filter((_, k) => places[k]! < 0)],
    ['unknown', names.filter((_, k) => !wanted.includes(found[k]!))],
    ['named twice', names.filter((_, k) => found.indexOf(found[k]!) < k)],
  ] as const;
  if (wrong.every(([, list]) => list.length === 0)) return places;
  const why = wrong.flatMap(([how, list]) => (list.length > 0 ? [`${how}: ${some(list)}`] : []));
  throw new InputError(
    `${who}: its ${what} are named ${some(names)}, the table's classes are ${some(classes)} (${why.join('; ')}). Name every class once, or leave all names out and keep the table's order.`,
  );
}

/** As labels are named: 3, "3" and "3.0" are one class. */
const plain = (name: string): string => {
  const trimmed = name.trim();
  return isPlainNumber(trimmed) ? String(Number(trimmed)) : trimmed;
};

const some = (names: readonly string[]): string =>
  names.slice(0, 12).join(', ') + (names.length > 12 ? ', …' : '');

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

type Cells = readonly (readonly unknown[])[];

/** Names may be numbers where something else stands in the corner (`truth,0,1`, or nothing). */
function withoutNames(cells: Cells): { truths?: string[]; answers?: string[]; body: Cells } {
  const isName = (cell: unknown) => Number.isNaN(toNumber(cell));
  const names = (list: readonly unknown[]) => list.map(String);
  const [first, ...rest] = cells;
  const onlyRows = cells.every(([name]) => isName(name)) && !first!.slice(1).some(isName);
  if (onlyRows && cells.every((row) => row.length === cells.length + 1))
    return { truths: names(cells.map(([name]) => name)), body: cells.map((row) => row.slice(1)) };
  if (!first!.some(isName)) return { body: cells };
  const rowsNamed =
    rest.length > 0 &&
    (rest.every(([name]) => isName(name)) || rest.every((row) => row.length === rest.length + 1));
  if (!rowsNamed) return { answers: names(first!), body: rest };
  // R leaves the corner out, everybody else fills it.
  const corner = first!.length === rest[0]!.length ? 1 : 0;
  return {
    answers: names(first!.slice(corner)),
    truths: names(rest.map(([name]) => name)),
    body: rest.map((row) => row.slice(1)),
  };
}

function toNumber(cell: unknown): number {
  return typeof cell === 'number'
    ? cell
    : typeof cell === 'string'
      ? (numberFrom(cell) ?? Number.NaN)
      : Number.NaN;
}

function csvCells(content: string, name: string): unknown[][] {
  const lines = content.split(/\r?\n/);
  const records = new CsvRecords(findDelimiter(lines[0]!));
  return [...records.push(lines), ...records.end()].map((record, k) => {
    if (Array.isArray(record)) return record;
    throw new InputError(
      `cost matrix ${name}, line ${k + 1}: a quote opens there and is never closed. Close it, or leave it out.`,
    );
  });
}

function jsonCells(content: string, name: string): Cells {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new InputError(`cost matrix ${name}: begins like JSON but is none.`);
  }
  const twice = duplicateKey(content);
  if (twice !== undefined)
    throw new InputError(`cost matrix ${name}: "${twice}" stands twice in one place. Keep one.`);
  if (Array.isArray(value) && value.length > 0 && value.every(Array.isArray)) return value;
  const rows = isObject(value) ? Object.entries(value) : [];
  if (rows.length === 0 || !rows.every(([, row]) => isObject(row)))
    throw new InputError(
      `cost matrix ${name}: expected a list of lists of numbers, [[0, 1], [5, 0]], or costs by name, truth before answer: {"cat": {"cat": 0, "dog": 1}, "dog": {"cat": 5, "dog": 0}}.`,
    );
  const answers = Object.keys(rows[0]![1] as object);
  return [
    ['', ...answers],
    ...rows.map(([truth, row]) => {
      const costs = row as Record<string, unknown>;
      const gap = answers.find((answer) => !Object.hasOwn(costs, answer));
      if (gap === undefined && Object.keys(costs).length === answers.length)
        return [truth, ...answers.map((answer) => costs[answer])];
      throw new InputError(
        `cost matrix ${name}: "${rows[0]![0]}" has costs for ${some(answers)}, "${truth}" for ${some(Object.keys(costs))} (expected the same answers in each).`,
      );
    }),
  ];
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
