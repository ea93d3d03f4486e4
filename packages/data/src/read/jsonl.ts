import { InputError } from '@cede/core';
import type { Problems } from '../problems.js';
import { columnsFromCells } from './cells.js';
import {
  type Batch,
  type ByteSource,
  type Field,
  LONE_LIST,
  type OpenTable,
  type Reader,
  type Want,
} from './contract.js';
import { tooLong } from './csv.js';
import { duplicateKeyOf } from './json-keys.js';
import { type Line, lineBatches, TOO_LONG } from './lines.js';
import { isTooLong, shown } from './number.js';
import { holdsWords } from './words.js';

export type JsonRow = Record<string, unknown>;

/** One JSON object a line. Fields are those of the first rows; the first list of a field fixes its length. */
export const jsonlReader: Reader = {
  format: 'JSONL',
  extensions: ['.jsonl', '.ndjson', '.jsonl.gz', '.ndjson.gz'],
  async open(source) {
    for await (const lines of lineBatches(source.chunks(), source.name)) {
      const line = lines.find((text) => text === TOO_LONG || text.trim() !== '');
      if (line === undefined) continue;
      if (line === TOO_LONG) throw tooLong(source.name, 1);
      const first = parseJsonRow(line, `table ${source.name}, row 1`);
      return {
        fields: jsonFields([first, ...laterRows(lines)]),
        batches: (wants, problems) => jsonBatches(source, wants, problems),
      } satisfies OpenTable;
    }
    throw new InputError(
      `table ${source.name}: the file is empty (expected one JSON object a line).`,
    );
  },
};

/** The rows after the first that are already here; one that can't be read is complained of in its turn. */
function laterRows(lines: readonly Line[]): JsonRow[] {
  const rows: JsonRow[] = [];
  for (const line of lines.filter((text) => text === TOO_LONG || text.trim() !== '').slice(1)) {
    try {
      if (line !== TOO_LONG) rows.push(parseJsonRow(line, ''));
    } catch {
      break;
    }
  }
  return rows;
}

/** A key that the first row leaves out, or has empty, may come in a later one. */
function jsonFields(rows: readonly JsonRow[]): Field[] {
  const values = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const key in row) {
      const known = values.get(key);
      if (known) known.push(row[key]);
      else values.set(key, [row[key]]);
    }
  }
  return Array.from(values, ([name, found]) => ({
    ...jsonField(name, found.find((value) => value !== null) ?? null),
    ...(holdsWords(found) && { words: true as const }),
  }));
}

/** What the first row tells about a field. */
export function jsonField(name: string, value: unknown): Field {
  if (Array.isArray(value)) {
    const inner = value.find((item) => typeof item === 'object' && item !== null);
    const misfit = inner ? listOf(inner) : value.length === 1 ? LONE_LIST : undefined;
    return { name, kind: 'number', width: value.length, ...(misfit && { misfit }) };
  }
  const object = typeof value === 'object' && value !== null;
  return {
    name,
    kind: 'either',
    width: 1,
    ...(object && { misfit: 'holds an object in each row' }),
  };
}

const listOf = (inner: object): string =>
  `holds a list of ${Array.isArray(inner) ? 'lists' : 'objects'} in each row`;

async function* jsonBatches(
  source: ByteSource,
  wants: readonly Want[],
  problems: Problems,
): AsyncGenerator<Batch> {
  let rows = 0;
  for await (const lines of lineBatches(source.chunks(), source.name)) {
    const kept: JsonRow[] = [];
    for (const line of lines) {
      const row = rows + kept.length + 1;
      if (line === TOO_LONG) throw tooLong(source.name, row);
      if (line.trim() !== '') kept.push(parseJsonRow(line, `table ${source.name}, row ${row}`));
    }
    if (kept.length === 0) continue;
    yield columnsFromCells(
      kept.length,
      wants,
      (row, w) => kept[row]![wants[w]!.field],
      rows + 1,
      problems,
    );
    rows += kept.length;
  }
}

/** `where` begins the message: "table rows.jsonl, row 4". */
export function parseJsonRow(line: string, where: string): JsonRow {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new InputError(
      `${shown(line)} is not valid JSON (expected one object a line).`,
      'row-invalid',
      {},
      where,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(
      `found ${shown(line)} (expected a JSON object).`,
      'row-invalid',
      {},
      where,
    );
  }
  const row = value as JsonRow;
  const twice = duplicateKeyOf(line, row);
  if (twice !== undefined)
    throw new InputError(`two fields are called "${twice}". Rename one.`, 'row-invalid', {}, where);
  return holdsRounded(row) ? (JSON.parse(quoteLong(line)) as JsonRow) : row;
}

/** Whether a number is so large that JSON.parse may have changed its last digits. */
function holdsRounded(row: JsonRow): boolean {
  for (const key in row) {
    const value = row[key];
    if (typeof value === 'number' && isTooLong(value)) return true;
  }
  return false;
}

/** Whole numbers past 2⁵³ as text, which keeps ids of 64 bits apart; strings are passed over. */
const quoteLong = (line: string): string =>
  line.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
