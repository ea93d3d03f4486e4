import { count, InputError } from '@cede/core';
import {
  type Batch,
  type Field,
  isText,
  missingAs,
  type OpenTable,
  type RawColumn,
  type Reader,
  type Want,
} from './contract.js';
import {
  NPY_HEADER_ROOM,
  type NpyArray,
  npyIntegers,
  npyNumbers,
  npyTexts,
  readNpyHeader,
} from './npy.js';
import { readZipDirectory, readZipEntry, type ZipEntry } from './zip.js';

const ROWS_AT_ONCE = 65_536;

interface Stored {
  readonly entry: ZipEntry;
  readonly array: NpyArray;
}

/** NumPy's .npz: arrays by name, n numbers or n × L. Arrays of other shapes (images) may stand beside them. */
export const npzReader: Reader = {
  format: 'NPZ',
  extensions: ['.npz'],
  async open(source) {
    const bytes = await source.bytes();
    const file = source.name;
    const arrays = new Map<string, Stored>();
    for (const entry of readZipDirectory(bytes, file)) {
      if (!entry.name.endsWith('.npy')) continue;
      const name = entry.name.slice(0, -4);
      const where = `table ${file}, array "${name}"`;
      if (arrays.has(name))
        throw new InputError(`table ${file}: two arrays are called "${name}". Rename one.`);
      const array = readNpyHeader(readZipEntry(bytes, entry, file, NPY_HEADER_ROOM), where);
      insistOnSize(array, entry, where);
      arrays.set(name, { entry, array });
    }
    const read = ({ entry }: Stored) => readZipEntry(bytes, entry, file);
    return {
      fields: [...arrays].flatMap(([name, { array }]) => fieldOf(name, array)),
      expectedRows: arrays.get('model')?.array.shape[0],
      classes: classNames(arrays.get('classes'), read),
      batches: (wants) => npzBatches(wants, arrays, read, file),
    } satisfies OpenTable;
  },
};

function insistOnSize(array: NpyArray, entry: ZipEntry, where: string): void {
  const items = array.shape.reduce((product, length) => product * length, 1);
  if (array.offset + items * array.size !== entry.size) {
    throw new InputError(
      `${where}: ${count(entry.size)} bytes for ${array.shape.map(count).join(' × ')} items of ${array.size} (expected ${count(array.offset + items * array.size)}). The file is damaged.`,
    );
  }
}

function fieldOf(name: string, { shape, kind }: NpyArray): Field[] {
  if (name === 'classes') return [];
  const field = { name, kind: kind === 'text' ? 'text' : 'number', width: shape[1] ?? 1 } as const;
  if (shape.length === 0) return [{ ...field, misfit: 'is one value for all rows' }];
  if (shape.length === 1 || shape.length === 2) return [field];
  return [{ ...field, misfit: `is an array of ${shape.map(count).join(' × ')}` }];
}

function classNames(stored: Stored | undefined, read: (stored: Stored) => Uint8Array) {
  if (stored?.array.shape.length !== 1) return undefined;
  const { array } = stored;
  const length = array.shape[0]!;
  if (array.kind === 'text') return npyTexts(read(stored), array, 0, length);
  return Array.from(npyNumbers(read(stored), array, 0, length), String);
}

async function* npzBatches(
  wants: readonly Want[],
  arrays: ReadonlyMap<string, Stored>,
  read: (stored: Stored) => Uint8Array,
  file: string,
): AsyncGenerator<Batch> {
  const stored = wants.map((want) => arrays.get(want.field)!);
  const rows = stored[0]?.array.shape[0] ?? 0;
  stored.forEach(({ array }, position) => {
    if (array.shape[0] !== rows) {
      throw new InputError(
        `table ${file}: array "${wants[position]!.field}" has ${count(array.shape[0]!)} rows but "${wants[0]!.field}" has ${count(rows)} (expected as many).`,
      );
    }
  });
  const bytes = stored.map(read);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const to = Math.min(rows, from + ROWS_AT_ONCE);
    const columns = wants.map((want, position) =>
      column(want, bytes[position]!, stored[position]!.array, from, to),
    );
    yield { rows: to - from, columns };
  }
}

function column(
  want: Want,
  bytes: Uint8Array,
  array: NpyArray,
  from: number,
  to: number,
): RawColumn {
  if (array.kind === 'text') {
    const missing = missingAs(want.as);
    return npyTexts(bytes, array, from, to).map((text) => (missing(text) ? null : text));
  }
  // As names, integers of 64 bits keep all their digits.
  if (isText(want.as) && /^[iu]8$/.test(array.code))
    return Array.from(npyIntegers(bytes, array, from, to), String);
  const numbers = npyNumbers(bytes, array, from, to);
  // As in every other format.
  if (isText(want.as) && array.kind === 'boolean')
    return Array.from(numbers, (value) => String(value === 1));
  if (isText(want.as))
    return Array.from(numbers, (value) => (Number.isNaN(value) ? null : String(value)));
  // As labels, −1 in an integer array is the usual way to say "none".
  if (want.as === 'label' && array.kind === 'integer') {
    return Float64Array.from(numbers, (value) => (value === -1 ? Number.NaN : value));
  }
  return numbers;
}
