import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError, type Table } from '@cede/core';
import { readerFor } from '../read/reader-for.js';
import { readers } from '../read/registry.js';
import { npzBytes } from '../write/npz.js';
import { csvText, jsonlText } from '../write/text.js';
import { writeParquet } from './write-parquet.js';

/**
 * Writes a table in the format its name asks for. The file appears under its name only when it is
 * complete: whatever stops the writing, no half of a table is left there.
 */
export async function writeTable(path: string, table: Table): Promise<void> {
  const { format } = readerFor(basename(path), readers);
  if (/\.(gz|tsv)$/i.test(path)) {
    throw new InputError(
      `table ${path}: can't write this kind of file (known: .csv, .jsonl, .parquet, .npz).`,
    );
  }
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    if (format === 'Parquet') await writeParquet(temporary, table);
    else if (format === 'NPZ') await writePieces(temporary, [npzBytes(table)]);
    else await writePieces(temporary, format === 'CSV' ? csvText(table) : jsonlText(table));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writePieces(path: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}
