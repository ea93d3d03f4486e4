import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { standaloneFile } from '@cede/core';
import { policyToOnnx } from '@cede/onnx';
import { EXPORT_OPTIONS, type ExportedFile, exportDocument, exportText } from '@cede/report/words';
import { refuseOverwriting, refuseUnwritable, writeOutput } from '@cede/run/node';
import { DIALECT_NAMES, type DialectName, policyToSql, probabilityColumns } from '@cede/sql';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { addCommand } from '../options/command.js';
import { list } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { UsageError } from '../usage-error.js';

interface ExportFlags extends OutputFlags {
  onnx?: string;
  sql?: string;
  js?: string;
  dialect?: DialectName;
  table?: string;
  model?: string;
  keep?: string;
}

/** Core's decider as one script; made by scripts/bundle.js. */
const DECIDER = new URL('../edge-decider.txt', import.meta.url);

export const addExport = (program: Command) =>
  addCommand(program, {
    name: 'export',
    arguments: { '<policy>': '' },
    options: EXPORT_OPTIONS,
    takes: { dialect: DIALECT_NAMES },
    shared: [addOutputFlags],
    examples: [
      'cede export policy.json --onnx policy.onnx',
      'cede export policy.json --sql decide.sql --dialect duckdb --table predictions',
    ],
    action: run,
  });

async function run(path: string, flags: ExportFlags): Promise<void> {
  const { onnx, sql, js, dialect, table = 'predictions', keep = 'id' } = flags;
  if (!onnx && !sql && !js)
    throw new UsageError('export: name what to write with --onnx, --sql or --js.');
  if (sql && !dialect)
    throw new UsageError(`export: --sql needs --dialect, one of ${DIALECT_NAMES.join(', ')}.`);
  if (!sql && (dialect || flags.model || flags.table || flags.keep))
    throw new UsageError(
      'export: --dialect, --table, --model and --keep are about --sql. Add it, or leave them out.',
    );
  const files = [onnx, sql, js].filter((file) => file !== undefined);
  if (new Set(files.map((file) => resolve(file))).size < files.length)
    throw new UsageError('export: two files of one name: the second would replace the first.');
  const policy = await readPolicy(path);
  for (const file of files) {
    await refuseUnwritable(file);
    await refuseOverwriting(file, [path]);
  }
  const written: ExportedFile[] = [];
  const write = async (
    to: Pick<ExportedFile, 'kind' | 'file' | 'sql'>,
    content: string | Uint8Array,
  ) => {
    await writeOutput(to.file, content);
    written.push({ ...to, bytes: Buffer.byteLength(content) });
  };
  if (onnx) await write({ kind: 'onnx', file: onnx }, policyToOnnx(policy));
  if (sql && dialect) {
    const probabilities = probabilityColumns(policy, flags.model);
    const options = { dialect, table, probabilities, keep: list(keep) };
    const reads = { dialect, table, probabilities };
    await write({ kind: 'sql', file: sql, sql: reads }, policyToSql(policy, options));
  }
  if (js) {
    const form = js.endsWith('.cjs') ? 'common' : 'module';
    const text = standaloneFile(policy, await readFile(DECIDER, 'utf8'), form);
    await write({ kind: 'js', file: js }, text);
  }
  printResult(flags, exportDocument(policy, written), () => exportText(policy, written).join('\n'));
}
