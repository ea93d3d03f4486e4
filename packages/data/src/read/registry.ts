import type { Reader } from './contract.js';
import { csvReader } from './csv.js';
import { jsonlReader } from './jsonl.js';

/** Every format that can be read without Node. */
export const readers: readonly Reader[] = [csvReader, jsonlReader];
