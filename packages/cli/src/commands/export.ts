import { count, InputError, ownColumns, type Policy } from '@cede/core';
import { policyToOnnx } from '@cede/onnx';
import { refuseUnwritable, writeOutput } from '@cede/run/node';
import { DIALECT_NAMES, type DialectName, policyToSql } from '@cede/sql';
import { type Command, Option } from 'commander';
import { policyToJavaScript } from '../export/javascript.js';
import { readPolicy } from '../files.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { UsageError } from '../usage-error.js';

interface ExportFlags extends OutputFlags {
  onnx?: string;
  sql?: string;
  js?: string;
  dialect?: DialectName;
  table: string;
  model?: string;
  keep: string;
}

/** A file that was written, and what to know of it. */
interface Written {
  readonly file: string;
  readonly bytes: number;
  readonly about: string;
}

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('The policy for other engines: ONNX, SQL, or one JavaScript file.')
    .argument('<policy>')
    .option('--onnx <file>', 'an ONNX file, its features inside the graph')
    .option('--sql <file>', 'one SQL statement, from probabilities to decisions')
    .addOption(
      new Option('--dialect <name>', 'for which engine the statement is').choices(DIALECT_NAMES),
    )
    .option('--table <name>', 'the table it reads, as the engine writes it', 'predictions')
    .option('--model <columns>', 'its columns of probabilities: a list with commas, or resnet_p*')
    .option('--keep <columns>', 'columns it hands through beside the decision', 'id')
    .option('--js <file>', 'one JavaScript file without dependencies (.cjs for CommonJS)')
    .addHelpText(
      'after',
      '\nExamples:\n  cede export policy.json --onnx policy.onnx\n  cede export policy.json --sql decide.sql --dialect duckdb --table predictions\n',
    );
  addOutputFlags(command).action(async (path: string, flags: ExportFlags) => {
    const { onnx, sql, js, dialect } = flags;
    if (!onnx && !sql && !js)
      throw new UsageError('export: name what to write with --onnx, --sql or --js.');
    if (sql && !dialect)
      throw new UsageError(`export: --sql needs --dialect, one of ${DIALECT_NAMES.join(', ')}.`);
    if (!sql && (dialect || flags.model))
      throw new UsageError(
        'export: --dialect and --model are about --sql. Add it, or leave them out.',
      );
    const policy = await readPolicy(path);
    for (const file of [onnx, sql, js]) if (file) await refuseUnwritable(file);
    const { features } = policy.scorer;
    const inputs = [
      ...(features.classes > 0 ? ['probabilities'] : []),
      ...(ownColumns(features).length > 0 ? ['columns'] : []),
      ...(features.blocks ?? []).map((_, b) => `block_${b}`),
    ];
    const written: Written[] = [];
    const write = async (file: string, content: string | Uint8Array, about: string) => {
      await writeOutput(file, content);
      written.push({ file, bytes: Buffer.byteLength(content), about });
    };
    const named = `${inputs.length === 1 ? 'input' : 'inputs'} ${inputs.join(' and ')}, outputs score and defer`;
    if (onnx) await write(onnx, policyToOnnx(policy), named);
    if (sql) {
      const names = probabilityColumns(policy, flags.model);
      const keep = flags.keep.split(',').map((name) => name.trim());
      const text = policyToSql(policy, { ...flags, dialect: dialect!, probabilities: names, keep });
      await write(sql, text, `reads ${readsOf(policy, names)} of ${flags.table}, for ${dialect}`);
    }
    if (js) await write(js, await policyToJavaScript(policy, js), 'exports decide and policy');
    printResult(
      flags,
      {
        format: 'cede/export',
        version: 1,
        ...(onnx && { onnx, bytes: written[0].bytes }),
        ...(sql && { sql, dialect }),
        ...(js && { js }),
        id: policy.id,
        inputs,
        ...(policy.answers && (onnx || sql) && { answers: 'not-exported' }),
      },
      () =>
        [
          ...written.map(
            ({ file, bytes, about }) => `Wrote ${file} (${count(bytes)} bytes): ${about}.`,
          ),
          ...(policy.answers && (onnx || sql)
            ? ['ONNX and SQL say who answers; how this policy answers is not in them.']
            : []),
        ].join('\n'),
    );
  });
}

/** As named, as the policy remembers them, or model_0 …; `*` stands for the class's number. */
function probabilityColumns({ classes, columns }: Policy, given: string | undefined): string[] {
  const pattern = given ?? (typeof columns?.model === 'string' ? columns.model : 'model_*');
  const names = pattern.includes('*')
    ? classes.map((_, c) => pattern.replace('*', String(c)))
    : pattern.split(',').map((name) => name.trim());
  if (names.length !== classes.length && classes.length > 0)
    throw new InputError(
      `export: the policy has ${classes.length} classes (${classes.slice(0, 3).join(', ')}${classes.length > 3 ? ', …' : ''}), and ${pattern} names ${names.length} columns. Name one for each, in that order: --model a,b,c`,
    );
  return classes.length > 0 ? names : [];
}

function readsOf({ classes, scorer }: Policy, names: readonly string[]): string {
  const shown = names.length > 3 ? `${names[0]} … ${names.at(-1)}` : names.join(', ');
  const probabilities =
    names.length > 0
      ? [
          `${shown} as the probabilities of ${classes[0]}${classes.length > 1 ? ` … ${classes.at(-1)}` : ''}`,
        ]
      : [];
  return [...probabilities, ...scorer.features.columns.map(({ name }) => name)].join(', ');
}
