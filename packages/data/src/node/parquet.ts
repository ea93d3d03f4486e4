import { open } from 'node:fs/promises';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import type { Field, OpenTable } from '../read/contract.js';
import type { FileSource } from './files.js';
import { decodedAhead, decodedHere } from './pages/batches.js';
import { flatFields, planPages } from './pages/plan.js';
import { openByDuckdb } from './parquet-duckdb.js';

/** Below this many bytes a file is decoded before a thread has started. */
const SMALL = 4 * 1024 * 1024;

/**
 * Parquet: flat columns of numbers are decoded here, several times faster than they cross over
 * from DuckDB; everything else, and every file that looks damaged, is DuckDB's.
 */
export async function openParquet(source: FileSource): Promise<OpenTable> {
  const bytes = source.size ?? 0;
  const flat = await readFlat(source.path, bytes);
  if (!flat) return openByDuckdb(source);
  return {
    fields: flat.fields,
    expectedRows: Number(flat.metadata.num_rows),
    async *batches(wants, problems, together = []) {
      const plan = planPages(flat.metadata, wants, together, bytes);
      if (!plan) yield* (await openByDuckdb(source)).batches(wants, problems, together);
      else if (bytes < SMALL) yield* decodedHere(source.path, plan);
      else yield* decodedAhead(source.path, plan);
    },
  };
}

interface Flat {
  readonly fields: Field[];
  readonly metadata: FileMetaData;
}

/** The directory at the file's end, where every column is flat and the row counts agree. */
async function readFlat(path: string, bytes: number): Promise<Flat | undefined> {
  const file = await open(path);
  try {
    const buffer: AsyncBuffer = {
      byteLength: bytes,
      async slice(start, end = bytes) {
        const part = new Uint8Array(end - start);
        const { bytesRead } = await file.read(part, 0, part.length, start);
        return part.buffer.slice(0, bytesRead);
      },
    };
    const metadata = await parquetMetadataAsync(buffer);
    const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
    if (rows !== Number(metadata.num_rows) || !(rows < 2 ** 31)) return undefined;
    if (metadata.row_groups.some((group) => Number(group.num_rows) < 0)) return undefined;
    const fields = flatFields(metadata);
    return fields && { fields, metadata };
  } catch {
    return undefined; // DuckDB says what is wrong with it
  } finally {
    await file.close();
  }
}
