import { open } from 'node:fs/promises';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import type { Field, OpenTable, Want } from '../read/contract.js';
import { beside } from './beside.js';
import type { FileSource } from './files.js';
import { decodedBatches, helpersFor } from './pages/batches.js';
import { decodable, flatFields } from './pages/fields.js';
import { planPages } from './pages/plan.js';
import { openByDuckdb } from './parquet-duckdb.js';

/** Below this many bytes a file is decoded before a thread has started. */
const SMALL = 4 * 1024 * 1024;

/**
 * Parquet: flat columns of numbers and text are decoded here, several times faster than they cross
 * over from DuckDB; others beside them, and every file that is nested or looks damaged, are DuckDB's.
 */
export async function openParquet(source: FileSource): Promise<OpenTable> {
  const bytes = source.size ?? 0;
  const flat = await readFlat(source.path, bytes);
  if (!flat) return openByDuckdb(source);
  return {
    fields: flat.fields,
    expectedRows: Number(flat.metadata.num_rows),
    async *batches(wants, problems, together = []) {
      const byDuckdb = async (some: readonly Want[], groups: typeof together = []) =>
        (await openByDuckdb(source)).batches(some, problems, groups);
      const ours = decodable(flat.metadata, wants, together);
      const theirs = [...wants.keys()].filter((want) => !ours.includes(want));
      const groups = together
        .filter(([want]) => ours.includes(want!))
        .map((members) => members.map((want) => ours.indexOf(want)));
      const some = (places: readonly number[]) => places.map((want) => wants[want]!);
      const plan = planPages(flat.metadata, some(ours), groups, bytes);
      if (!plan) {
        yield* await byDuckdb(wants, together);
        return;
      }
      const helping = bytes < SMALL ? 0 : helpersFor(plan);
      const decoded = decodedBatches(source.path, plan, helping);
      if (theirs.length === 0) yield* decoded;
      else
        yield* beside(
          { wants: ours, batches: decoded },
          { wants: theirs, batches: await byDuckdb(some(theirs)) },
        );
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
