import type { Reader } from './contract.js';
import { csvReader } from './csv.js';
import { jsonlReader } from './jsonl.js';
import { npzReader } from './npz.js';
import { parquetReader } from './parquet.js';

/** Every format that can be read without Node. */
export const readers: readonly Reader[] = [csvReader, jsonlReader, parquetReader, npzReader];
