import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fitPolicy, printPolicy, type Table, withThreshold } from '@cede/core';
import { readTableFrom } from '@cede/data';
import { npzBytes } from '../../src/write/npz.js';
import type { Subject } from './fuzz.js';

const HEAD = 'id,label,model_p0,model_p1,model_p2,expert_label,f_x,group';
const row = (k: number) =>
  `case-${k},${k % 3},${k % 2 ? '0.25,0.25,0.5' : '0.5,0.125,0.375'},${(k + (k % 4)) % 3},${k * 7919 - 0.5},${k % 5 ? 'north' : 'south'}`;
const csv = (rows: number) =>
  `${HEAD}\n${Array.from({ length: rows }, (_, k) => row(k)).join('\n')}\n`;
const jsonl = (rows: number) =>
  Array.from({ length: rows }, (_, k) =>
    JSON.stringify({
      id: `case-${k}`,
      label: k % 3,
      model: k % 2 ? [0.25, 0.25, 0.5] : [0.5, 0.125, 0.375],
      expert_label: (k + (k % 4)) % 3,
      f_x: k * 7919 - 0.5,
    }),
  ).join('\n');
const bytes = (text: string) => new TextEncoder().encode(text);

/** With all that a policy can hold: thresholds of groups, a certificate, remembered columns. */
function policyOf(table: Table): Uint8Array {
  const plain = fitPolicy(table, { method: 'linear', rate: 0.3, calibrationShare: 0.2 });
  const groups = { column: 'group', names: ['north', 'south'], values: [0.25, 'inf'] } as const;
  const tuned = withThreshold(plain, 0.125, { by: 'certificate', certificate: 0 }, groups);
  const certificate = {
    ...{ applies: true, promises: { maxError: 0.05 }, confidence: 0.95, threshold: 0.125 },
    ...{ rate: 0.31, table: { rows: 812, hash: 'c0ffee12' } },
  };
  return bytes(
    printPolicy({
      ...tuned,
      certificates: [certificate as never],
      columns: { model: 'model_p*', expert: ['expert_label'], group: 'group' },
    }),
  );
}

/** A file of every format; of Parquet four writers' and codecs'; and a policy. */
export async function subjects(): Promise<Subject[]> {
  const options = { classes: ['0', '1', '2'] };
  const table = await readTableFrom(csv(60), 'table.csv', options);
  const npz = npzBytes(table);
  const parquet = (name: string): Subject => ({
    name: `${name}.parquet`,
    bytes: new Uint8Array(
      readFileSync(join(import.meta.dirname, '..', 'parquet', `${name}.parquet`)),
    ),
    options,
  });
  return [
    { name: 'small.csv', bytes: bytes(csv(40)), options },
    // Above 256 KB, where DuckDB reads: the browser's door has our own reader.
    { name: 'large.csv', bytes: bytes(csv(6000)), options },
    { name: 'table.jsonl', bytes: bytes(jsonl(40)), options },
    { name: 'table.csv.gz', bytes: gzipSync(csv(40)), options, summed: true },
    { name: 'table.jsonl.gz', bytes: gzipSync(jsonl(40)), options, summed: true },
    { name: 'table.npz', bytes: npz, options, summed: true },
    { name: 'policy.json', bytes: policyOf(table), summed: true },
    parquet('pyarrow-v1-dictionary-snappy-nullable'),
    parquet('pyarrow-v2-plain-none-required'),
    parquet('polars-zstd'),
    parquet('fastparquet-gzip'),
    parquet('duckdb-v2-uncompressed'),
  ];
}
