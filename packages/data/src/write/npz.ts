import { expertKind, type Table } from '@cede/core';
import { zipSync } from 'fflate';
import { areCounted, tableColumns } from './columns.js';

/** A table as NPZ: matrices as n × L arrays, everything else one array a column, uncompressed. */
export function npzBytes(table: Table): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  const { rows, classes } = table;
  const width = classes.length;
  const matrices = new Map<string, Float32Array>();
  if (table.model) matrices.set('model', table.model);
  table.experts.forEach((expert, position) => {
    const name = table.experts.length === 1 ? 'expert' : `expert${position + 1}`;
    const kind = expertKind(expert);
    if (kind.column?.holds === 'number per class')
      matrices.set(name, kind.values(expert) as Float32Array);
  });
  if (table.labelVotes) matrices.set('label_votes', table.labelVotes);
  for (const [name, values] of matrices) {
    files[`${name}.npy`] = npyBytes('<f4', [rows, width], bytesOf(values));
  }
  if (width > 0 && !areCounted(classes)) files['classes.npy'] = npyText(classes);
  for (const { name, kind, width: length = 0, at, ofMatrix } of tableColumns(table)) {
    if (ofMatrix) continue;
    if (kind === 'list') {
      const values = new Float32Array(rows * length);
      for (let row = 0; row < rows; row++) values.set(at(row) as Float32Array, row * length);
      files[`${name}.npy`] = npyBytes('<f4', [rows, length], bytesOf(values));
      continue;
    }
    if (kind === 'text') {
      const text = (row: number) => at(row) as string | null;
      files[`${name}.npy`] = textArray(name, rows, text, classes);
    } else {
      const values = kind === 'float32' ? new Float32Array(rows) : new Float64Array(rows);
      for (let row = 0; row < rows; row++) values[row] = (at(row) as number | null) ?? Number.NaN;
      files[`${name}.npy`] = npyBytes(kind === 'float32' ? '<f4' : '<f8', [rows], bytesOf(values));
    }
  }
  // A fixed date, or the same table would give other bytes tomorrow.
  return zipSync(files, { level: 0, mtime: new Date(1980, 0, 1) });
}

/** Labels counted from 0 are integers with −1 for none, as NumPy users expect; other text is text. */
function textArray(
  name: string,
  rows: number,
  at: (row: number) => number | string | null,
  classes: readonly string[],
): Uint8Array {
  if (/^(label|expert\d*_label)$/.test(name) && areCounted(classes)) {
    const labels = new Int32Array(rows);
    for (let row = 0; row < rows; row++) labels[row] = Number(at(row) ?? -1);
    return npyBytes('<i4', [rows], bytesOf(labels));
  }
  return npyText(Array.from({ length: rows }, (_, row) => String(at(row) ?? '')));
}

function npyText(texts: readonly string[]): Uint8Array {
  const letters = texts.map((text) => Array.from(text, (letter) => letter.codePointAt(0)!));
  const longest = Math.max(1, ...new Set(letters.map(({ length }) => length)));
  const values = new Uint32Array(texts.length * longest);
  letters.forEach((codes, row) => {
    values.set(codes, row * longest);
  });
  return npyBytes(`<U${longest}`, [texts.length], bytesOf(values));
}

/** Version 1.0 of the format; the header is padded so that the numbers begin at a multiple of 64. */
function npyBytes(type: string, shape: readonly number[], data: Uint8Array): Uint8Array {
  const dimensions = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': ${dimensions}, }`;
  const length = Math.ceil((10 + header.length + 1) / 64) * 64;
  const bytes = new Uint8Array(length + data.length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (length - 10) & 0xff, (length - 10) >> 8]);
  bytes.set(new TextEncoder().encode(`${header.padEnd(length - 11)}\n`), 10);
  bytes.set(data, length);
  return bytes;
}

function bytesOf(values: Float32Array | Float64Array | Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
