import { type Block, type Column, expertKind, Sha256, type Table } from '@cede/core';

/** What a hash needs to offer; Node's own does too, and gives the same bytes faster. */
export interface Hasher {
  update(bytes: Uint8Array): unknown;
  /** The hash in hexadecimal letters. */
  digest(): string;
}

/**
 * A table's identity: SHA-256 over its columns in one canonical form, the same for a CSV and a
 * Parquet file of the same table. Each part is preceded by its name and length; numbers are
 * little-endian, NaN has one form. An expert's name is not part of it, its answers are.
 */
export function tableHash(table: Table, hasher: Hasher = new Sha256()): string {
  const encoder = new TextEncoder();
  const text = (value: string) => {
    const bytes = encoder.encode(value);
    hasher.update(encoder.encode(`${bytes.length}:`));
    hasher.update(bytes);
  };
  const numbers = (name: string, values: Float32Array | Float64Array | Int32Array | undefined) => {
    if (!values) return;
    text(name);
    hasher.update(encoder.encode(`${values.length}:`));
    updateNumbers(hasher, values);
  };
  const texts = (name: string, values: readonly string[]) => {
    text(name);
    text(String(values.length));
    // Many short updates cost more than one long string.
    for (let from = 0; from < values.length; from += 4096) {
      text(
        values
          .slice(from, from + 4096)
          .map((value) => `${value.length}:${value}`)
          .join(''),
      );
    }
  };
  text('cede/table 1');
  text(String(table.rows));
  texts('classes', table.classes);
  numbers('label', table.label);
  numbers('model', table.model);
  numbers('model loss', table.modelLoss);
  numbers('model correct', table.modelCorrect);
  numbers('model cost', table.modelCost);
  for (const expert of table.experts) {
    text(`expert ${expert.kind}`);
    numbers('answers', expertKind(expert).values(expert));
    numbers('cost', expert.cost);
    numbers('propensity', expert.propensity);
  }
  for (const column of table.columns) {
    const { levels, values } = column.levels ? byAppearance(column) : column;
    if (levels) texts(`levels of ${column.name}`, levels);
    numbers(`feature ${column.name}`, values);
  }
  for (const block of table.blocks ?? []) {
    text(`block ${block.name}`);
    numbers(`rows of ${block.width}`, blockRows(block));
  }
  numbers('weight', table.weight);
  if (table.id) texts('id', table.id);
  for (const role of ['group', 'cluster'] as const) {
    const categories = table[role];
    if (!categories) continue;
    texts(role, categories.names);
    numbers(role, categories.index);
  }
  numbers('time', table.time);
  numbers('label votes', table.labelVotes);
  numbers('cost matrix', table.costMatrix);
  return hasher.digest();
}

/** The numbers of the rows that a block stands for. */
function blockRows({ values, width, rows }: Block): Float32Array {
  if (!rows) return values;
  const taken = new Float32Array(rows.length * width);
  rows.forEach((row, i) => {
    taken.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  return taken;
}

/** A category as a file of these very rows would give it: some levels may be those of other rows. */
function byAppearance({ levels = [], values }: Column): Pick<Column, 'levels' | 'values'> {
  const seen: string[] = [];
  const codes = new Float32Array(levels.length).fill(-1);
  const places = values.map((place) => {
    if (Number.isNaN(place)) return place;
    if (codes[place]! < 0) codes[place] = seen.push(levels[place]!) - 1;
    return codes[place]!;
  });
  return { levels: seen, values: places };
}

const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function updateNumbers(hasher: Hasher, values: Float32Array | Float64Array | Int32Array): void {
  const clean = isCanonical(values) ? values : values.map(canonical);
  const bytes = new Uint8Array(clean.buffer, clean.byteOffset, clean.byteLength);
  if (littleEndian) hasher.update(bytes);
  else {
    const copy = bytes.slice();
    const size = clean.BYTES_PER_ELEMENT;
    for (let at = 0; at < copy.length; at += size) copy.subarray(at, at + size).reverse();
    hasher.update(copy);
  }
}

/** Whether no value has more than one bit pattern, as NaN and the two zeros have. */
function isCanonical(values: Float32Array | Float64Array | Int32Array): boolean {
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (Number.isNaN(value) || (value === 0 && 1 / value < 0)) return false;
  }
  return true;
}

function canonical(value: number): number {
  return Number.isNaN(value) ? Number.NaN : value + 0;
}
